//! Why an answer that the agent counts as complete is not whole.

use serde::{Deserialize, Serialize};

/// What ended an answer before the model did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Limit {
    /// The length that the model may write.
    Length,
    /// A filter of the backend or its model.
    ContentFilter,
    /// Something that the backend does not name, or in a word that is not known.
    Other,
}

impl Limit {
    /// The name for embedders.
    pub fn name(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::ContentFilter => "content-filter",
            Self::Other => "other",
        }
    }

    /// The limit that a finish reason names, in the words of `OpenAI`, Anthropic, Gemini or the AI SDK.
    pub fn named(reason: &str) -> Option<Self> {
        match reason.to_ascii_lowercase().as_str() {
            "length" | "max_tokens" | "max_output_tokens" => Some(Self::Length),
            "content_filter" | "content-filter" | "safety" => Some(Self::ContentFilter),
            _ => None,
        }
    }
}
