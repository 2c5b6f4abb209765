//! How the end of a turn changes its activities.

use super::{activity, status, subagent, turn_after};
use crate::run_event::{LostReason, RunError, RunEvent};
use crate::step::Step;
use crate::testing::builder::{tool, tool_result};
use crate::testing::events::{reasoning, subagent_ended};
use crate::transcript::{ActivityStatus, Failure, Outcome, Stop, Turn};

fn open_turn() -> Turn {
    turn_after(vec![
        reasoning("r", "why"),
        tool("done"),
        tool_result("done", "r"),
        tool("open"),
    ])
}

fn failed() -> Outcome {
    Outcome::Failed(Failure::Agent(RunError {
        message: String::new(),
        code: None,
    }))
}

#[test]
fn open_activities_get_the_status_of_the_outcome() {
    let rows = [
        (
            Outcome::Cancelled(Stop::Unknown),
            ActivityStatus::Cancelled,
            ActivityStatus::Cancelled,
        ),
        (failed(), ActivityStatus::Failed, ActivityStatus::Failed),
        (
            Outcome::Interrupted(LostReason::Reload),
            ActivityStatus::Interrupted,
            ActivityStatus::Interrupted,
        ),
        // When a turn ends well, its reasoning is done. The end of a call without a result is
        // unknown.
        (
            Outcome::Completed,
            ActivityStatus::Done,
            ActivityStatus::Interrupted,
        ),
    ];
    for (outcome, reasons, calls) in rows {
        let mut turn = open_turn();
        turn.end(outcome.clone(), 9);
        assert_eq!(status(&turn, "reasoning:r"), reasons, "{outcome:?}");
        assert_eq!(status(&turn, "open"), calls, "{outcome:?}");
        assert_eq!(status(&turn, "done"), ActivityStatus::Done, "{outcome:?}");
        assert_eq!(turn.ended_at, Some(9));
        assert!(turn.activities.iter().all(|held| held.ended_at.is_some()));
    }
}

#[test]
fn a_second_end_changes_the_outcome_and_no_time() {
    let mut turn = open_turn();
    turn.end(Outcome::Cancelled(Stop::Requested), 9);
    turn.end(Outcome::Cancelled(Stop::Confirmed), 20);
    assert_eq!(turn.outcome, Some(Outcome::Cancelled(Stop::Confirmed)));
    assert_eq!(turn.ended_at, Some(9));
    assert_eq!(status(&turn, "open"), ActivityStatus::Cancelled);
}

#[test]
fn a_reported_status_after_the_end_replaces_the_assumed_one() {
    let mut turn = open_turn();
    turn.end(Outcome::Cancelled(Stop::Requested), 9);
    turn.apply(tool_result("open", "late"), 12, &mut Step::default());
    turn.apply(
        RunEvent::ReasoningEnd {
            message: "r".into(),
        },
        13,
        &mut Step::default(),
    );
    assert_eq!(status(&turn, "open"), ActivityStatus::Done);
    assert_eq!(status(&turn, "reasoning:r"), ActivityStatus::Done);
    assert_eq!(turn.finished_steps(), 3);
}

#[test]
fn a_clock_that_goes_back_gives_no_negative_time() {
    let mut turn = Turn::new("m1".into(), "hi".into(), 100);
    turn.apply(tool("c"), 100, &mut Step::default());
    turn.end(Outcome::Completed, 50);
    assert_eq!(turn.ended_at, Some(100));
    assert_eq!(turn.activities[0].ended_at, Some(100));
}

#[test]
fn a_subagent_and_the_call_that_started_it_are_one_step() {
    let ended = |id: &str| subagent_ended(id);
    let one = vec![
        tool("c"),
        subagent("s", Some("c")),
        ended("s"),
        tool_result("c", "found"),
    ];
    let turn = turn_after(one.clone());
    assert_eq!(turn.activities.len(), 2);
    assert_eq!(turn.finished_steps(), 1);
    let started = turn.started(activity(&turn, "c"));
    assert_eq!(started.map(|agent| agent.id.as_str()), Some("s"));
    // The subagent has finished; the call that started it has no result yet.
    assert_eq!(turn_after(one[..3].to_vec()).finished_steps(), 1);

    let two = vec![
        tool("c"),
        subagent("s", Some("c")),
        subagent("t", Some("c")),
        ended("s"),
        ended("t"),
        tool_result("c", "found"),
    ];
    let turn = turn_after(two);
    assert_eq!(turn.finished_steps(), 3);
    assert_eq!(turn.started(activity(&turn, "c")), None);
}
