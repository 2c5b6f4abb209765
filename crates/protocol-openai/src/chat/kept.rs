//! What a server wants back of its own answer, though it shows nothing. `DeepSeek` refuses tool calls
//! without the `reasoning_content` before them, and Gemini a call without its `extra_content`, the
//! signature of its reasoning. `OpenRouter` has that in `reasoning_details`, which are kept with the
//! first call after them. A server that sends none of these gets none.

use midturn_protocol::fields::Fields;
use midturn_protocol::json::to_json;
use midturn_protocol::value::Given;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::super::given::value;

/// The mark of reasoning that came as `reasoning_content`.
pub(super) const REASONING_CONTENT: &str = r#"{"field":"reasoning_content"}"#;

/// What is kept of a call.
#[derive(Debug, Default, Serialize)]
pub(super) struct OfCall<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extra_content: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reasoning_details: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct ReadOfCall<'a> {
    extra_content: Given<'a>,
    reasoning_details: Given<'a>,
}

impl<'a> OfCall<'a> {
    /// Reads what is kept of a call.
    pub(super) fn read(kept: Option<&'a str>) -> Self {
        let read: Option<ReadOfCall<'a>> = kept.and_then(|kept| Fields::of(kept)?.read());
        let read = read.unwrap_or_default();
        Self {
            extra_content: value(read.extra_content),
            reasoning_details: value(read.reasoning_details),
        }
    }

    /// This, as it is kept.
    pub(super) fn text(&self) -> String {
        to_json(self)
    }
}
