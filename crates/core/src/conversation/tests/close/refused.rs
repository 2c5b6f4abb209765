//! Answers and abandoned questions that the backend refuses. Accepted ones are tested in `close`.

use super::{answering, asked, asking, asking_as, interjecting, replacing, users};
use crate::card::{Card, PauseReason};
use crate::input::{Input, QueueInput};
use crate::run_event::{AnswerForm, LostReason, RunError, RunEvent};
use crate::testing::builder::{asks, question, run_of, text, tool_result};
use crate::testing::events::refused;
use crate::transcript::{ActivityStatus, Answer, Closed, Outcome};

fn error(code: Option<&str>) -> RunEvent {
    RunEvent::Failed(RunError {
        message: "no paused run matching".into(),
        code: code.map(str::to_owned),
    })
}

#[test]
fn a_refused_answer_reopens_its_question_with_the_error_and_keeps_the_message() {
    for refusal in [refused(400), refused(404), error(None)] {
        for (name, sent, words) in [
            (
                "approved",
                answering(asking(), Answer::Approved { arguments: None }),
                None,
            ),
            ("replaced", replacing(asking()), Some("m2")),
            ("interjected", interjecting(asking()), Some("w")),
        ] {
            let sent = match &refusal {
                RunEvent::Failed(_) => sent.event(RunEvent::Opened).event(RunEvent::Started),
                _ => sent,
            };
            let back = sent.event(refusal.clone());
            assert!(back.turn("m1").is_waiting(), "{name} {refusal:?}");
            assert!(
                matches!(asked(&back).refused, Some(Outcome::Failed(_))),
                "{name}"
            );
            assert_eq!(asked(&back).closed, None, "{name}");
            assert_eq!(back.status("approval:i"), ActivityStatus::Waiting, "{name}");
            assert_eq!(
                back.prompts(),
                words.into_iter().collect::<Vec<_>>(),
                "{name}"
            );
            let rests = matches!(
                back.card(),
                Card::Paused {
                    reason: PauseReason::Waiting,
                    ..
                }
            );
            assert_eq!(rests, words.is_some(), "{name}");
            let again = answering(back, Answer::Denied { reason: None });
            assert_eq!(
                again.request().resume.len(),
                1,
                "{name}: it can be answered"
            );
            assert_eq!(asked(&again).refused, None, "{name}");
        }
    }
}

#[test]
fn a_reason_that_did_not_get_through_is_a_draft_again_and_said_once() {
    let form = AnswerForm::Decision {
        reason: false,
        edits: false,
        bare: false,
    };
    let denied = || Answer::Denied {
        reason: Some("not in this branch".into()),
    };
    let back = answering(asking_as(form), denied()).event(refused(400));
    assert_eq!(back.prompts(), [""; 0]);
    assert_eq!(back.turn("m1").interjections().count(), 0);
    assert_eq!(asked(&back).draft.text, "not in this branch");
    let over = answering(back, denied())
        .event(RunEvent::Opened)
        .event(tool_result("c", "denied"))
        .finished();
    assert_eq!(users(&over), ["text of m1", "not in this branch"]);
    assert_eq!(over.prompts(), [""; 0]);
}

#[test]
fn a_reload_before_the_answer_is_accepted_reopens_the_question() {
    let lost = RunEvent::Lost(LostReason::Truncated);
    for (name, gone) in [
        ("sent", replacing(asking()).given(Input::Restored)),
        (
            "open",
            replacing(asking())
                .event(RunEvent::Opened)
                .given(Input::Restored),
        ),
        (
            "empty",
            replacing(asking()).event(RunEvent::Opened).event(lost),
        ),
    ] {
        assert!(gone.turn("m1").is_waiting(), "{name}");
        assert_eq!(gone.prompts(), ["m2"], "{name}");
        assert!(
            matches!(asked(&gone).refused, Some(Outcome::Interrupted(_))),
            "{name}"
        );
        let again = gone.queue(QueueInput::RunNow("m2".into()));
        assert_eq!(again.request().resume.len(), 1, "{name}: it may not know");
    }
    let heard = replacing(asking())
        .event(RunEvent::Opened)
        .event(text("b", "So not."))
        .given(Input::Restored);
    assert!(!heard.turn("m1").is_waiting());
    assert_eq!(heard.prompts(), ["m2"]);
}

#[test]
fn after_a_refused_answer_the_message_is_sent_alone() {
    let back = replacing(asking()).event(refused(400));
    let next = back.queue(QueueInput::RunNow("m2".into()));
    assert_eq!(next.run(), run_of("m2"));
    assert_eq!(next.request().resume, []);
    assert_eq!(asked(&next).closed, Some(Closed::Overtaken));
    // A backend that repeats the question gets the message alone too.
    let asked_again = replacing(asking())
        .event(RunEvent::Opened)
        .event(asks(vec![question("i", Some("c"))]));
    assert!(asked_again.turn("m1").is_waiting());
    assert_eq!(asked_again.prompts(), ["m2"]);
    let next = asked_again.queue(QueueInput::RunNow("m2".into()));
    assert_eq!(next.run(), run_of("m2"));
}

#[test]
fn an_interrupt_not_found_error_closes_the_question_as_answered_elsewhere() {
    let gone = || error(Some("interrupt_not_found"));
    let answered = answering(asking(), Answer::Approved { arguments: None })
        .event(RunEvent::Opened)
        .event(RunEvent::Started)
        .event(gone());
    assert!(!answered.turn("m1").is_waiting());
    assert_eq!(asked(&answered).closed, Some(Closed::Elsewhere));
    let replaced = replacing(asking())
        .event(RunEvent::Opened)
        .event(RunEvent::Started)
        .event(gone());
    assert_eq!(replaced.run(), run_of("m2"), "nothing is left to wait for");
}
