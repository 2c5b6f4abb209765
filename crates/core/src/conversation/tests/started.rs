//! When the start of the agent's work is announced: at its first output, and once.

use crate::effect::{Announcement, Effect};
use crate::input::Input;
use crate::run_event::{OpenError, RunError, RunEvent};
use crate::testing::builder::{Convo, asks, convo, question, text, tool};
use crate::transcript::Answer;

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
fn not_before_anything_came() {
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
fn not_by_a_failure() {
    let refused = sent().event(RunEvent::OpenFailed(OpenError::NotAStream("no".into())));
    assert!(!is_told(&refused));
    let failed = sent()
        .event(RunEvent::Opened)
        .event(RunEvent::Failed(RunError {
            message: "no".into(),
            code: None,
        }));
    assert!(!is_told(&failed));
}

#[test]
fn after_an_approval_when_the_run_that_brings_it_has_begun() {
    let asked = convo()
        .running("m1")
        .event(tool("c"))
        .event(asks(vec![question("i", Some("c"))]));
    let approved = asked.given(Input::Answer {
        turn: "m1".into(),
        interrupt: "i".into(),
        answer: Answer::Approved { arguments: None },
    });
    assert!(!is_told(&approved));
    let began = approved.event(RunEvent::Opened).event(RunEvent::Started);
    assert!(is_told(&began));
}

#[test]
fn not_by_a_run_that_goes_on_with_an_interjection() {
    let follows = convo()
        .running("m1")
        .event(text("a", "half"))
        .interjecting("i1", "look there")
        .event(RunEvent::Opened)
        .event(RunEvent::Started);
    assert!(!is_told(&follows), "it was at work before");
}
