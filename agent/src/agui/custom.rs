//! The `CUSTOM` events of Midturn's control extension.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The events, by the name and the value of the `CUSTOM` event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", content = "value", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "docs/agent.md explains the fields")]
pub enum Custom {
    /// What the client can ask of the run, and where.
    #[serde(rename = "midturn.control")]
    Control {
        url: String,
        events: String,
        threads: String,
        cancel: bool,
        interject: bool,
    },
    /// A task can be cancelled by itself.
    #[serde(rename = "task.cancellable")]
    Cancellable { element_id: String, label: String },
    /// How far a task is, from 0 to 1.
    #[serde(rename = "task.progress")]
    Progress {
        element_id: String,
        progress: f64,
        message: String,
    },
    /// A task is stopping. A slow stop is reported more than once.
    #[serde(rename = "task.cancelling")]
    Cancelling {
        element_id: String,
        message: String,
        running: Vec<StillRunning>,
    },
    /// A task has stopped.
    #[serde(rename = "task.cancelled")]
    Cancelled {
        element_id: String,
        reason: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        partial_result: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        last_error: Option<String>,
    },
    /// A task ended in another way before it could be stopped.
    #[serde(rename = "task.cancel.failed")]
    CancelFailed { element_id: String, error: String },
    /// An agent has a message of the person. A second event for the same id replaces the message.
    #[serde(rename = "user.interjection")]
    Interjection {
        id: String,
        message: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attachments: Vec<Value>,
        /// `root`, or the id of the tool call that owns the agent.
        parent_id: String,
        /// `main`, or the name of the agent's tool.
        target_agent: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        fallback_from: Option<String>,
    },
    /// The model got a message of the person.
    #[serde(rename = "interjection.delivered")]
    Delivered {
        id: String,
        /// The tool call whose result carried it.
        #[serde(skip_serializing_if = "Option::is_none")]
        tool_call_id: Option<String>,
        /// The message before it, when it was a turn of its own.
        #[serde(skip_serializing_if = "Option::is_none")]
        after_id: Option<String>,
        /// The number of the model call.
        step: u32,
    },
    /// No model will get a message of the person.
    #[serde(rename = "interjection.undelivered")]
    Undelivered { id: String, reason: String },
    /// A person approved a call with other arguments.
    #[serde(rename = "approval.edited")]
    Edited {
        tool_call_id: String,
        arguments: String,
    },
    /// The answer is cut off.
    #[serde(rename = "answer.limited")]
    Limited {
        /// `length`.
        reason: String,
    },
    /// The model is asked again after a pause.
    #[serde(rename = "model.retrying")]
    Retrying { after_ms: u64 },
}

/// A tool that a stopping task waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "docs/agent.md explains the fields")]
pub struct StillRunning {
    pub element_id: String,
    pub label: String,
    pub since: u64,
    pub elapsed_ms: u64,
}

#[cfg(test)]
mod tests;
