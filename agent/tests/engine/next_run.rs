//! What a run that comes after another makes of what that one left.

use midturn_agent::engine::{Dispatch, Policy, Target, WhenStreaming};

use crate::bench::{Bench, ROOT, controlled, customs, user};

#[test]
fn what_was_said_after_an_empty_response_stands_behind_what_the_client_has() {
    let policy = Policy {
        when_streaming: WhenStreaming::AfterResponse,
        ..controlled()
    };
    let mut bench = Bench::new(vec![user("hello")], Vec::new(), policy);
    bench.start();
    bench.say("i1", "and then?", &Target::Auto);
    // No client has seen this response, because there was nothing in it.
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    let delivered = customs(&bench.log, "interjection.delivered");
    assert_eq!(delivered[0]["afterId"], "u1");
}
