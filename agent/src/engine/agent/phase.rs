//! The phase of a tool call: not started, running or over.

use super::super::state::State;
use super::Agent;
use crate::conversation::{Message, ToolCall};

/// The phase of a tool call.
pub(in super::super) enum CallPhase {
    /// Asked for, or waiting for approval.
    NotStarted,
    /// Running.
    Running {
        /// Whether a person may cancel this call without its run.
        alone: bool,
    },
    /// The call has its result.
    Over,
}

impl Agent {
    /// The phase of a tool call of this agent; `None` when the agent has no such call.
    pub(in super::super) fn phase_of(&self, call_id: &str) -> Option<CallPhase> {
        let has = |calls: &[ToolCall]| calls.iter().any(|call| call.id == call_id);
        if let State::ExecutingTools(batch) = &self.state
            && let Some(tool) = batch.running.get(call_id)
        {
            return Some(CallPhase::Running { alone: tool.alone });
        }
        if let State::StreamingResponse(response) = &self.state
            && has(&response.calls)
        {
            return Some(CallPhase::NotStarted);
        }
        let asked = self
            .history
            .iter()
            .any(|message| matches!(message, Message::Assistant { calls, .. } if has(calls)));
        if !asked {
            return None;
        }
        let answered = self
            .history
            .iter()
            .any(|message| matches!(message, Message::Tool { call_id: id, .. } if id == call_id));
        Some(if answered {
            CallPhase::Over
        } else {
            CallPhase::NotStarted
        })
    }
}
