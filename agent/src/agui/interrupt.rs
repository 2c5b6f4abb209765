//! The AG-UI interrupt that asks a person to approve a tool call.
//!
//! The interrupt's id contains the call's id. The agent therefore finds the call of an answer
//! without storing anything between runs.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::conversation::ToolCall;

const PREFIX: &str = "approve:";

/// One open question to the person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Interrupt {
    /// The id that an answer in `resume` names.
    pub id: String,
    /// Why the agent asks; `tool_call` for approvals.
    pub reason: String,
    /// The subagent that asks; `None` for the main agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subagent_run_id: Option<String>,
    /// The question in words.
    pub message: String,
    /// The waiting call.
    pub tool_call_id: String,
    /// JSON Schema of the answer's payload.
    pub response_schema: Value,
}

impl Interrupt {
    /// The tool call that an interrupt id asks about.
    pub(super) fn call_of(interrupt_id: &str) -> &str {
        interrupt_id.strip_prefix(PREFIX).unwrap_or(interrupt_id)
    }

    /// Asks whether a call may run. `subagent_run_id` names the subagent that asks; `None` for the
    /// main agent.
    pub(crate) fn approval(call: &ToolCall, subagent_run_id: Option<&str>) -> Self {
        let arguments = call.arguments_json();
        let subject = ["path", "command", "task"]
            .iter()
            .find_map(|key| arguments[key].as_str());
        let message = match subject {
            Some(subject) => format!("Allow {} on {subject}?", call.name),
            None => format!("Allow {}?", call.name),
        };
        Self {
            id: format!("{PREFIX}{}", call.id),
            reason: "tool_call".to_owned(),
            subagent_run_id: subagent_run_id.map(str::to_owned),
            message,
            tool_call_id: call.id.clone(),
            response_schema: json!({
                "type": "object",
                "properties": {
                    "approved": {"type": "boolean"},
                    "editedArgs": {"type": "object"},
                    "reason": {"type": "string"},
                },
                "required": ["approved"],
            }),
        }
    }
}
