//! Events of a run, and messages of a snapshot, in one line, for tests.

use crate::id::ActivityId;
use crate::run_event::{OpenError, ReportedInterjection, RunError, RunEvent, SnapshotMessage};

/// The backend refuses the request with this HTTP status.
pub fn refused(status: u16) -> RunEvent {
    RunEvent::OpenFailed(OpenError::Status {
        status,
        body: String::new(),
        retry_after: None,
    })
}

/// The run fails with this message.
pub fn failure(message: &str) -> RunEvent {
    let (message, code) = (message.into(), None);
    RunEvent::Failed(RunError { message, code })
}

/// A text begins, optionally that of a subagent.
pub fn text_start(message: &str, subagent: Option<&str>) -> RunEvent {
    RunEvent::TextStart {
        message: message.into(),
        subagent: subagent.map(ActivityId::from),
    }
}

/// A text ends.
pub fn text_end(message: &str) -> RunEvent {
    let message = message.into();
    RunEvent::TextEnd { message }
}

/// More of the agent's reasoning.
pub fn reasoning(message: &str, delta: &str) -> RunEvent {
    RunEvent::ReasoningDelta {
        message: message.into(),
        delta: delta.into(),
    }
}

/// A call of a tool with this name, optionally that of a subagent.
pub fn tool_start(call: &str, name: &str, subagent: Option<&str>) -> RunEvent {
    RunEvent::ToolStart {
        call: call.into(),
        name: name.into(),
        parent: None,
        subagent: subagent.map(ActivityId::from),
    }
}

/// A subagent ends well.
pub fn subagent_ended(id: &str) -> RunEvent {
    let (id, error) = (id.into(), None);
    RunEvent::SubagentEnded { id, error }
}

/// An opaque value of a call, else of a message.
pub fn encrypted(entity: &str, of_call: bool, value: &str) -> RunEvent {
    RunEvent::Encrypted {
        entity: entity.into(),
        of_call,
        value: value.into(),
    }
}

/// The backend says that it got an interjection.
pub fn reported(id: &str, text: &str) -> RunEvent {
    RunEvent::Interjected(ReportedInterjection {
        id: id.into(),
        text: text.into(),
        parent: None,
        agent: None,
        fell_back: false,
    })
}

/// A message of the agent in a backend's snapshot.
pub fn assistant(id: &str, text: &str) -> SnapshotMessage {
    SnapshotMessage::Assistant {
        id: id.into(),
        text: text.into(),
        calls: Vec::new(),
    }
}

/// The result of a call in a backend's snapshot.
pub fn call_result(id: &str, call: &str, content: &str) -> SnapshotMessage {
    SnapshotMessage::Tool {
        id: id.into(),
        call: call.into(),
        content: content.into(),
        attachments: Vec::new(),
        failed: false,
    }
}
