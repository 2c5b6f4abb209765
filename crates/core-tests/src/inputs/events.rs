//! The events of a run.

use proptest::prelude::*;

use midturn_core::input::Input;
use midturn_core::run_event::{
    FinishOutcome, Limit, LostReason, OpenError, ReportedInterjection, RunError, RunEvent,
    SnapshotCall, SnapshotMessage, TaskEvent,
};
use midturn_core::testing::builder::{
    ABLE, CONTROLLED, asks, question, run_of, subagent, text, tool, tool_args, tool_result, user,
};
use midturn_core::testing::events::{
    assistant, encrypted, failure, reasoning, refused, text_end, text_start,
};
use midturn_core::testing::incoming::{came, tool_files};
use midturn_core::testing::inputs::of_run;

use super::World;
use super::act::{Weighted, Which, act, which};

#[derive(Clone, Copy, Debug)]
enum Cursor {
    None,
    Next,
    Repeated,
}

fn event() -> impl Strategy<Value = RunEvent> {
    // In `strange` the person's message is unknown to the client; `old` has only the person's first
    // message (`m1`).
    let [strange, old] = ["m0", "m1"].map(|first| vec![user(first, ""), assistant("s", "said")]);
    let stopped = TaskEvent::Cancelled {
        reason: String::new(),
        partial: None,
    };
    prop_oneof![
        3 => Just(RunEvent::Opened),
        1 => Just(RunEvent::Started),
        3 => Just(text("a", "x")),
        2 => Just(tool("c")),
        2 => Just(tool_args("c", "{}")),
        2 => Just(tool_result("c", "r")),
        1 => Just(RunEvent::Snapshot(strange)),
        2 => Just(RunEvent::Snapshot(old)),
        1 => Just(RunEvent::Title("tides".into())),
        1 => Just(RunEvent::Limited(Limit::Length)),
        1 => Just(RunEvent::Abilities(CONTROLLED)),
        1 => Just(RunEvent::Abilities(ABLE)),
        4 => Just(RunEvent::Finished(FinishOutcome::Success)),
        1 => Just(RunEvent::Finished(FinishOutcome::Cancelled)),
        1 => Just(RunEvent::Finished(FinishOutcome::Interrupt(vec![]))),
        3 => Just(asks(vec![question("q", Some("c")), question("p", None)])),
        2 => Just(subagent("s", "explore", Some("c"))),
        1 => Just(RunEvent::Task { element: "s".into(), event: TaskEvent::Cancellable }),
        1 => Just(RunEvent::Task { element: "s".into(), event: stopped }),
        1 => Just(failure("")),
        1 => Just(RunEvent::Failed(RunError {
            message: String::new(),
            code: Some("THREAD_BUSY".into()),
        })),
        1 => Just(RunEvent::Finished(FinishOutcome::Pending(vec!["c".into()]))),
        2 => Just(RunEvent::Lost(LostReason::Truncated)),
        2 => Just(RunEvent::OpenFailed(OpenError::Network(String::new()))),
        2 => Just(refused(503)),
        1 => Just(refused(409)),
        1 => Just(RunEvent::OpenFailed(OpenError::Offline)),
    ]
}

/// An event without a cursor.
pub(crate) fn reported(world: &mut World, (which, event): (Which, RunEvent)) -> Input {
    of_run(world.run(which), event)
}

pub(super) fn acts() -> Vec<Weighted> {
    let cursor = prop_oneof![
        Just(Cursor::None),
        Just(Cursor::Next),
        Just(Cursor::Repeated)
    ];
    vec![
        act(
            20,
            (which(), cursor, event()),
            |world, (which, cursor, event)| {
                let cursor = match cursor {
                    Cursor::None => None,
                    Cursor::Next => {
                        world.cursor += 1;
                        Some(world.cursor)
                    }
                    Cursor::Repeated => Some(world.cursor),
                };
                // Transport events have no cursor in the backend's log.
                let cursor = match event {
                    RunEvent::Opened | RunEvent::OpenFailed(_) | RunEvent::Lost(_) => None,
                    _ => cursor,
                };
                Input::Run {
                    run: world.run(which),
                    cursor,
                    event,
                }
            },
        ),
        act(
            4,
            (which(), 0..3usize, any::<bool>()),
            |world, (which, place, got)| {
                let id = world.said(place).0;
                let event = if got {
                    RunEvent::InterjectionDelivered { id, step: None }
                } else {
                    RunEvent::InterjectionUndelivered { id }
                };
                reported(world, (which, event))
            },
        ),
    ]
}

fn task(event: TaskEvent) -> RunEvent {
    RunEvent::Task {
        element: "c".into(),
        event,
    }
}

/// One event of each kind, with nested data.
#[expect(clippy::too_many_lines, reason = "one of each")]
fn sampled() -> Vec<RunEvent> {
    let snapshot = vec![
        SnapshotMessage::User {
            id: "m1".into(),
            text: "hello".into(),
        },
        SnapshotMessage::Assistant {
            id: "a".into(),
            text: "ü".into(),
            calls: vec![SnapshotCall {
                id: "c".into(),
                name: "n".into(),
                arguments: "{}".into(),
            }],
        },
        SnapshotMessage::Tool {
            id: "r".into(),
            call: "c".into(),
            content: "done".into(),
            failed: true,
            attachments: vec![came("c#0", 3)],
        },
        SnapshotMessage::Reasoning {
            id: "t".into(),
            text: "hm".into(),
        },
    ];
    let status = OpenError::Status {
        status: 503,
        body: "busy".into(),
        retry_after: Some(9),
    };
    let heard = ReportedInterjection {
        id: "i".into(),
        text: "shorter".into(),
        parent: Some("c".into()),
        agent: Some("plan".into()),
        fell_back: true,
    };
    let mut events = vec![
        RunEvent::Opened,
        RunEvent::OpenFailed(status),
        RunEvent::OpenFailed(OpenError::Network("gone".into())),
        RunEvent::OpenFailed(OpenError::NotAStream("<html>".into())),
        RunEvent::OpenFailed(OpenError::Foreign {
            origin: "https://agent.example".into(),
            message: "gone".into(),
        }),
        RunEvent::OpenFailed(OpenError::Offline),
        RunEvent::Started,
        RunEvent::Abilities(ABLE),
        text_start("a", Some("s")),
        text("a", "ü\u{0}\""),
        RunEvent::TextReplaced {
            message: "a".into(),
            text: "ü".into(),
        },
        text_end("a"),
        RunEvent::ReasoningStart {
            message: "t".into(),
            subagent: None,
        },
        reasoning("t", "hm"),
        RunEvent::ReasoningEnd {
            message: "t".into(),
        },
        tool("c"),
        tool_args("c", "{\"a\""),
        RunEvent::ToolEnd { call: "c".into() },
        tool_result("c", "r"),
        tool_files("c", "r", vec![came("c#0", 0)]),
        RunEvent::StepStarted { name: "one".into() },
        RunEvent::StepFinished { name: "one".into() },
        subagent("s", "explore", Some("c")),
        RunEvent::SubagentSuspended { id: "s".into() },
        RunEvent::SubagentEnded {
            id: "s".into(),
            error: Some("no".into()),
        },
        RunEvent::Note {
            id: "n".into(),
            title: "plan".into(),
            content: "{}".into(),
        },
        RunEvent::State("{\"n\":1}".into()),
        RunEvent::Memory("{}".into()),
        RunEvent::Title("tides".into()),
        RunEvent::Limited(Limit::ContentFilter),
        encrypted("c", true, "x"),
        RunEvent::Snapshot(snapshot),
        RunEvent::Interjected(heard),
        RunEvent::InterjectionDelivered {
            id: "i".into(),
            step: Some(3),
        },
        RunEvent::InterjectionUndelivered { id: "i".into() },
        RunEvent::Finished(FinishOutcome::Success),
        RunEvent::Finished(FinishOutcome::Pending(vec!["c".into()])),
        asks(vec![question("q", Some("c"))]),
        RunEvent::Finished(FinishOutcome::Cancelled),
        failure("m"),
        RunEvent::Lost(LostReason::Truncated),
    ];
    events.extend([
        task(TaskEvent::Cancellable),
        task(TaskEvent::Progress {
            percent: 40,
            message: "reading".into(),
        }),
        task(TaskEvent::Cancelling {
            message: "x".into(),
        }),
        task(TaskEvent::Cancelled {
            reason: "you".into(),
            partial: Some("half".into()),
        }),
        task(TaskEvent::Stopped),
        task(TaskEvent::CancelFailed { error: "e".into() }),
    ]);
    events
}

pub(super) fn samples() -> Vec<Input> {
    let events = sampled().into_iter().zip(0_u64..);
    let inputs = events.map(|(event, place)| Input::Run {
        run: run_of("m1"),
        cursor: (place > 0).then_some(place),
        event,
    });
    inputs.collect()
}
