//! How a turn ends if its agent did not say the last word: no answer or a part of one, a call without
//! a result, a result without a call, an error after the end, a denied call.

use crate::effect::{Announcement, Effect};
use crate::history::HistoryMessage;
use crate::run_event::{FinishOutcome, Limit, RunEvent};
use crate::testing::builder::{
    Convo, asks, convo, question, run_of, text, tool, tool_args, tool_result,
};
use crate::testing::events::{failure, reasoning, text_end};
use crate::testing::inputs::answer_to;
use crate::transcript::{ActivityKind, ActivityStatus, Answer, Failure, Outcome, Turn};

fn thinks(convo: Convo) -> Convo {
    convo
        .event(reasoning("r", "hm"))
        .event(RunEvent::ReasoningEnd {
            message: "r".into(),
        })
}

fn step(convo: Convo) -> Convo {
    convo
        .event(RunEvent::StepStarted { name: "n".into() })
        .event(RunEvent::StepFinished { name: "n".into() })
}

fn failed() -> RunEvent {
    failure("broken")
}

fn is_announced(convo: &Convo, what: &Announcement) -> bool {
    convo.last.effects.contains(&Effect::Announce(what.clone()))
}

fn names(turn: &Turn) -> Vec<(&str, ActivityStatus)> {
    turn.activities
        .iter()
        .filter_map(|held| match &held.kind {
            ActivityKind::Tool { name, .. } => Some((name.as_str(), held.status)),
            _ => None,
        })
        .collect()
}

#[test]
fn a_turn_of_reasoning_alone_has_no_answer() {
    for convo in [
        thinks(convo().running("m1")),
        step(thinks(convo().running("m1"))),
        thinks(step(convo().running("m1"))).event(text("a", "")),
    ] {
        let ended = convo.finished();
        assert!(ended.turn("m1").unanswered);
        assert!(is_announced(&ended, &Announcement::Unanswered));
    }
}

#[test]
fn reasoning_with_a_text_or_a_tool_is_an_answer() {
    for convo in [
        thinks(convo().running("m1")).event(text("a", "x")),
        thinks(convo().running("m1"))
            .event(tool("c"))
            .event(tool_result("c", "x")),
        step(convo().running("m1")),
    ] {
        assert!(!convo.finished().turn("m1").unanswered);
    }
}

#[test]
fn an_answer_that_the_agent_says_is_cut_off_is_complete_and_says_so() {
    let half = || convo().running("m1").event(text("a", "half"));
    let limited = || half().event(RunEvent::Limited(Limit::Length));
    assert_eq!(limited().turn("m1").ended_by_limit(), None, "not yet");
    let ended = limited().event(text_end("a")).finished();
    assert_eq!(ended.turn("m1").ended_by_limit(), Some(Limit::Length));
    assert!(is_announced(&ended, &Announcement::Limited(Limit::Length)));
    let silent = convo()
        .running("m1")
        .event(RunEvent::Limited(Limit::Other))
        .finished();
    assert!(silent.turn("m1").unanswered);
    assert!(is_announced(&silent, &Announcement::Limited(Limit::Other)));
}

#[test]
fn an_answer_that_goes_on_is_not_cut_off() {
    let limited = || {
        convo()
            .running("m1")
            .event(text("a", "half"))
            .event(RunEvent::Limited(Limit::Length))
    };
    let goes_on = limited().event(text("b", "the rest")).finished();
    let fails = limited().event(failed());
    let stopped = limited().event(RunEvent::Finished(FinishOutcome::Cancelled));
    let next_run = limited()
        .interjecting("i1", "go on")
        .event(RunEvent::Opened)
        .event(text("b", "the rest"))
        .finished();
    for convo in [goes_on, fails, stopped, next_run] {
        assert_eq!(convo.turn("m1").ended_by_limit(), None);
    }
}

#[test]
fn an_error_behind_a_text_keeps_the_text() {
    let ended = convo()
        .running("m1")
        .event(text("a", "half"))
        .event(failed());
    let turn = ended.turn("m1");
    assert!(matches!(
        turn.outcome,
        Some(Outcome::Failed(Failure::Agent(_)))
    ));
    assert_eq!(turn.text_of(&"a".into()), "half");
}

#[test]
fn an_error_after_the_end_of_the_run_is_shown_with_the_text() {
    let ended = convo()
        .running("m1")
        .event(text("a", "whole"))
        .finished()
        .event_in("m1", failed());
    let turn = ended.turn("m1");
    assert!(matches!(
        turn.outcome,
        Some(Outcome::Failed(Failure::Agent(_)))
    ));
    assert_eq!(turn.text_of(&"a".into()), "whole");
    assert!(is_announced(&ended, &Announcement::Failed));
    let again = ended.event_in("m1", failed());
    assert!(again.was_refused());
}

#[test]
fn an_error_after_the_end_does_not_stop_the_next_turn() {
    let next = convo()
        .running("m1")
        .queued(1)
        .event(text("a", "whole"))
        .finished()
        .event_in("m1", failed());
    assert!(matches!(next.turn("m1").outcome, Some(Outcome::Failed(_))));
    assert_eq!(next.run(), run_of("q1"));
}

#[test]
fn a_late_error_does_not_change_a_turn_that_did_not_end_well() {
    let run = run_of("m1");
    let stopped = convo().running("m1").event(text("a", "x")).paused();
    let outcome = stopped.turn("m1").outcome.clone();
    let late = stopped.event_of(run, None, failed());
    assert_eq!(late.turn("m1").outcome, outcome);
}

#[test]
fn a_result_without_its_call_is_a_step_without_a_name() {
    let turn = convo().running("m1").event(tool_result("x", "found"));
    assert_eq!(names(turn.turn("m1")), [("", ActivityStatus::Done)]);
    let ended = turn
        .event(tool_result("x", "again"))
        .event(tool_result("y", "more"))
        .event(text("a", "Done."))
        .finished();
    assert_eq!(ended.turn("m1").finished_steps(), 2);
    assert!(!ended.turn("m1").ends_with_open_call());
    let next = ended.running("m2");
    let request = next.request();
    let no_orphan = |held: &HistoryMessage| !matches!(held, HistoryMessage::Tool { .. });
    assert!(request.messages.iter().all(no_orphan));
}

#[test]
fn a_call_that_comes_after_its_result_names_the_step() {
    let turn = convo()
        .running("m1")
        .event(tool_result("x", "found"))
        .event(tool("x"))
        .event(tool_args("x", "{}"))
        .event(tool("x"));
    assert_eq!(
        names(turn.turn("m1")),
        [
            ("search", ActivityStatus::Done),
            ("search", ActivityStatus::Running)
        ]
    );
}

#[test]
fn a_result_that_an_earlier_turn_has_is_not_shown_again() {
    let next = convo()
        .running("m1")
        .event(tool("c"))
        .event(tool_result("c", "one"))
        .finished()
        .running("m2")
        .event(tool_result("c", "one"));
    assert!(next.turn("m2").activities.is_empty());
}

#[test]
fn a_turn_that_ends_with_an_unanswered_call_says_so() {
    let calls = |convo: Convo| convo.event(tool("c")).event(tool_args("c", "{}"));
    let ended = calls(convo().running("m1").event(text("a", "Let me look."))).finished();
    assert!(ended.turn("m1").ends_with_open_call());
    let answered = calls(convo().running("m1")).event(tool_result("c", "x"));
    assert!(!answered.finished().turn("m1").ends_with_open_call());
    let went_on = calls(convo().running("m1")).event(text("a", "Never mind."));
    assert!(!went_on.finished().turn("m1").ends_with_open_call());
    let asks = calls(convo().running("m1")).event(asks(vec![question("i", Some("c"))]));
    assert!(!asks.turn("m1").ends_with_open_call());
    let stopped = calls(convo().running("m1")).paused();
    assert!(!stopped.turn("m1").ends_with_open_call());
}

#[test]
fn a_denied_call_is_marked_as_denied_until_it_is_approved() {
    let answer = |convo: Convo, answer: Answer| convo.given(answer_to("m1", "i", answer));
    let asking = || {
        convo()
            .running("m1")
            .event(tool("c"))
            .event(asks(vec![question("i", Some("c"))]))
    };
    let denied = |convo: &Convo| {
        let call = convo.turn("m1").activity(&"c".into()).expect("the call");
        call.task.denied
    };
    let no = answer(asking(), Answer::Denied { reason: None });
    assert!(denied(&no));
    let told = no
        .event(RunEvent::Opened)
        .event(tool_result("c", "refused"));
    assert!(denied(&told.finished()));
    let yes = answer(asking(), Answer::Approved { arguments: None });
    assert!(!denied(&yes));
    let reason = Answer::Denied {
        reason: Some("no".into()),
    };
    let asked_again = answer(asking(), reason)
        .event(RunEvent::Opened)
        .event(asks(vec![question("i", Some("c"))]));
    assert!(!denied(&answer(
        asked_again,
        Answer::Approved { arguments: None }
    )));
}
