//! Stops of one task, forced stops, and their ledger entries.

use crate::control::CancelAnswer;
use crate::effect::Effect;
use crate::id::ActivityId;
use crate::input::Input;
use crate::run_event::{FinishOutcome, RunEvent, TaskEvent};
use crate::testing::builder::{ABLE, Convo, convo, run_of, subagent, tool, tool_result};
use crate::testing::events::{subagent_ended, tool_start};
use crate::testing::inputs::force;
use crate::transcript::{Activity, ActivityStatus, Entry, LedgerEvent, TaskStop};

fn three() -> Convo {
    ["a", "b", "c"]
        .into_iter()
        .fold(convo().with_abilities(ABLE).running("m1"), |convo, id| {
            let call = format!("call-{id}");
            convo
                .event(tool(&call))
                .event(subagent(id, "explore", Some(&call)))
                .event(of(id, TaskEvent::Cancellable))
        })
}

fn of(element: &str, event: TaskEvent) -> RunEvent {
    RunEvent::Task {
        element: element.into(),
        event,
    }
}

fn stop(convo: Convo, task: &str) -> Convo {
    convo.given(Input::StopTask {
        run: run_of("m1"),
        task: task.into(),
    })
}

fn answered(convo: Convo, task: &str, answer: CancelAnswer) -> Convo {
    convo.given(Input::TaskStopAnswered {
        run: run_of("m1"),
        task: task.into(),
        answer,
    })
}

fn held<'a>(convo: &'a Convo, id: &str) -> &'a Activity {
    let held = convo.turn("m1").activity(&id.into());
    held.expect("the activity")
}

fn asks(task: Option<&str>, force: bool) -> Effect {
    Effect::StopTask {
        run: run_of("m1"),
        task: task.map(ActivityId::from),
        force,
    }
}

fn cancelled() -> TaskEvent {
    TaskEvent::Cancelled {
        reason: "why".into(),
        partial: Some("half".into()),
    }
}

#[test]
fn one_of_three_tasks_can_be_stopped_alone() {
    let asked = stop(three(), "b");
    assert_eq!(asked.outward(), [asks(Some("b"), false)]);
    assert!(matches!(
        held(&asked, "b").task.stop,
        TaskStop::Asking { .. }
    ));
    let accepted = answered(asked, "b", CancelAnswer::Accepted);
    assert!(matches!(
        held(&accepted, "b").task.stop,
        TaskStop::Stopping { .. }
    ));
    let gone = accepted.event(of("b", cancelled()));
    let b = held(&gone, "b");
    assert_eq!(b.status, ActivityStatus::Cancelled);
    assert_eq!(b.task.partial.as_deref(), Some("half"));
    for other in ["a", "c", "call-a", "call-c"] {
        assert_eq!(
            held(&gone, other).status,
            ActivityStatus::Running,
            "{other}"
        );
    }
    assert!(gone.conversation.active().is_some());
}

#[test]
fn work_inside_a_stopped_task_is_stopped_with_it() {
    let inner = tool_start("inner", "search", Some("b"));
    let convo = three().event(inner).event(of("b", cancelled()));
    let inner = held(&convo, "inner");
    assert_eq!(inner.status, ActivityStatus::Cancelled);
    let with = Some("b".into());
    let reason = String::new();
    assert_eq!(inner.task.stop, TaskStop::Stopped { reason, with });
}

#[test]
fn a_task_that_ends_as_stopped_is_cancelled_and_names_the_enclosing_task() {
    let inner = tool_start("inner", "search", Some("b"));
    let ended = stop(three().event(inner), "b")
        .event(of("inner", TaskEvent::Stopped))
        .event(tool_result("inner", "stopped"))
        .event(of("b", TaskEvent::Stopped));
    let with = Some("b".into());
    let reason = String::new();
    let inner = held(&ended, "inner");
    assert_eq!(inner.task.stop, TaskStop::Stopped { reason, with });
    assert_eq!(inner.status, ActivityStatus::Cancelled);
    let told = ended.event(of("b", cancelled()));
    let reason = "why".to_owned();
    let with = None;
    assert_eq!(
        held(&told, "b").task.stop,
        TaskStop::Stopped { reason, with }
    );
    let ledger = told.turn("m1").ledger.iter();
    let stopped = |entry: &&Entry| matches!(entry.event, LedgerEvent::TaskStopped { .. });
    assert_eq!(ledger.filter(stopped).count(), 1, "one line for one stop");
}

#[test]
fn a_result_does_not_finish_a_stopped_task() {
    let convo = three()
        .event(of("call-b", cancelled()))
        .event(tool_result("call-b", "stopped"))
        .event(of("b", cancelled()))
        .event(subagent_ended("b"));
    assert_eq!(held(&convo, "call-b").status, ActivityStatus::Cancelled);
    assert_eq!(held(&convo, "b").status, ActivityStatus::Cancelled);
    assert_eq!(convo.turn("m1").finished_steps(), 0);
}

#[test]
fn a_refused_stop_is_shown_and_can_be_requested_again() {
    for answer in [
        CancelAnswer::AlreadyFinished,
        CancelAnswer::Unknown,
        CancelAnswer::Unreachable,
    ] {
        let refused = answered(stop(three(), "b"), "b", answer);
        assert!(matches!(
            held(&refused, "b").task.stop,
            TaskStop::Refused(_)
        ));
        let again = stop(refused, "b");
        assert_eq!(again.outward(), [asks(Some("b"), false)]);
    }
    let told = stop(three(), "b").event(of(
        "b",
        TaskEvent::CancelFailed {
            error: "Task already completed".into(),
        },
    ));
    let expected = TaskStop::Refused("Task already completed".into());
    assert_eq!(held(&told, "b").task.stop, expected);
}

#[test]
fn only_a_running_cancellable_task_can_be_stopped_and_only_once() {
    assert!(stop(three(), "call-a").was_refused());
    assert!(stop(three(), "none").was_refused());
    assert!(stop(stop(three(), "b"), "b").was_refused());
    let ended = three().event(subagent_ended("b"));
    assert!(stop(ended, "b").was_refused());
    let stale = three().given(Input::StopTask {
        run: run_of("m0"),
        task: "b".into(),
    });
    assert!(stale.was_refused());
}

#[test]
fn progress_is_kept_and_is_at_most_100() {
    let convo = three().event(of(
        "b",
        TaskEvent::Progress {
            percent: 140,
            message: "reading".into(),
        },
    ));
    let task = &held(&convo, "b").task;
    assert_eq!(
        (task.progress, task.note.as_deref()),
        (Some(100), Some("reading"))
    );
}

#[test]
fn a_stopping_task_is_not_a_target_of_interjections() {
    let convo = stop(three(), "c").composing("x");
    let targets = convo.conversation.targets();
    let ids: Vec<_> = targets.iter().map(|held| held.id.as_str()).collect();
    assert_eq!(ids, ["a", "b"]);
}

#[test]
fn only_a_stop_under_way_can_be_forced() {
    let force = |task: Option<&str>| Input::Force {
        run: run_of("m1"),
        task: task.map(ActivityId::from),
    };
    assert!(three().given(force(Some("b"))).was_refused());
    assert!(three().given(force(None)).was_refused());
    let task = stop(three(), "b").given(force(Some("b")));
    assert_eq!(task.outward(), [asks(Some("b"), true)]);
    let whole = three()
        .given(Input::Stop { run: run_of("m1") })
        .given(force(None));
    assert_eq!(whole.outward(), [asks(None, true)]);
    assert!(whole.conversation.stopping()[0].forced);
}

#[test]
fn activities_of_a_stopped_turn_are_stopping_until_the_backend_ends_the_run() {
    let stopping = three().given(Input::Stop { run: run_of("m1") });
    assert_eq!(held(&stopping, "a").status, ActivityStatus::Stopping);
    assert_eq!(held(&stopping, "a").ended_at, None);
    let finished = stopping.event_in("m1", tool_result("call-a", "in time"));
    assert_eq!(held(&finished, "call-a").status, ActivityStatus::Done);
    let over = finished.event_in("m1", RunEvent::Finished(FinishOutcome::Cancelled));
    assert_eq!(held(&over, "a").status, ActivityStatus::Cancelled);
    assert_eq!(held(&over, "call-a").status, ActivityStatus::Done);
}

#[test]
fn the_result_of_a_stop_on_a_plain_backend_is_unknown() {
    let plain = convo()
        .running("m1")
        .event(tool("x"))
        .given(Input::Stop { run: run_of("m1") });
    assert_eq!(held(&plain, "x").status, ActivityStatus::Cancelled);
    let ledger: Vec<_> = plain
        .turn("m1")
        .ledger
        .iter()
        .map(|entry| &entry.event)
        .collect();
    assert_eq!(
        ledger,
        [
            &LedgerEvent::StopAsked { steps: 0 },
            &LedgerEvent::StopUnknown
        ]
    );
}

#[test]
fn the_ledger_has_each_request_to_stop_and_its_result() {
    let over = stop(three(), "b")
        .event(of("b", cancelled()))
        .given(Input::Stop { run: run_of("m1") })
        .given(force("m1"))
        .event_in("m1", RunEvent::Finished(FinishOutcome::Cancelled));
    let ledger: Vec<_> = over
        .turn("m1")
        .ledger
        .iter()
        .map(|entry| entry.event.clone())
        .collect();
    assert_eq!(
        ledger,
        [
            LedgerEvent::TaskStopAsked("b".into()),
            LedgerEvent::TaskStopped {
                task: "b".into(),
                reason: "why".into()
            },
            LedgerEvent::StopAsked { steps: 0 },
            LedgerEvent::StopForced,
            LedgerEvent::StopConfirmed,
        ]
    );
    let times: Vec<_> = over
        .turn("m1")
        .ledger
        .iter()
        .map(|entry| entry.at)
        .collect();
    assert!(times.is_sorted());
}
