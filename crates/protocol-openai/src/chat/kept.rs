//! What a server wants back of its own answer, though it shows nothing. `DeepSeek` refuses tool calls
//! without the `reasoning_content` before them, and Gemini a call without its `extra_content`, the
//! signature of its reasoning. `OpenRouter` has that in `reasoning_details`, and `LiteLLM` in
//! `thinking_blocks`, which are kept with the first call after them. A server that sends none of these
//! gets none.

use midturn_protocol::fields::Fields;
use midturn_protocol::json::to_json;
use midturn_protocol::value::Given;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::given::{elements, value};
use super::chunk::Delta;
use super::details::Details;

/// The mark of reasoning that came as `reasoning_content`.
pub(super) const REASONING_CONTENT: &str = r#"{"field":"reasoning_content"}"#;

/// What is kept of a call.
#[derive(Debug, Default, Serialize)]
pub(super) struct OfCall<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extra_content: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reasoning_details: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thinking_blocks: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct ReadOfCall<'a> {
    extra_content: Given<'a>,
    reasoning_details: Given<'a>,
    thinking_blocks: Given<'a>,
}

impl<'a> OfCall<'a> {
    /// Reads what is kept of a call.
    pub(super) fn read(kept: Option<&'a str>) -> Self {
        let read: Option<ReadOfCall<'a>> = kept.and_then(|kept| Fields::of(kept)?.read());
        let read = read.unwrap_or_default();
        Self {
            extra_content: value(read.extra_content),
            reasoning_details: value(read.reasoning_details),
            thinking_blocks: value(read.thinking_blocks),
        }
    }

    /// This, as it is kept.
    pub(super) fn text(&self) -> String {
        to_json(self)
    }
}

/// What a response's reasoning has that goes back with the first call after it.
#[derive(Debug, Default)]
pub(super) struct OfReasoning {
    details: Details,
    blocks: Details,
}

impl OfReasoning {
    /// Reads the pieces of one chunk.
    pub(super) fn read(&mut self, delta: &Delta<'_>) {
        for (held, field) in [
            (&mut self.details, delta.reasoning_details),
            (&mut self.blocks, delta.thinking_blocks),
        ] {
            let pieces = elements(field).into_iter();
            held.add(pieces.filter_map(|piece| serde_json::from_str(piece.get()).ok()));
        }
    }

    /// Gives another id to what is about this call.
    pub(super) fn rename(&mut self, call: &str, id: &Value) {
        self.details.rename(call, id);
    }

    /// Takes the details and the blocks, as JSON text.
    pub(super) fn take(&mut self) -> [Option<String>; 2] {
        [&mut self.details, &mut self.blocks].map(|held| held.take().map(|all| to_json(&all)))
    }
}
