//! The state that backend and client share.

use crate::change::Change;
use crate::input::Input;
use crate::run_event::RunEvent;
use crate::testing::builder::{controlled, convo, run_of};

fn state(json: &str) -> RunEvent {
    RunEvent::State(json.to_owned())
}

#[test]
fn what_the_backend_shares_goes_back_with_the_next_run() {
    let shared = convo().running("m1").event(state("{\"a\":1}"));
    assert_eq!(shared.last.changes, [Change::State]);
    let again = shared.clone().event(state("{\"a\":1}"));
    assert!(again.last.changes.is_empty(), "nothing is new about it");
    let next = shared.finished().running("m2");
    let request = next.conversation.request(&next.run()).expect("a run");
    assert_eq!(request.state, "{\"a\":1}");
}

#[test]
fn what_the_embedder_shares_takes_its_place() {
    let given = Input::StateGiven {
        state: "{\"b\":2}".to_owned(),
    };
    let convo = convo()
        .running("m1")
        .event(state("{\"a\":1}"))
        .given(given)
        .finished()
        .running("m2");
    let request = convo.conversation.request(&convo.run()).expect("a run");
    assert_eq!(request.state, "{\"b\":2}");
}

#[test]
fn a_run_that_is_being_stopped_still_shares_and_one_that_is_over_does_not() {
    let stopping = controlled()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") });
    let late = stopping.event_of(run_of("m1"), None, state("1"));
    assert_eq!(late.conversation.state(), "1");
    let over = convo().running("m1").finished();
    let late = over.event_of(run_of("m1"), None, state("2"));
    assert!(late.was_refused());
}
