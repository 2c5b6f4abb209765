//! Tools that are always allowed in a thread.

use crate::card::Card;
use crate::change::Change;
use crate::effect::{Announcement, Effect};
use crate::id::RunId;
use crate::input::{AlwaysInput, Input};
use crate::run_event::{AnswerForm, Interrupt, RunEvent};
use crate::testing::builder::{Convo, asks, convo, question, tool};
use crate::testing::events::{refused, tool_start};
use crate::transcript::{Answer, Outcome};

fn decision(id: &str) -> Interrupt {
    question(id, Some(&format!("c-{id}")))
}

fn named(call: &str, name: &str) -> RunEvent {
    tool_start(call, name, None)
}

fn always(convo: Convo, interrupt: &str) -> Convo {
    convo.given(Input::Always(AlwaysInput::Allow {
        turn: "m1".into(),
        interrupt: interrupt.into(),
    }))
}

/// A thread whose tool `search` was allowed at its first question.
fn allowed() -> Convo {
    let asked = convo().running("m1").event(tool("c-i"));
    always(asked.event(asks(vec![decision("i")])), "i")
}

fn attempt(number: u32) -> RunId {
    RunId::of_attempt(&"m1".into(), number)
}

#[test]
fn the_question_is_approved_and_the_tool_is_remembered() {
    let convo = allowed();
    assert_eq!(convo.conversation.always_allowed(), ["search"]);
    assert!(convo.last.changes.contains(&Change::Always));
    assert_eq!(convo.outward(), [Effect::OpenStream { run: attempt(2) }]);
    assert!(
        convo
            .turn("m1")
            .asked("i")
            .is_some_and(|asked| asked.always)
    );
}

#[test]
fn a_later_question_about_the_tool_is_approved_without_asking() {
    let asked = allowed()
        .event(tool("c-j"))
        .event(asks(vec![decision("j")]));
    assert_eq!(asked.outward(), [Effect::OpenStream { run: attempt(3) }]);
    assert!(matches!(asked.card(), Card::Running { run, .. } if *run == attempt(3)));
    assert_eq!(asked.turn("m1").outcome, None);
    let yes = Answer::Approved { arguments: None };
    assert_eq!(asked.turn("m1").answer_to("j"), Some(&yes));
    assert!(
        asked
            .turn("m1")
            .asked("j")
            .is_some_and(|asked| asked.always)
    );
    let waits = |effect: &Effect| matches!(effect, Effect::Announce(Announcement::Waiting { .. }));
    assert!(!asked.last.effects.iter().any(waits), "nobody is asked");
}

#[test]
fn another_tool_is_still_asked_about() {
    let other = allowed().event(named("c-j", "delete"));
    let other = other.event(asks(vec![decision("j")]));
    assert!(other.turn("m1").is_waiting());
    assert_eq!(other.turn("m1").answer_to("j"), None);
}

#[test]
fn of_several_questions_only_those_about_the_tool_have_an_answer() {
    let both = allowed().event(named("c-j", "delete")).event(tool("c-k"));
    let both = both.event(asks(vec![decision("j"), decision("k")]));
    assert!(both.turn("m1").is_waiting());
    assert_eq!(both.turn("m1").answer_to("j"), None);
    assert!(both.turn("m1").answer_to("k").is_some());
}

#[test]
fn a_question_with_a_form_or_about_no_call_is_still_asked() {
    let form = Interrupt {
        form: AnswerForm::Json,
        ..decision("j")
    };
    for asked in [form, question("j", None)] {
        let waits = allowed().event(tool("c-j")).event(asks(vec![asked]));
        assert!(waits.turn("m1").is_waiting());
        assert_eq!(waits.turn("m1").answer_to("j"), None);
        let refused = always(waits, "j");
        assert!(refused.was_refused());
        assert_eq!(refused.conversation.always_allowed(), ["search"]);
    }
}

#[test]
fn another_thread_is_still_asked() {
    let other = convo().running("m1").event(tool("c-i"));
    let other = other.event(asks(vec![decision("i")]));
    assert!(other.turn("m1").is_waiting());
}

#[test]
fn it_can_be_taken_back() {
    let ask = || {
        Input::Always(AlwaysInput::AskAgain {
            tool: "search".into(),
        })
    };
    let back = allowed().given(ask());
    assert_eq!(back.last.changes, [Change::Always]);
    assert_eq!(back.conversation.always_allowed(), [""; 0]);
    assert!(back.clone().given(ask()).was_refused());
    let asked = back.event(tool("c-j")).event(asks(vec![decision("j")]));
    assert!(asked.turn("m1").is_waiting());
}

#[test]
fn an_answer_that_the_backend_refuses_is_not_given_again() {
    let asked = allowed()
        .event(tool("c-j"))
        .event(asks(vec![decision("j")]));
    let refused = asked.event(refused(400));
    assert!(matches!(
        refused.turn("m1").outcome,
        Some(Outcome::Waiting(_))
    ));
    assert_eq!(refused.outward(), []);
}
