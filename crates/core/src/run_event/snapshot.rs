//! A backend's own list of messages.
//!
//! Not responsible for what follows from it (see `transcript::merge`).

use serde::{Deserialize, Serialize};

use crate::attachment::Attachment;
use crate::id::{ActivityId, MessageId};

/// One message of a backend's snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SnapshotMessage {
    /// A message of the person.
    User {
        /// Its id; some backends change it with each snapshot.
        id: MessageId,
        /// Its text, as far as it has any.
        text: String,
    },
    /// A message of the assistant.
    Assistant {
        /// Its id; some backends change it with each snapshot.
        id: MessageId,
        /// Its text; may be empty.
        text: String,
        /// The tool calls it carries.
        calls: Vec<SnapshotCall>,
    },
    /// A tool's result.
    Tool {
        /// Its id.
        id: MessageId,
        /// The call it answers.
        call: ActivityId,
        /// The result as text.
        content: String,
        /// The files it has beside the text.
        attachments: Vec<Attachment>,
        /// Whether it is an error.
        failed: bool,
    },
    /// Reasoning.
    Reasoning {
        /// Its id.
        id: MessageId,
        /// Its text.
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
