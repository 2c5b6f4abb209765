//! Tests of a turn's closed questions and of its activities that are still stopping. They run
//! without a browser.

use leptos::prelude::*;
use midturn_core::id::ActivityId;
use midturn_core::run_event::Interrupt;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus, Asked, Closed, Task};

use super::closed::{Question, closed};
use super::stopping::at_work;
use crate::state::ActivityCell;

fn cell(
    id: &str,
    parent: Option<&str>,
    kind: ActivityKind,
    status: ActivityStatus,
) -> ActivityCell {
    ActivityCell {
        id: ActivityId::from(id),
        activity: ArcRwSignal::new(Activity {
            id: ActivityId::from(id),
            parent: parent.map(ActivityId::from),
            kind,
            status,
            started_at: 0,
            ended_at: None,
            task: Task::default(),
        }),
    }
}

fn tool(name: &str) -> ActivityKind {
    ActivityKind::Tool {
        name: name.to_owned(),
        arguments: String::new(),
        result: None,
        encrypted: None,
    }
}

fn question(call: Option<&str>, closed: Option<Closed>) -> ActivityKind {
    ActivityKind::Approval {
        interrupt: Interrupt {
            call: call.map(ActivityId::from),
            ..Interrupt::default()
        },
        answer: None,
        asked: Asked {
            closed,
            ..Asked::default()
        },
    }
}

#[test]
fn a_closed_question_names_the_tool_it_was_about() {
    let over = ActivityStatus::Cancelled;
    let all = [
        cell("1", None, tool("delete"), over),
        cell("2", None, question(Some("1"), Some(Closed::Stopped)), over),
        cell("3", None, question(None, Some(Closed::Replaced)), over),
        cell("4", None, question(Some("1"), None), over),
        cell(
            "5",
            None,
            question(Some("gone"), Some(Closed::Stopped)),
            over,
        ),
    ];
    let line = |id: &str, tool: Option<&str>, why| Question {
        id: ActivityId::from(id),
        tool: tool.map(str::to_owned),
        why,
    };
    let expected = [
        line("2", Some("delete"), Closed::Stopped),
        line("3", None, Closed::Replaced),
        line("5", None, Closed::Stopped),
    ];
    assert_eq!(closed(&all), expected);
}

#[test]
fn a_task_that_waits_for_its_child_is_not_listed() {
    let stopping = ActivityStatus::Stopping;
    let all = [
        cell("agent", None, tool("agent"), stopping),
        cell("inner", Some("agent"), tool("agent"), stopping),
        cell("leaf", Some("inner"), tool("shell"), stopping),
        cell("over", Some("leaf"), tool("shell"), ActivityStatus::Done),
        cell("alone", None, tool("shell"), stopping),
    ];
    let named: Vec<_> = at_work(&all).into_iter().map(|cell| cell.id).collect();
    assert_eq!(named, ["leaf", "alone"].map(ActivityId::from));
}
