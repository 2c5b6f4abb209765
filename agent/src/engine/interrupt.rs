//! The AG-UI interrupt that asks a person to approve a tool call.
//!
//! The interrupt's id is derived from the call's id, so that an answer finds its call without
//! memory between runs.

use serde_json::json;

use super::history::{ToolCall, arguments_json};
use crate::agui::Interrupt;

const PREFIX: &str = "approve:";

/// The tool call that an interrupt id asks about.
pub fn call_of(interrupt_id: &str) -> &str {
    interrupt_id.strip_prefix(PREFIX).unwrap_or(interrupt_id)
}

/// The question whether a call may run. `subagent_run_id` names the subagent that asks; `None` for
/// the main agent.
pub(super) fn approval(call: &ToolCall, subagent_run_id: Option<&str>) -> Interrupt {
    let arguments = arguments_json(&call.arguments);
    let subject = ["path", "command", "task"]
        .iter()
        .find_map(|key| arguments[key].as_str());
    let message = match subject {
        Some(subject) => format!("Allow {} on {subject}?", call.name),
        None => format!("Allow {}?", call.name),
    };
    Interrupt {
        id: format!("{PREFIX}{}", call.id),
        reason: "tool_call",
        subagent_run_id: subagent_run_id.map(str::to_owned),
        message,
        tool_call_id: call.id.clone(),
        response_schema: json!({
            "type": "object",
            "properties": {
                "approved": {"type": "boolean"},
                "editedArgs": {"type": "object"},
            },
            "required": ["approved"],
        }),
    }
}
