//! What a run leaves for the next one: the place of an interjection, and calls without a result.

use midturn_agent::conversation::{Message, ToolCall, ToolStatus};
use midturn_agent::engine::{Dispatch, Policy, Target, WhenStreaming};

use crate::bench::{Bench, ROOT, controlled, customs, policy, user};

#[test]
fn a_message_after_an_empty_response_names_the_last_message_of_the_client() {
    let policy = Policy {
        when_streaming: WhenStreaming::AfterResponse,
        ..controlled()
    };
    let mut bench = Bench::started_with(policy);
    bench.say("i1", "and then?", &Target::Auto);
    // The response is empty, so no client has seen it.
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    let delivered = customs(&bench.log, "interjection.delivered");
    assert_eq!(delivered[0]["afterId"], "u1");
}

#[test]
fn an_approved_call_that_was_cut_off_is_cancelled_and_not_denied() {
    let call = ToolCall::new("w", "write_file", "{}");
    let asked = Message::assistant("m1", "", vec![call.clone()]);
    let next = Message::user("u2", "go on");
    let history = vec![user("write it"), asked, next];
    for (open, status) in [
        (vec![call], ToolStatus::Denied),
        (Vec::new(), ToolStatus::Cancelled),
    ] {
        let mut bench = Bench::new(history.clone(), Vec::new(), policy());
        bench.engine = bench.engine.with_open_calls(open);
        bench.start();
        assert_eq!(bench.results(), [("w".to_owned(), status)]);
    }
}
