//! What a server wants back of its own answer, though it shows nothing. `DeepSeek` refuses tool calls
//! without the `reasoning_content` before them, and Gemini a call without its `extra_content`, the
//! signature of its reasoning. A server that sends neither gets neither.

use midturn_protocol::fields::Fields;
use midturn_protocol::json::to_json;
use midturn_protocol::value::Given;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::super::given::value;

/// The mark of reasoning that came as `reasoning_content`.
pub(super) const REASONING_CONTENT: &str = r#"{"field":"reasoning_content"}"#;

/// What is kept of a call.
#[derive(Serialize)]
struct OfCall<'a> {
    extra_content: &'a RawValue,
}

#[derive(Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct ReadOfCall<'a> {
    extra_content: Given<'a>,
}

/// A call's `extra_content` as it is kept.
pub(super) fn extra_content(given: &RawValue) -> String {
    to_json(&OfCall {
        extra_content: given,
    })
}

/// The `extra_content` of what is kept of a call.
pub(super) fn extra_content_of(kept: &str) -> Option<&RawValue> {
    let read: ReadOfCall<'_> = Fields::of(kept)?.read()?;
    value(read.extra_content)
}
