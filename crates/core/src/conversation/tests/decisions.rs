//! What stays of an answered question: its place in the turn, and the person's reason.

use crate::run_event::RunEvent;
use crate::testing::builder::{Convo, asks, convo, question, run_of, text, tool};
use crate::testing::inputs::{answer_to, interject};
use crate::transcript::{ActivityKind, Answer};

const YES: Answer = Answer::Approved { arguments: None };

fn asking() -> Convo {
    let convo = convo().running("m1").event(tool("c"));
    convo.event(asks(vec![question("i", Some("c"))]))
}

fn answering(convo: Convo, answer: Answer) -> Convo {
    convo.given(answer_to("m1", "i", answer))
}

#[test]
fn a_question_keeps_its_place_among_the_texts() {
    let after = |convo: &Convo| {
        let asked = convo.turn("m1").activity(&"approval:i".into());
        asked.expect("the question").after.clone()
    };
    assert_eq!(after(&asking()), None);
    let asked = convo()
        .running("m1")
        .event(text("a1", "I write it."))
        .event(tool("c"))
        .event(asks(vec![question("i", Some("c"))]));
    let on = answering(asked, YES)
        .event(RunEvent::Opened)
        .event(text("a2", "Done."));
    assert_eq!(after(&on), Some("a1".into()));
    let again = on.event(asks(vec![question("i", Some("c"))]));
    assert_eq!(after(&again), Some("a2".into()));
}

#[test]
fn a_reason_is_what_the_person_wrote() {
    let denied = |reason: &str| Answer::Denied {
        reason: Some(reason.into()),
    };
    assert_eq!(denied(" not here\n").reason(), "not here");
    assert_eq!(Answer::Denied { reason: None }.reason(), "");
    assert_eq!(YES.reason(), "");
    // A message in place of the answer has its own words.
    let said = asking()
        .composing("rather not")
        .given(interject(run_of("m1"), "m2"));
    let held = said.turn("m1").activity(&"approval:i".into());
    let answer = held.and_then(|held| match &held.kind {
        ActivityKind::Approval { answer, .. } => answer.clone(),
        _ => None,
    });
    let answer = answer.expect("an answer");
    assert!(matches!(answer, Answer::Denied { reason: Some(_) }));
    assert_eq!(answer.reason(), "");
}
