//! Accepted cancels that had no answer when the process crashed.

use super::*;
use crate::agui::{Metadata, Role};

fn event(kind: EventKind, metadata: Option<Metadata>) -> Event {
    Event {
        kind,
        timestamp: 0,
        subagent_run_id: Some("sub".to_owned()),
        metadata,
    }
}

fn cancelling(element: &str) -> Custom {
    Custom::Cancelling {
        element_id: element.to_owned(),
        message: String::new(),
        running: Vec::new(),
    }
}

fn cancelled(element: &str) -> Custom {
    Custom::Cancelled {
        element_id: element.to_owned(),
        reason: "User cancelled".to_owned(),
        partial_result: None,
        last_error: None,
    }
}

fn failed(element: &str) -> Custom {
    Custom::CancelFailed {
        element_id: element.to_owned(),
        error: RESTARTED.to_owned(),
    }
}

#[test]
fn an_accepted_cancel_that_a_crash_left_open_is_answered_once() {
    let said = [
        cancelling("slow"),
        cancelling("slow"),
        cancelling("answered"),
        cancelled("answered"),
        cancelling("too late"),
        failed("too late"),
        cancelling("stopped"),
    ];
    let mut log: Vec<Event> = said
        .into_iter()
        .map(|custom| event(EventKind::Custom(custom), None))
        .collect();
    let result = EventKind::ToolCallResult {
        message_id: String::new(),
        tool_call_id: "stopped".to_owned(),
        content: String::new(),
        role: Role::Tool,
    };
    let status = ToolStatus::Cancelled;
    log.push(event(result, Some(Metadata { status })));
    let expected = [
        (Some("sub"), failed("slow")),
        (Some("sub"), cancelled("stopped")),
    ];
    assert_eq!(open_cancels(&log), expected);
}
