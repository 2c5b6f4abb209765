//! An agent's questions, and the form of their answers.
//!
//! `midturn-protocol` derives the form from the schema of the answer.

use serde::{Deserialize, Serialize};

use crate::id::ActivityId;
use crate::stored::is_default;

/// A question that must be answered before the agent continues (AG-UI `Interrupt`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Interrupt {
    /// The id, which the answer repeats.
    pub id: String,
    /// The backend's reason, an open vocabulary.
    pub reason: String,
    /// Text for the person.
    #[serde(default, skip_serializing_if = "is_default")]
    pub message: Option<String>,
    /// The tool call in question, if any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub call: Option<ActivityId>,
    /// JSON Schema of the answer, as text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub schema: Option<String>,
    /// When the question expires, as the backend wrote it (ISO 8601).
    #[serde(default, skip_serializing_if = "is_default")]
    pub expires_at: Option<String>,
    /// Further metadata from the backend, a JSON object as text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub metadata: Option<String>,
    /// The form of the answer, from its schema and reason.
    pub form: AnswerForm,
}

/// What the agent asks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The question in the backend's words.
    pub message: Option<String>,
    /// The tool that the agent wants to call.
    pub tool: Option<String>,
}

/// The form of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AnswerForm {
    /// Yes or no.
    Decision {
        /// Whether a denial may have a reason.
        reason: bool,
        /// Whether an approval may have edited arguments for the call.
        edits: bool,
        /// Whether the answer is a bare `true` or `false`.
        bare: bool,
    },
    /// Text, in this field of an object; without a field the text is the whole answer.
    Words {
        /// The field's name.
        field: Option<String>,
    },
    /// A JSON value of another form.
    Json,
}

impl Default for AnswerForm {
    /// Yes or no with an optional reason. This is the form without a schema, so nothing forbids the
    /// reason.
    fn default() -> Self {
        Self::Decision {
            reason: true,
            edits: false,
            bare: false,
        }
    }
}

impl AnswerForm {
    /// Whether a denial may have a reason.
    pub fn takes_reason(&self) -> bool {
        matches!(self, Self::Decision { reason: true, .. })
    }

    /// Whether an approval may have edited arguments.
    pub fn takes_edits(&self) -> bool {
        matches!(self, Self::Decision { edits: true, .. })
    }
}
