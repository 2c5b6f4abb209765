//! The agent's history: the messages in a run's request, and the past messages that are loaded page
//! by page.
//!
//! `midturn-protocol` writes the wire format.

use serde::{Deserialize, Serialize};

use crate::attachment::Attachment;
use crate::id::{ActivityId, MessageId};

/// One message of the agent's history.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HistoryMessage {
    /// A message of the person.
    User {
        /// The message's id.
        id: MessageId,
        /// The text.
        text: String,
        /// The files of the message.
        attachments: Vec<Attachment>,
    },
    /// The assistant's text and calls.
    Assistant {
        /// The message's id.
        id: MessageId,
        /// The text; may be empty when there are calls.
        text: String,
        /// The calls in the message.
        calls: Vec<HistoryCall>,
        /// An opaque value the backend wants back.
        encrypted: Option<String>,
    },
    /// A tool's result. Every call has exactly one; a placeholder if the tool never answered.
    Tool {
        /// The message's id.
        id: MessageId,
        /// The call.
        call: ActivityId,
        /// The result as text.
        content: String,
        /// Whether it is an error, or a placeholder because the call was stopped.
        failed: bool,
        /// An opaque value the backend wants back.
        encrypted: Option<String>,
        /// The files in the result.
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

/// Whether there is more of the past.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PastState {
    /// Not asked yet.
    #[default]
    Unasked,
    /// Asked for the messages before this one; `None` asks for the newest page.
    Asked {
        /// The message.
        before: Option<MessageId>,
        /// How many turns were over at the time of the request. Later turns are newer than any
        /// page.
        turns: usize,
    },
    /// The last request failed.
    Failed,
    /// There is more to load.
    More,
    /// All of the past is loaded.
    Complete,
}

/// What follows a batch of past messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PastRest {
    /// The next part of the same answer, with older messages.
    Part,
    /// Older messages, which must be requested.
    More,
    /// Nothing.
    Nothing,
}
