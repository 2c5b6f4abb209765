//! The events and objects of a stream. All fields are optional: gateways leave out many.

use midturn_protocol::fields::Fields;
use midturn_protocol::value::{Given, One, Text};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::given::Number;

/// The fields of all events.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Event<'a> {
    pub(super) sequence_number: Number,
    pub(super) response: Given<'a>,
    pub(super) item: Given<'a>,
    pub(super) item_id: Text<'a>,
    pub(super) output_index: Number,
    pub(super) content_index: Number,
    pub(super) summary_index: Number,
    pub(super) delta: Text<'a>,
    pub(super) text: Text<'a>,
    pub(super) refusal: Text<'a>,
    pub(super) arguments: Text<'a>,
    pub(super) input: Text<'a>,
    pub(super) code: Text<'a>,
    pub(super) error: Given<'a>,
}

/// A response.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Response<'a> {
    pub(super) id: Text<'a>,
    pub(super) object: Text<'a>,
    pub(super) status: Text<'a>,
    pub(super) output: Given<'a>,
    pub(super) error: Given<'a>,
    pub(super) incomplete_details: One<'a, Incomplete<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Incomplete<'a> {
    pub(super) reason: Text<'a>,
}

/// The fields of all items.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Item<'a> {
    pub(super) r#type: Text<'a>,
    pub(super) id: Text<'a>,
    pub(super) status: Text<'a>,
    pub(super) content: Given<'a>,
    pub(super) summary: Given<'a>,
    pub(super) encrypted_content: Text<'a>,
    pub(super) call_id: Text<'a>,
    pub(super) name: Text<'a>,
    pub(super) arguments: Text<'a>,
    pub(super) input: Text<'a>,
    pub(super) output: Given<'a>,
    pub(super) error: Given<'a>,
    pub(super) server_label: Text<'a>,
    pub(super) approval_request_id: Text<'a>,
    pub(super) action: Given<'a>,
    pub(super) queries: Given<'a>,
    pub(super) results: Given<'a>,
    pub(super) tools: Given<'a>,
    pub(super) code: Text<'a>,
    pub(super) outputs: Given<'a>,
    pub(super) result: Text<'a>,
    pub(super) revised_prompt: Text<'a>,
    pub(super) output_format: Text<'a>,
}

/// A part of a message, of reasoning or of a tool's output.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Part<'a> {
    pub(super) r#type: Text<'a>,
    pub(super) text: Text<'a>,
    pub(super) refusal: Text<'a>,
    pub(super) logs: Text<'a>,
    pub(super) name: Text<'a>,
}

impl<'a> Part<'a> {
    /// Reads a part. What is no object counts as one without fields.
    pub(super) fn of(json: &'a RawValue) -> Self {
        let part = Fields::of(json.get()).and_then(|mut fields| fields.read());
        part.unwrap_or_default()
    }
}
