//! Turns that end with a question (AG-UI interrupts): the queue waits, and a message in place of an
//! answer abandons the question.
//!
//! Answers are tested in `approvals`.

use crate::card::{Card, PauseReason};
use crate::history::HistoryMessage;
use crate::input::Input;
use crate::request::RunRequest;
use crate::run_event::{FinishOutcome, RunEvent};
use crate::testing::builder::{
    Convo, asks, convo, question, run_of, tool, tool_args, tool_result, user,
};
use crate::testing::events::{call_result, refused};
use crate::testing::inputs::replace;
use crate::transcript::{ActivityKind, ActivityStatus, Answer, Outcome};

fn asking(convo: Convo) -> Convo {
    convo
        .running("m1")
        .event(tool("c1"))
        .event(tool_args("c1", "{}"))
        .event(asks(vec![question("i1", Some("c1"))]))
}

/// Sends a message in place of an answer.
fn replaced(convo: Convo) -> Convo {
    let run = convo.turn("m1").last_run();
    convo
        .composing("x")
        .given(replace(run, "m2"))
        .event(RunEvent::Opened)
}

fn abandoned(request: &RunRequest) -> Vec<&str> {
    let given = request.resume.iter();
    given
        .map(|given| {
            assert_eq!(given.answer, Answer::Abandoned);
            given.interrupt.as_str()
        })
        .collect()
}

fn results_of(request: &RunRequest, wanted: &str) -> usize {
    let is_result = |held: &&HistoryMessage| match held {
        HistoryMessage::Tool { call, .. } => call.as_str() == wanted,
        _ => false,
    };
    request.messages.iter().filter(is_result).count()
}

#[test]
fn a_question_pauses_the_queue() {
    let prompt = Input::Submit { id: "q1".into() };
    let asked = asking(convo());
    assert_eq!(*asked.card(), Card::Hidden);
    assert!(matches!(
        asked.turn("m1").outcome,
        Some(Outcome::Waiting(_))
    ));
    let running = convo().running("m1").composing("q").given(prompt);
    let waiting = running.event(RunEvent::Finished(FinishOutcome::Interrupt(vec![])));
    assert!(matches!(
        waiting.card(),
        Card::Paused {
            reason: PauseReason::Waiting,
            ..
        }
    ));
    assert_eq!(waiting.outward(), []);
}

#[test]
fn a_question_is_an_activity_and_its_call_waits() {
    let asked = asking(convo());
    let turn = asked.turn("m1");
    let status = |id: &str| turn.activity(&id.into()).map(|held| held.status);
    assert_eq!(status("c1"), Some(ActivityStatus::Waiting));
    assert_eq!(status("approval:i1"), Some(ActivityStatus::Waiting));
    assert_eq!(turn.finished_steps(), 0);
}

#[test]
fn a_message_in_place_of_an_answer_abandons_the_question() {
    let next = replaced(asking(convo()));
    let request = next.request();
    assert_eq!(abandoned(&request), ["i1"]);
    assert_eq!(
        results_of(&request, "c1"),
        0,
        "the abandoning is the answer"
    );
    let turn = next.turn("m1");
    for id in ["c1", "approval:i1"] {
        let held = turn.activity(&id.into()).expect("the activity");
        assert_eq!(held.status, ActivityStatus::Cancelled, "{id} waits no more");
    }
}

#[test]
fn the_backend_is_told_once_that_a_question_is_abandoned() {
    let later = replaced(asking(convo())).finished().running("m3");
    let request = later.request();
    assert!(request.resume.is_empty());
    assert_eq!(results_of(&request, "c1"), 1);
}

#[test]
fn a_question_opens_again_if_the_run_that_abandons_it_fails() {
    let failed = asking(convo())
        .composing("x")
        .given(replace(run_of("m1"), "m2"))
        .event(refused(400));
    let turn = failed.turn("m1");
    assert!(turn.is_waiting());
    assert_eq!(failed.prompts(), ["m2"]);
    assert!(matches!(
        failed.card(),
        Card::Paused {
            reason: PauseReason::Waiting,
            ..
        }
    ));
    let asked = turn.asked("i1").expect("the question");
    assert!(
        matches!(asked.refused, Some(Outcome::Failed(_))),
        "the question says why"
    );
    assert_eq!(asked.closed, None);
    // The backend has refused the request that abandons the question, so the message is now sent
    // alone.
    let next = failed
        .given(Input::ResumeClicked)
        .given(Input::EditorSubmit { id: "x".into() });
    assert_eq!(next.run(), run_of("m2"));
    assert!(next.request().resume.is_empty());
    assert_eq!(results_of(&next.request(), "c1"), 1);
}

#[test]
fn a_late_result_goes_to_its_call_in_the_earlier_turn() {
    let next = replaced(asking(convo())).event(tool_result("c1", "denied"));
    let call = next.turn("m1").activity(&"c1".into()).expect("the call");
    assert!(
        matches!(&call.kind, ActivityKind::Tool { result: Some(held), .. } if held.content == "denied")
    );
    assert!(next.finished().turn("m2").activities.is_empty());
}

// LangGraph keeps the result under an id of its own.
#[test]
fn the_result_of_an_abandoned_call_is_sent_back_under_its_id_in_the_snapshot() {
    let kept = call_result("kept", "c1", "denied");
    let next = replaced(asking(convo()))
        .event(tool_result("c1", "denied"))
        .event(RunEvent::Snapshot(vec![user("m1", ""), kept]))
        .finished()
        .running("m3");
    let ids: Vec<_> = next
        .request()
        .messages
        .iter()
        .filter_map(|held| match held {
            HistoryMessage::Tool { id, .. } => Some(id.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(ids, ["kept"]);
}

#[test]
fn a_repeated_call_of_an_earlier_turn_is_ignored() {
    let next = replaced(asking(convo()))
        .event(tool("c1"))
        .event(tool_args("c1", "{}"));
    let call = next.turn("m1").activity(&"c1".into()).expect("the call");
    assert!(matches!(&call.kind, ActivityKind::Tool { arguments, .. } if arguments == "{}"));
    assert!(next.finished().turn("m2").activities.is_empty());
}

#[test]
fn a_call_id_used_again_in_a_later_turn_is_a_new_call() {
    let first = convo()
        .running("m1")
        .event(tool("call_0"))
        .event(tool_result("call_0", "one"))
        .finished();
    let second = first
        .running("m2")
        .event(tool("call_0"))
        .event(tool_args("call_0", "{}"))
        .event(tool_result("call_0", "two"));
    let call = second
        .turn("m2")
        .activity(&"call_0".into())
        .expect("a call of its own");
    assert!(
        matches!(&call.kind, ActivityKind::Tool { result: Some(held), .. } if held.content == "two")
    );
    let told = second
        .turn("m1")
        .activity(&"call_0".into())
        .expect("the first");
    assert!(
        matches!(&told.kind, ActivityKind::Tool { result: Some(held), .. } if held.content == "one")
    );
    assert_eq!(second.run(), run_of("m2"));
}
