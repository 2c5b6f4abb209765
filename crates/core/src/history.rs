//! What the agent is told about the conversation so far: the messages of a run's request.
//!
//! Not responsible for their wire format; `midturn-protocol` writes it.

use serde::{Deserialize, Serialize};

use crate::attachment::Attachment;
use crate::id::{ActivityId, MessageId, RunId, ThreadId};
use crate::transcript::Resume;

/// All a backend needs to start a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RunRequest {
    /// The conversation.
    pub thread: ThreadId,
    /// The new run.
    pub run: RunId,
    /// The messages so far, oldest first.
    pub messages: Vec<HistoryMessage>,
    /// What becomes of every interrupt that is open.
    pub resume: Vec<Resume>,
    /// What the backend shares with its client, as JSON text; empty where it shares nothing.
    pub state: String,
}

/// One message as the agent should remember it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HistoryMessage {
    /// The person's words.
    User {
        /// The message's id.
        id: MessageId,
        /// The text.
        text: String,
        /// The files that go with it.
        attachments: Vec<Attachment>,
    },
    /// The assistant's words and calls.
    Assistant {
        /// The message's id.
        id: MessageId,
        /// The text; may be empty when there are calls.
        text: String,
        /// The calls it made.
        calls: Vec<HistoryCall>,
        /// An opaque value the backend wants back.
        encrypted: Option<String>,
    },
    /// A tool's result. Every call has exactly one, made up where the tool never answered.
    Tool {
        /// The message's id.
        id: MessageId,
        /// The call.
        call: ActivityId,
        /// The result as text.
        content: String,
        /// Whether it is an error, or made up because the call was stopped.
        failed: bool,
        /// An opaque value the backend wants back.
        encrypted: Option<String>,
        /// The files it gave beside the text.
        attachments: Vec<Attachment>,
    },
    /// The agent's reasoning.
    Reasoning {
        /// The message's id.
        id: MessageId,
        /// The text.
        text: String,
        /// An opaque value the backend wants back.
        encrypted: Option<String>,
    },
}

/// One tool call in the history.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryCall {
    /// The call's id.
    pub id: ActivityId,
    /// The tool's name.
    pub name: String,
    /// The arguments, as raw JSON text.
    pub arguments: String,
    /// An opaque value the backend wants back.
    pub encrypted: Option<String>,
}
