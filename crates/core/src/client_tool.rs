//! Tools that run on this side: what the core knows of them, and what it says in a person's name.
//!
//! Not responsible for what they do, for their descriptions, or for whether arguments are as they
//! should be: the shell has the functions.

use serde::{Deserialize, Serialize};

use crate::id::{ActivityId, MessageId};
use crate::run_event::{AnswerForm, Interrupt};

/// A tool that an embedder offers to the agent and answers itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientTool {
    /// The name by which the agent calls it.
    pub name: String,
    /// It must not run before the person has agreed to the call.
    pub confirm: bool,
}

/// What a confirmation may be answered with: AG-UI's convention for approvals, with edits.
const SCHEMA: &str = r#"{"type":"object","properties":{"approved":{"type":"boolean"},"editedArgs":{"type":"object"}},"required":["approved"]}"#;

/// AG-UI's reason for a question about a tool call.
const REASON: &str = "tool_call";

/// What the agent is told of a call that the person has denied.
const DENIED: &str = "The user denied this call.";

/// The question whether a call may run. It is asked here and answered here: its backend, which has
/// ended the run, knows nothing of it.
pub(crate) fn confirmation(call: &ActivityId) -> Interrupt {
    Interrupt {
        id: confirmation_id(call),
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

/// The call that a question of this side is about; none for a question of a backend.
pub(crate) fn confirmed_call(interrupt: &Interrupt) -> Option<&ActivityId> {
    let call = interrupt.call.as_ref()?;
    (interrupt.id == confirmation_id(call)).then_some(call)
}

fn confirmation_id(call: &ActivityId) -> String {
    format!("{call}.confirm")
}

/// The id of the message that has a call's result.
pub(crate) fn result_message(call: &ActivityId) -> MessageId {
    MessageId::from(format!("{call}.result"))
}

/// The result of a call that the person has denied, with their reason.
pub(crate) fn denied(reason: Option<&str>) -> String {
    match reason.map(str::trim).filter(|reason| !reason.is_empty()) {
        Some(reason) => [DENIED, " ", reason].concat(),
        None => DENIED.to_owned(),
    }
}
