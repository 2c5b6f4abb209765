//! Client tools: tools that the embedder offers and this client runs. The core knows their names
//! and the question for consent.
//!
//! The shell has their functions and descriptions, and checks arguments.

use serde::{Deserialize, Serialize};

use crate::id::{ActivityId, MessageId};
use crate::run_event::{AnswerForm, Interrupt};

/// A tool that an embedder offers to the agent and answers itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientTool {
    /// The name that the agent calls.
    pub name: String,
    /// Whether a call needs the person's consent first.
    pub confirm: bool,
}

/// The schema of an answer to a consent question: AG-UI's convention for approvals, with edits.
const SCHEMA: &str = r#"{"type":"object","properties":{"approved":{"type":"boolean"},"editedArgs":{"type":"object"}},"required":["approved"]}"#;

/// AG-UI's reason for a question about a tool call.
const REASON: &str = "tool_call";

/// The result that the agent gets for a denied call.
const DENIED: &str = "The user denied this call.";

/// The question whether a call may run. The client asks it and gets the answer. The backend has
/// already ended the run and does not know of the question. Its id differs from those of the `others`
/// that are open at the same time.
pub(crate) fn confirmation(call: &ActivityId, others: &[Interrupt]) -> Interrupt {
    let mut id = format!("{call}.confirm");
    while others.iter().any(|held| held.id == id) {
        id.push('~');
    }
    Interrupt {
        id,
        reason: REASON.to_owned(),
        message: None,
        call: Some(call.clone()),
        schema: Some(SCHEMA.to_owned()),
        expires_at: None,
        metadata: None,
        form: AnswerForm::Decision {
            reason: true,
            edits: true,
            bare: false,
        },
    }
}

/// The id of the message with a call's result.
pub(crate) fn result_message(call: &ActivityId) -> MessageId {
    MessageId::from(format!("{call}.result"))
}

/// The result of a denied call, with the person's reason.
pub(crate) fn denied(reason: Option<&str>) -> String {
    match reason.map(str::trim).filter(|reason| !reason.is_empty()) {
        Some(reason) => format!("{DENIED} {reason}"),
        None => DENIED.to_owned(),
    }
}
