//! A backend's own list of messages.
//!
//! `transcript::merge` merges the list into the transcript.

use serde::{Deserialize, Serialize};

use crate::attachment::Attachment;
use crate::id::{ActivityId, MessageId};

/// One message of a backend's snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SnapshotMessage {
    /// A message of the person.
    User {
        /// The id; some backends change it with each snapshot.
        id: MessageId,
        /// The text, if any.
        text: String,
    },
    /// A message of the assistant.
    Assistant {
        /// The id; some backends change it with each snapshot.
        id: MessageId,
        /// The text; may be empty.
        text: String,
        /// The tool calls it carries.
        calls: Vec<SnapshotCall>,
    },
    /// A tool's result.
    Tool {
        /// The id.
        id: MessageId,
        /// The call.
        call: ActivityId,
        /// The result as text.
        content: String,
        /// The files in the result.
        attachments: Vec<Attachment>,
        /// Whether it is an error.
        failed: bool,
    },
    /// Reasoning.
    Reasoning {
        /// The id.
        id: MessageId,
        /// The text.
        text: String,
    },
}

/// One tool call of an assistant message in a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SnapshotCall {
    /// The call's id.
    pub id: ActivityId,
    /// The tool's name.
    pub name: String,
    /// The complete arguments, as raw JSON text.
    pub arguments: String,
}
