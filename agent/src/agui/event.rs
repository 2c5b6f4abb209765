//! The AG-UI events that this agent sends, and reads back from its store. An absent field is left out,
//! never null.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::custom::Custom;
use super::interrupt::Interrupt;
use crate::conversation::ToolStatus;

/// One event with its envelope.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// The kind of event, with its fields.
    #[serde(flatten)]
    pub kind: EventKind,
    /// Milliseconds since the Unix epoch; informative only, never for ordering.
    pub timestamp: u64,
    /// The subagent that the event comes from. For `SUBAGENT_*` events, the subagent that starts or
    /// ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subagent_run_id: Option<String>,
    /// Open, app-defined additions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Metadata>,
}

/// This agent's additions to the result of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// How the call ended, if it was no success.
    pub status: ToolStatus,
}

/// Who speaks in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "names and meanings are those of AG-UI 1.0")]
pub enum Role {
    Assistant,
    Reasoning,
    Tool,
}

/// The kinds of event, with the fields the schema gives each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase"
)]
#[expect(missing_docs, reason = "names and meanings are those of AG-UI 1.0")]
pub enum EventKind {
    RunStarted {
        thread_id: String,
        run_id: String,
        protocol_version: String,
    },
    RunFinished {
        thread_id: String,
        run_id: String,
        outcome: RunOutcome,
    },
    RunError {
        message: String,
        code: String,
    },
    StepStarted {
        step_name: String,
    },
    StepFinished {
        step_name: String,
    },
    ActivitySnapshot {
        message_id: String,
        activity_type: String,
        content: Value,
    },
    ActivityDelta {
        message_id: String,
        activity_type: String,
        patch: Vec<Value>,
    },
    TextMessageStart {
        message_id: String,
        role: Role,
    },
    TextMessageContent {
        message_id: String,
        delta: String,
    },
    TextMessageEnd {
        message_id: String,
    },
    ReasoningStart {
        message_id: String,
    },
    ReasoningMessageStart {
        message_id: String,
        role: Role,
    },
    ReasoningMessageContent {
        message_id: String,
        delta: String,
    },
    ReasoningMessageEnd {
        message_id: String,
    },
    ReasoningEnd {
        message_id: String,
    },
    ToolCallStart {
        tool_call_id: String,
        tool_call_name: String,
        parent_message_id: String,
    },
    ToolCallArgs {
        tool_call_id: String,
        delta: String,
    },
    ToolCallEnd {
        tool_call_id: String,
    },
    ToolCallResult {
        message_id: String,
        tool_call_id: String,
        content: String,
        role: Role,
    },
    SubagentStarted {
        name: String,
        description: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        parent_subagent_run_id: Option<String>,
        parent_tool_call_id: String,
    },
    SubagentFinished {
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<String>,
        outcome: SubagentOutcome,
    },
    SubagentError {
        message: String,
        code: String,
    },
    Custom(Custom),
}

/// How a run ended, when it did not fail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum RunOutcome {
    /// The agent finished its work.
    Success {
        /// Tool calls that are left for the client. The next run brings their results in its
        /// messages.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pending_tool_call_ids: Vec<String>,
    },
    /// The agent waits for answers; the next run brings them as `resume`.
    Interrupt {
        /// At least one.
        interrupts: Vec<Interrupt>,
    },
    /// The agent was stopped on purpose.
    Cancelled,
}

/// How a subagent ended, when it did not fail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum SubagentOutcome {
    /// It finished its work.
    Success,
    /// The subagent waits for answers, and continues in the run that brings them.
    Suspended {
        /// The subagent's own questions; empty when only an agent below it asks.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        interrupt_ids: Vec<String>,
    },
}
