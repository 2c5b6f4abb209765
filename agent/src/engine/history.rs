//! The conversation as a model sees it, and keeping it valid: every tool call has one result.
//!
//! Not responsible for: AG-UI's message format (see `agui::input`).

use std::collections::BTreeSet;

use serde_json::Value;

use super::io::arguments_json;
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
        /// The tools it asked for.
        calls: Vec<ToolCall>,
    },
    /// What a tool gave.
    Tool {
        /// The call that it answers.
        call_id: String,
        /// What came out.
        result: ToolResult,
        /// What a person said while the tools of this response ran; on the last result only.
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

/// A tool result as a model reads it: what came out, then what the person said meanwhile.
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

/// A model's wish to run a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// Unique in the thread.
    pub id: String,
    /// The tool.
    pub name: String,
    /// JSON, as the model wrote it: perhaps invalid.
    pub arguments: String,
}

impl ToolCall {
    /// Whether it may be cancelled by itself: unless its arguments say otherwise.
    pub(super) fn allows_cancellation(&self) -> bool {
        arguments_json(&self.arguments)["allowCancellation"] != false
    }
}

/// What a tool call came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult {
    /// For the model and for people.
    pub content: String,
    /// How it went.
    pub status: ToolStatus,
}

/// How a tool call went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolStatus {
    /// It ran and worked.
    Ok,
    /// It ran and did not work.
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

/// Puts a result where a model expects it: behind the message that holds the call and the results
/// already there, even when messages have come after it.
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

/// Adds what a person said to the last result behind the last tool calls, and gives the call that
/// it answers. `None` when there is no such result, and nothing was added; so when it stands behind
/// something that was said later than its call, as a client may have it.
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

/// Puts what a person says now in the place of what they said before.
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

/// Takes what a person said out again.
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

/// The id of the last message that a client knows by its id; it has none of a response in which
/// nothing was said.
pub(super) fn last_id(history: &[Message]) -> Option<&str> {
    history.iter().rev().find_map(|message| match message {
        Message::Assistant { text, calls, .. } if text.is_empty() && calls.is_empty() => None,
        Message::Assistant { id, .. } | Message::User { id, .. } => Some(id.as_str()),
        Message::System { .. } | Message::Tool { .. } => None,
    })
}
