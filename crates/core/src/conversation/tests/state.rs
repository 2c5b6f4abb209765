//! The state that backend and client share, and what the protocol keeps.

use crate::change::Change;
use crate::input::Input;
use crate::run_event::RunEvent;
use crate::testing::builder::{controlled, convo, run_of};

fn state(json: &str) -> RunEvent {
    RunEvent::State(json.to_owned())
}

#[test]
fn the_next_run_sends_the_state_from_the_backend() {
    let shared = convo().running("m1").event(state("{\"a\":1}"));
    assert_eq!(shared.last.changes, [Change::State]);
    let again = shared.clone().event(state("{\"a\":1}"));
    assert!(again.last.changes.is_empty(), "nothing is new about it");
    let next = shared.finished().running("m2");
    let request = next.request();
    assert_eq!(request.state, "{\"a\":1}");
}

#[test]
fn the_state_from_the_embedder_replaces_the_one_from_the_backend() {
    let given = Input::StateGiven {
        state: "{\"b\":2}".to_owned(),
    };
    let convo = convo()
        .running("m1")
        .event(state("{\"a\":1}"))
        .given(given)
        .finished()
        .running("m2");
    let request = convo.request();
    assert_eq!(request.state, "{\"b\":2}");
}

#[test]
fn a_stopping_run_can_change_the_state_and_an_ended_run_cannot() {
    let stopping = controlled()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") });
    let late = stopping.event_in("m1", state("1"));
    assert_eq!(late.conversation.state(), "1");
    let over = convo().running("m1").finished();
    let late = over.event_in("m1", state("2"));
    assert!(late.was_refused());
}

#[test]
fn the_next_run_gets_what_the_protocol_keeps() {
    let memory = || RunEvent::Memory("{\"run\":7}".to_owned());
    let kept = convo().running("m1").event(memory());
    assert_eq!(kept.last.changes, [Change::Run], "so that it is stored");
    assert!(kept.clone().event(memory()).last.changes.is_empty());
    assert_eq!(
        kept.conversation.state(),
        "",
        "the embedder sees none of it"
    );
    let next = kept.finished().running("m2");
    let request = next.request();
    assert_eq!(request.memory, "{\"run\":7}");
}
