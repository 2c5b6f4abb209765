//! Questions that close without an answer. A separate run abandons the question, and the next run
//! sends the message that was written in place of an answer. Each question shows why it is closed.
//!
//! The tests imitate several backends: one that accepts answers only without a message, one that
//! refuses answers, one whose runs are empty, one that has its own results of calls.

mod refused;

use crate::control::CancelAnswer;
use crate::effect::Effect;
use crate::history::HistoryMessage;
use crate::id::RunId;
use crate::input::{Input, QueueInput};
use crate::run_event::{Abilities, AnswerForm, FinishOutcome, RunError, RunEvent, SnapshotMessage};
use crate::testing::builder::{
    Convo, PLAIN_STOP, asks, convo, question, run_of, text, tool, tool_args, tool_result, user,
};
use crate::testing::events::call_result;
use crate::testing::inputs::{answer_to, interject, replace};
use crate::transcript::{
    ActivityStatus, Answer, Asked, Closed, Delivery, Outcome, Stop, Undelivered,
};

fn second() -> RunId {
    RunId::of_attempt(&"m1".into(), 2)
}

fn asking() -> Convo {
    asking_as(AnswerForm::default())
}

fn asking_as(form: AnswerForm) -> Convo {
    let mut asked = question("i", Some("c"));
    asked.form = form;
    convo()
        .running("m1")
        .event(tool("c"))
        .event(tool_args("c", "{}"))
        .event(tool("d"))
        .event(asks(vec![asked]))
}

fn replacing(convo: Convo) -> Convo {
    let run = convo.turn("m1").last_run();
    convo.composing("instead").given(replace(run, "m2"))
}

fn interjecting(convo: Convo) -> Convo {
    let run = convo.turn("m1").last_run();
    convo.composing("instead").given(interject(run, "w"))
}

fn answering(convo: Convo, answer: Answer) -> Convo {
    convo.given(answer_to("m1", "i", answer))
}

fn users(convo: &Convo) -> Vec<String> {
    let messages = convo.request().messages.into_iter();
    messages
        .filter_map(|held| match held {
            HistoryMessage::User { text, .. } => Some(text),
            _ => None,
        })
        .collect()
}

fn results(convo: &Convo) -> Vec<String> {
    let messages = convo.request().messages.into_iter();
    messages
        .filter_map(|held| match held {
            HistoryMessage::Tool { call, content, .. } => Some(format!("{call}: {content}")),
            _ => None,
        })
        .collect()
}

fn asked(convo: &Convo) -> Asked {
    convo.turn("m1").asked("i").expect("the question").clone()
}

#[test]
fn a_message_in_place_of_an_answer_is_sent_after_a_run_that_only_abandons_the_question() {
    let sent = replacing(asking());
    assert_eq!(sent.outward(), [Effect::OpenStream { run: second() }]);
    let asked_for = sent.request();
    assert_eq!(asked_for.resume.len(), 1);
    assert_eq!(asked_for.resume[0].answer, Answer::Abandoned);
    assert_eq!(users(&sent), ["text of m1"], "the answer goes alone");
    assert_eq!(results(&sent), Vec::<String>::new(), "nothing is made up");
    assert_eq!(sent.prompts(), ["m2"], "the message is kept meanwhile");
    let said = sent
        .event(RunEvent::Opened)
        .event(text("b", "So not."))
        .finished();
    assert_eq!(said.outward(), [Effect::OpenStream { run: run_of("m2") }]);
    assert_eq!(said.request().resume, []);
    assert_eq!(users(&said), ["text of m1", "instead"]);
    let turn = said.turn("m1");
    assert_eq!(turn.outcome, Some(Outcome::Cancelled(Stop::Confirmed)));
    assert_eq!(
        turn.text_of(&"b".into()),
        "So not.",
        "what it said is shown"
    );
    assert_eq!(asked(&said).closed, Some(Closed::Replaced));
    assert_eq!(said.prompts(), Vec::<&str>::new());
}

#[test]
fn what_is_said_while_the_question_closes_goes_behind_the_message_that_waits() {
    let writes = replacing(asking().queued(1))
        .event(RunEvent::Opened)
        .event(text("b", "So"));
    for native in [false, true] {
        let writes = writes.clone().event(RunEvent::Abilities(Abilities {
            interject: native,
            ..PLAIN_STOP
        }));
        let steered = interjecting(writes);
        assert_eq!(steered.outward(), [], "the run goes on");
        assert_eq!(steered.prompts(), ["m2", "w", "q1"]);
        let said = steered.finished();
        assert_eq!(said.run(), run_of("m2"));
        assert_eq!(said.prompts(), ["w", "q1"]);
    }
}

#[test]
fn the_run_that_abandons_the_question_may_be_empty_or_end_as_cancelled() {
    for outcome in [FinishOutcome::Success, FinishOutcome::Cancelled] {
        let said = replacing(asking())
            .event(RunEvent::Opened)
            .event(RunEvent::Started)
            .event(RunEvent::Finished(outcome));
        assert_eq!(said.run(), run_of("m2"));
    }
}

#[test]
fn after_a_stop_the_question_is_abandoned_before_the_next_message_is_sent() {
    let stopped = asking().given(Input::Stop { run: run_of("m1") });
    assert_eq!(asked(&stopped).closed, Some(Closed::Stopped));
    assert_eq!(stopped.outward(), [], "nothing starts after a stop");
    let sent = stopped
        .composing("later")
        .given(Input::Submit { id: "m2".into() });
    assert_eq!(sent.outward(), [Effect::OpenStream { run: second() }]);
    assert_eq!(sent.request().resume.len(), 1);
    assert_eq!(users(&sent), ["text of m1"]);
    let said = sent.event(RunEvent::Opened).finished();
    assert_eq!(said.run(), run_of("m2"));
    assert_eq!(users(&said), ["text of m1", "later"]);
    let later = said.finished().running("m3");
    assert_eq!(later.request().resume, [], "it is told once");
}

#[test]
fn starting_the_next_prompt_closes_the_question_as_overtaken() {
    let waiting = asking()
        .composing("next")
        .given(Input::Submit { id: "q1".into() });
    let run_next = waiting
        .clone()
        .given(Input::ResumeClicked)
        .given(Input::EditorSubmit { id: "x".into() });
    let run_now = waiting.queue(QueueInput::RunNow("q1".into()));
    for overtaken in [run_next, run_now] {
        assert_eq!(overtaken.run(), second());
        assert_eq!(asked(&overtaken).closed, Some(Closed::Overtaken));
        assert!(answering(overtaken.clone(), Answer::Abandoned).was_refused());
        let next = overtaken.event(RunEvent::Opened).finished();
        assert_eq!(next.run(), run_of("q1"));
        assert!(!next.turn("m1").is_waiting());
    }
}

#[test]
fn an_interjection_in_place_of_an_answer_follows_in_a_run_of_the_same_turn() {
    let sent = interjecting(asking());
    assert_eq!(users(&sent), ["text of m1"], "the answer goes alone");
    assert_eq!(results(&sent), Vec::<String>::new());
    assert_eq!(sent.delivery("w"), Delivery::AfterAnswer);
    let going = sent
        .event(RunEvent::Opened)
        .event(tool_result("c", "denied"))
        .event(text("b", "So not."));
    assert_eq!(going.outward(), [], "its run is not cut");
    let next = going.finished();
    assert_eq!(next.run(), RunId::of_attempt(&"m1".into(), 3));
    assert_eq!(next.request().resume, []);
    assert_eq!(users(&next), ["text of m1", "instead"]);
    let heard = next.event(RunEvent::Opened).event(text("e", "This then."));
    assert_eq!(heard.delivery("w"), Delivery::Delivered { step: None });
    let over = heard.finished();
    assert_eq!(over.turn("m1").outcome, Some(Outcome::Completed));
}

#[test]
fn an_interjection_in_place_of_words_follows_in_a_run_of_the_same_turn() {
    let gone = RunEvent::Failed(RunError {
        message: "gone".into(),
        code: Some("interrupt_not_found".into()),
    });
    for end in [
        RunEvent::Finished(FinishOutcome::Success),
        RunEvent::Finished(FinishOutcome::Cancelled),
        gone,
    ] {
        let sent = interjecting(asking_as(AnswerForm::Words { field: None }));
        assert_eq!(sent.request().resume[0].answer, Answer::Abandoned);
        assert_eq!(users(&sent), ["text of m1"], "the answer goes alone");
        let next = sent.event(RunEvent::Opened).event(end);
        assert_eq!(next.run(), RunId::of_attempt(&"m1".into(), 3));
        assert_eq!(next.request().resume, []);
        assert_eq!(users(&next), ["text of m1", "instead"]);
        assert!(asked(&next).closed.is_some());
        let over = next
            .event(RunEvent::Opened)
            .event(text("e", "This then."))
            .finished();
        assert_eq!(over.delivery("w"), Delivery::Delivered { step: None });
        assert_eq!(over.turn("m1").outcome, Some(Outcome::Completed));
        assert_eq!(over.prompts(), Vec::<&str>::new());
    }
}

#[test]
fn a_reason_that_the_schema_forbids_is_sent_as_a_message_after_the_answer() {
    let strict = AnswerForm::Decision {
        reason: false,
        edits: false,
        bare: false,
    };
    let denied = || Answer::Denied {
        reason: Some("not in this branch".into()),
    };
    let sent = answering(asking_as(strict), denied());
    assert_eq!(users(&sent), ["text of m1"]);
    let next = sent
        .event(RunEvent::Opened)
        .event(tool_result("c", "denied"))
        .finished();
    assert_eq!(users(&next), ["text of m1", "not in this branch"]);
    assert_eq!(next.request().resume, []);
    let lenient = answering(asking(), denied())
        .event(RunEvent::Opened)
        .event(tool_result("c", "denied"))
        .finished();
    assert!(lenient.conversation.active().is_none(), "it went along");
}

#[test]
fn calls_that_the_backend_continues_get_no_placeholder_result() {
    let sent = answering(asking(), Answer::Approved { arguments: None });
    assert_eq!(results(&sent), Vec::<String>::new());
    assert_eq!(sent.status("d"), ActivityStatus::Running);
    let over = sent
        .event(RunEvent::Opened)
        .event(tool_result("d", "found"))
        .event(tool_result("c", "written"))
        .finished();
    assert_eq!(over.status("d"), ActivityStatus::Done);
    let next = over.running("m2");
    assert_eq!(results(&next), ["c: written", "d: found"]);
}

#[test]
fn a_later_result_from_the_backend_replaces_a_placeholder_result() {
    let said = replacing(asking()).event(RunEvent::Opened).finished();
    let made_up = results(&said);
    assert_eq!(made_up.len(), 2, "the history stays valid: {made_up:?}");
    let echoed = |content: &str| SnapshotMessage::Tool {
        id: "c.stopped".into(),
        call: "c".into(),
        content: content.into(),
        attachments: Vec::new(),
        failed: true,
    };
    let content = made_up[0].strip_prefix("c: ").expect("it is of c");
    let list = |message| RunEvent::Snapshot(vec![user("m1", ""), message, user("m2", "instead")]);
    let before = said.event(RunEvent::Opened).event(list(echoed(content)));
    assert_eq!(before.status("c"), ActivityStatus::Cancelled);
    let streamed = before.clone().event(tool_result("c", "ran"));
    assert_eq!(streamed.status("c"), ActivityStatus::Done);
    let kept = call_result("kept", "c", "ran");
    let listed = before.event(list(kept));
    assert_eq!(listed.status("c"), ActivityStatus::Done);
    assert!(results(&listed).contains(&"c: ran".to_owned()));
}

#[test]
fn a_late_result_finishes_a_call_that_failed_with_its_turn() {
    let failed = convo().running("m1").event(tool("c")).failed();
    assert_eq!(failed.status("c"), ActivityStatus::Failed);
    let later = failed.running("m2").event(tool_result("c", "ran"));
    assert_eq!(later.status("c"), ActivityStatus::Done);
}

#[test]
fn an_interjection_is_queued_if_the_run_with_the_answer_fails() {
    let failed = interjecting(asking())
        .event(RunEvent::Opened)
        .event(text("b", "So"))
        .failed();
    let queued = Delivery::Undelivered(Undelivered::Queued);
    assert_eq!(failed.delivery("w"), queued);
    assert_eq!(failed.prompts(), ["w"]);
    assert!(!failed.turn("m1").is_waiting(), "the answer was taken");
}

#[test]
fn a_late_answer_to_a_stop_does_not_end_the_next_run_that_closes_the_question() {
    let stopped = replacing(asking().with_abilities(PLAIN_STOP));
    let run = stopped.run();
    let again = stopped
        .given(Input::Stop { run: run.clone() })
        .queue(QueueInput::RunNow("m2".into()));
    assert_eq!(again.run(), RunId::of_attempt(&"m1".into(), 3));
    let answered = again.given(Input::CancelAnswered {
        run,
        answer: CancelAnswer::Refused,
    });
    assert_eq!(answered.turn("m1").outcome, None);
    assert_eq!(answered.run(), RunId::of_attempt(&"m1".into(), 3));
}
