//! The announcement that the agent began to work: once, at the first event of its run.

use crate::effect::{Announcement, Effect};
use crate::input::Input;
use crate::run_event::{OpenError, RunEvent};
use crate::testing::builder::{Convo, asks, convo, question, text, tool};
use crate::testing::events::failure;
use crate::testing::inputs::approve;

fn is_told(convo: &Convo) -> bool {
    let started = Effect::Announce(Announcement::Started);
    convo.last.effects.contains(&started)
}

fn sent() -> Convo {
    convo()
        .composing("hi")
        .given(Input::Submit { id: "m1".into() })
}

#[test]
fn the_start_is_announced_once_at_the_first_event_of_the_run() {
    let sent = sent();
    assert!(!is_told(&sent));
    let open = sent.event(RunEvent::Opened);
    assert!(!is_told(&open), "a stream without a word says nothing");
    let began = open.clone().event(RunEvent::Started);
    assert!(is_told(&began));
    assert!(!is_told(&began.event(text("a", "x"))), "once");
    assert!(
        is_told(&open.event(text("a", "x"))),
        "some never say that they begin"
    );
}

#[test]
fn a_failure_does_not_announce_the_start() {
    let refused = sent().event(RunEvent::OpenFailed(OpenError::NotAStream("no".into())));
    assert!(!is_told(&refused));
    let failed = sent().event(RunEvent::Opened).event(failure("no"));
    assert!(!is_told(&failed));
}

#[test]
fn after_an_approval_the_start_of_the_next_run_is_announced() {
    let asked = convo()
        .running("m1")
        .event(tool("c"))
        .event(asks(vec![question("i", Some("c"))]));
    let approved = asked.given(approve("m1", "i"));
    assert!(!is_told(&approved));
    let began = approved.event(RunEvent::Opened).event(RunEvent::Started);
    assert!(is_told(&began));
}

#[test]
fn a_run_for_an_interjection_does_not_announce_the_start() {
    let follows = convo()
        .running("m1")
        .event(text("a", "half"))
        .interjecting("i1", "look there")
        .event(RunEvent::Opened)
        .event(RunEvent::Started);
    assert!(!is_told(&follows), "it was at work before");
}
