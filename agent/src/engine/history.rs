//! The conversation as a model sees it. These functions keep it valid: every tool call has one
//! result.

use std::collections::BTreeSet;

use serde_json::Value;

use super::request::Interjection;

/// One message of the history.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// Instructions.
    System {
        /// The text.
        text: String,
    },
    /// What a person said.
    User {
        /// Message id.
        id: String,
        /// The text.
        text: String,
        /// AG-UI content parts other than text.
        attachments: Vec<Value>,
    },
    /// What the model answered.
    Assistant {
        /// Message id.
        id: String,
        /// The text, perhaps empty.
        text: String,
        /// The tools that the model asked for.
        calls: Vec<ToolCall>,
    },
    /// A tool's result.
    Tool {
        /// The call that it answers.
        call_id: String,
        /// The result.
        result: ToolResult,
        /// Interjections made while the tools of this response ran; on the last result only.
        feedback: Vec<Interjection>,
    },
}

impl From<Interjection> for Message {
    /// An interjection as a turn of its own.
    fn from(interjection: Interjection) -> Self {
        Self::User {
            id: interjection.id,
            text: interjection.text,
            attachments: interjection.attachments,
        }
    }
}

/// A tool result as a model reads it: the content, then what the person said meanwhile.
pub fn with_feedback(content: &str, feedback: &[Interjection]) -> String {
    let said = feedback
        .iter()
        .map(|interjection| interjection.text.trim())
        .filter(|text| !text.is_empty())
        .map(|text| format!("[User feedback: {text}]"));
    let parts: Vec<String> = std::iter::once(content.to_owned())
        .filter(|content| !content.is_empty())
        .chain(said)
        .collect();
    parts.join("\n\n")
}

/// A model's request to run a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// Unique in the thread.
    pub id: String,
    /// The tool.
    pub name: String,
    /// JSON as the model wrote it: may be invalid.
    pub arguments: String,
}

impl ToolCall {
    /// Whether a person may cancel this call without its run: yes, unless its arguments say
    /// otherwise.
    pub(super) fn allows_cancellation(&self) -> bool {
        arguments_json(&self.arguments)["allowCancellation"] != false
    }
}

/// A tool call's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult {
    /// For the model and for people to read.
    pub content: String,
    /// How the call ended.
    pub status: ToolStatus,
}

/// How a tool call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolStatus {
    /// It ran and worked.
    Ok,
    /// It ran and failed.
    Error,
    /// A person did not allow it.
    Denied,
    /// It was stopped, or never ran.
    Cancelled,
}

impl ToolStatus {
    /// The name on the wire, for results that are not plain successes.
    pub fn wire_name(self) -> Option<&'static str> {
        match self {
            Self::Ok => None,
            Self::Error => Some("error"),
            Self::Denied => Some("denied"),
            Self::Cancelled => Some("cancelled"),
        }
    }
}

impl ToolResult {
    /// The result of a call that was stopped or never ran.
    pub(super) fn cancelled(content: &str) -> Self {
        Self {
            content: content.to_owned(),
            status: ToolStatus::Cancelled,
        }
    }
}

/// The tool calls that have no result yet, in order.
pub fn unanswered(history: &[Message]) -> Vec<ToolCall> {
    let answered: BTreeSet<&str> = history
        .iter()
        .filter_map(|message| match message {
            Message::Tool { call_id, .. } => Some(call_id.as_str()),
            _ => None,
        })
        .collect();
    history
        .iter()
        .filter_map(|message| match message {
            Message::Assistant { calls, .. } => Some(calls),
            _ => None,
        })
        .flatten()
        .filter(|call| !answered.contains(call.id.as_str()))
        .cloned()
        .collect()
}

/// Inserts a result where a model expects it: after the message that holds the call and the results
/// already there, even when other messages follow.
pub(super) fn insert_result(history: &mut Vec<Message>, call_id: &str, result: ToolResult) {
    let message = Message::Tool {
        call_id: call_id.to_owned(),
        result,
        feedback: Vec::new(),
    };
    let host = history.iter().rposition(|message| {
        matches!(message, Message::Assistant { calls, .. } if calls.iter().any(|call| call.id == call_id))
    });
    let Some(host) = host else {
        history.push(message);
        return;
    };
    let results = history[host + 1..]
        .iter()
        .take_while(|message| matches!(message, Message::Tool { .. }))
        .count();
    history.insert(host + 1 + results, message);
}

/// Adds interjections to the last result of the last tool calls, and returns the id of that call.
/// Returns `None`, and adds nothing, when the history does not end with a tool result, or when
/// another message stands between the call and its result, as a client's history may have it.
pub(super) fn append_feedback(history: &mut [Message], said: &[Interjection]) -> Option<String> {
    let mut before = history.iter().rev();
    let host = before.find(|message| !matches!(message, Message::Tool { .. }))?;
    let (Message::Assistant { calls, .. }, Some(Message::Tool { call_id, .. })) =
        (host, history.last())
    else {
        return None;
    };
    if calls.iter().all(|call| call.id != *call_id) {
        return None;
    }
    match history.last_mut() {
        Some(Message::Tool {
            feedback, call_id, ..
        }) => {
            feedback.extend_from_slice(said);
            Some(call_id.clone())
        }
        _ => None,
    }
}

/// Replaces an interjection, wherever it is in the history, with its new version.
pub(super) fn replace_said(history: &mut [Message], said: &Interjection) {
    for message in history {
        match message {
            Message::User { id, .. } if *id == said.id => *message = said.clone().into(),
            Message::Tool { feedback, .. } => {
                for one in feedback.iter_mut().filter(|one| one.id == said.id) {
                    one.clone_from(said);
                }
            }
            Message::System { .. } | Message::User { .. } | Message::Assistant { .. } => {}
        }
    }
}

/// Removes an interjection from the history.
pub(super) fn remove_said(history: &mut Vec<Message>, wanted: &str) {
    history.retain_mut(|message| match message {
        Message::User { id, .. } => id != wanted,
        Message::Tool { feedback, .. } => {
            feedback.retain(|one| one.id != wanted);
            true
        }
        Message::System { .. } | Message::Assistant { .. } => true,
    });
}

/// The id of the last message that a client knows by its id. A client does not know an empty
/// response.
pub(super) fn last_id(history: &[Message]) -> Option<&str> {
    history.iter().rev().find_map(|message| match message {
        Message::Assistant { text, calls, .. } if text.is_empty() && calls.is_empty() => None,
        Message::Assistant { id, .. } | Message::User { id, .. } => Some(id.as_str()),
        Message::System { .. } | Message::Tool { .. } => None,
    })
}

/// Parses a tool's arguments; anything but JSON becomes null.
pub(super) fn arguments_json(arguments: &str) -> Value {
    serde_json::from_str(arguments).unwrap_or(Value::Null)
}
