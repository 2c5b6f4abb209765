//! The messages of a conversation, and the messages that a person sends in the middle of a turn.

use serde_json::Value;

use super::tool::{ToolCall, ToolResult};

/// One message of the history.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// Instructions.
    System {
        /// The text.
        text: String,
    },
    /// A person's message.
    User {
        /// Message id.
        id: String,
        /// The text.
        text: String,
        /// AG-UI content parts other than text.
        attachments: Vec<Value>,
    },
    /// The model's response.
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
        /// The call that has this result.
        call_id: String,
        /// The result.
        result: ToolResult,
        /// Interjections made while the tools of a response ran. Only the response's last result
        /// has them.
        feedback: Vec<Interjection>,
    },
}

impl Message {
    /// A person's message, without attachments.
    pub fn user(id: impl Into<String>, text: impl Into<String>) -> Self {
        Interjection::new(id, text).into()
    }

    /// A model's response.
    pub fn assistant(id: impl Into<String>, text: impl Into<String>, calls: Vec<ToolCall>) -> Self {
        Self::Assistant {
            id: id.into(),
            text: text.into(),
            calls,
        }
    }
}

/// A message to an agent in the middle of a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Interjection {
    /// Unique in the thread.
    pub id: String,
    /// What the person wrote.
    pub text: String,
    /// AG-UI content parts other than text.
    pub attachments: Vec<Value>,
}

impl Interjection {
    /// A message without attachments.
    pub fn new(id: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            text: text.into(),
            attachments: Vec::new(),
        }
    }

    /// Whether the message has neither text nor attachments.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty() && self.attachments.is_empty()
    }
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
