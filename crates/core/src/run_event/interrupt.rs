//! What an agent asks before it goes on, and what the answer may be.
//!
//! Not responsible for reading a schema: the adapter does.

use serde::{Deserialize, Serialize};

use crate::id::ActivityId;
use crate::record::is_default;

/// A question the agent needs answered before it goes on (AG-UI `Interrupt`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Interrupt {
    /// Named by the answer.
    pub id: String,
    /// The backend's reason, an open vocabulary.
    pub reason: String,
    /// Text for the person.
    #[serde(default, skip_serializing_if = "is_default")]
    pub message: Option<String>,
    /// The tool call that waits, if it is about one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub call: Option<ActivityId>,
    /// JSON Schema of the answer, as text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub schema: Option<String>,
    /// When it can no longer be answered, as the backend wrote it (ISO 8601).
    #[serde(default, skip_serializing_if = "is_default")]
    pub expires_at: Option<String>,
    /// What else the backend says about it, a JSON object as text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub metadata: Option<String>,
    /// What an answer may be, as its schema and reason say.
    pub form: AnswerForm,
}

/// What the answer to a question may be.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AnswerForm {
    /// Yes or no.
    Decision {
        /// A denial may say why.
        reason: bool,
        /// A yes may come with other arguments for the call.
        edits: bool,
        /// The answer is a mere `true` or `false`.
        bare: bool,
    },
    /// Words, in this field of an object; none where the words are the answer.
    Words {
        /// The field's name.
        field: Option<String>,
    },
    /// A JSON value of another shape.
    Json,
}

impl Default for AnswerForm {
    /// A yes or no, to which anything may be added: there is no schema that forbids it.
    fn default() -> Self {
        Self::Decision {
            reason: true,
            edits: false,
            bare: false,
        }
    }
}

impl AnswerForm {
    /// Whether a denial may say why.
    pub fn takes_reason(&self) -> bool {
        matches!(self, Self::Decision { reason: true, .. })
    }

    /// Whether a yes may come with other arguments.
    pub fn takes_edits(&self) -> bool {
        matches!(self, Self::Decision { edits: true, .. })
    }
}
