//! Questions of servers that say little: which call they are about, and what a message in their place
//! answers.

use crate::run_event::{AnswerForm, Interrupt, RunEvent};
use crate::testing::builder::{Convo, asks, convo, tool, tool_result};
use crate::testing::inputs::interject;
use crate::transcript::Answer;

fn bare(form: AnswerForm) -> Interrupt {
    Interrupt {
        id: "i".into(),
        reason: "needs_human".into(),
        metadata: Some("{}".into()),
        form,
        ..Interrupt::default()
    }
}

fn words() -> AnswerForm {
    AnswerForm::Words { field: None }
}

fn call(convo: &Convo) -> Option<&str> {
    let asked = convo.turn("m1").open_interrupts().next();
    asked?.call.as_ref().map(crate::id::ActivityId::as_str)
}

#[test]
fn a_bare_question_is_about_the_one_call_without_a_result() {
    let run = || convo().running("m1").event(tool("c"));
    let asked = run().event(asks(vec![bare(words())]));
    assert_eq!(call(&asked), Some("c"));
    let done = run()
        .event(tool_result("c", "x"))
        .event(tool("d"))
        .event(asks(vec![bare(words())]));
    assert_eq!(call(&done), Some("d"));
}

#[test]
fn a_bare_question_beside_no_call_or_several_is_about_none() {
    let none = convo().running("m1").event(asks(vec![bare(words())]));
    assert_eq!(call(&none), None);
    let two = convo()
        .running("m1")
        .event(tool("c"))
        .event(tool("d"))
        .event(asks(vec![bare(words())]));
    assert_eq!(call(&two), None);
    for said in [
        Interrupt {
            message: Some("Which?".into()),
            ..bare(words())
        },
        Interrupt {
            schema: Some("{}".into()),
            ..bare(words())
        },
    ] {
        let asked = convo()
            .running("m1")
            .event(tool("c"))
            .event(asks(vec![said]));
        assert_eq!(call(&asked), None);
    }
}

#[test]
fn a_message_in_place_of_words_closes_the_question_and_is_sent_next() {
    for form in [words(), AnswerForm::Json] {
        let said = convo()
            .running("m1")
            .event(asks(vec![bare(form)]))
            .composing("something else");
        let run = said.turn("m1").last_run();
        let said = said.given(interject(run, "x"));
        let request = said.request();
        let answers: Vec<_> = request.resume.iter().map(|held| &held.answer).collect();
        assert_eq!(answers, [&Answer::Abandoned]);
        let next = said.event(RunEvent::Opened).finished();
        let request = next.request();
        assert!(request.resume.is_empty());
        assert!(format!("{:?}", request.messages).contains("something else"));
    }
}

#[test]
fn a_message_in_place_of_an_approval_denies_it() {
    let said = convo()
        .running("m1")
        .event(asks(vec![bare(AnswerForm::default())]))
        .composing("something else");
    let run = said.turn("m1").last_run();
    let said = said.given(interject(run, "x"));
    let request = said.request();
    assert!(matches!(request.resume[0].answer, Answer::Denied { .. }));
}
