//! What an agent asks before it goes on, and what the answer may be.
//!
//! Not responsible for reading a schema: the adapter does.

use crate::id::ActivityId;
use crate::stored;

/// A question the agent needs answered before it goes on (AG-UI `Interrupt`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interrupt {
    /// Named by the answer.
    pub id: String,
    /// The backend's reason, an open vocabulary.
    pub reason: String,
    /// Text for the person.
    pub message: Option<String>,
    /// The tool call that waits, if it is about one.
    pub call: Option<ActivityId>,
    /// JSON Schema of the answer, as text.
    pub schema: Option<String>,
    /// When it can no longer be answered, as the backend wrote it (ISO 8601).
    pub expires_at: Option<String>,
    /// What else the backend says about it, a JSON object as text.
    pub metadata: Option<String>,
    /// What an answer may be, as its schema and reason say.
    pub form: AnswerForm,
}

stored!(struct Interrupt {
    id, reason, message, call, schema since 2, expires_at since 2, metadata since 4, form since 4,
});

/// What the answer to a question may be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

stored!(enum AnswerForm { 0: Decision { reason, edits, bare }, 1: Words { field }, 2: Json });

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
