//! The fields of the chunks, as they are on the wire.

use midturn_protocol::value::{Flag, Given, Text};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A chunk of a text or of reasoning.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'a"))]
pub(super) struct TextChunk<'a> {
    pub(super) id: Text<'a>,
    pub(super) delta: Text<'a>,
    pub(super) provider_metadata: Given<'a>,
}

/// More of a call's input.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'a"))]
pub(super) struct InputDelta<'a> {
    pub(super) tool_call_id: Text<'a>,
    pub(super) input_text_delta: Text<'a>,
}

/// The other chunks about a call.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'a"))]
pub(super) struct ToolChunk<'a> {
    pub(super) tool_call_id: Text<'a>,
    pub(super) tool_name: Text<'a>,
    pub(super) title: Text<'a>,
    pub(super) dynamic: Flag,
    pub(super) provider_executed: Flag,
    pub(super) preliminary: Flag,
    pub(super) input: Given<'a>,
    pub(super) output: Given<'a>,
    pub(super) error_text: Text<'a>,
    pub(super) tool_metadata: Given<'a>,
    pub(super) provider_metadata: Given<'a>,
}

/// A question about a call, or the decision of the server.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'a"))]
pub(super) struct ApprovalChunk<'a> {
    pub(super) approval_id: Text<'a>,
    pub(super) tool_call_id: Text<'a>,
    pub(super) reason: Text<'a>,
    pub(super) approved: Flag,
    pub(super) is_automatic: Flag,
    pub(super) signature: Given<'a>,
    pub(super) approval_descriptor: Given<'a>,
    pub(super) input_schema_input: Given<'a>,
}

/// The start or end of a message, and changes of its metadata.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'a"))]
pub(super) struct MessageChunk<'a> {
    pub(super) message_id: Text<'a>,
    pub(super) message_metadata: Given<'a>,
    pub(super) finish_reason: Text<'a>,
    pub(super) error_text: Text<'a>,
}

/// A source, a file, data of the app, or a message of the person that was put into the turn.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'a"))]
pub(super) struct OtherChunk<'a> {
    pub(super) id: Text<'a>,
    pub(super) source_id: Text<'a>,
    pub(super) title: Text<'a>,
    pub(super) url: Text<'a>,
    pub(super) filename: Text<'a>,
    pub(super) media_type: Text<'a>,
    pub(super) kind: Text<'a>,
    pub(super) data: Given<'a>,
    pub(super) parts: Given<'a>,
    pub(super) transient: Flag,
}

/// The value, if it is an object: nothing else is accepted by the server where it goes back.
pub(super) fn object(given: Given<'_>) -> Option<&RawValue> {
    given.0.filter(|json| json.get().starts_with('{'))
}

/// Whether the protocol has this type of chunk.
pub(super) fn is_known(kind: &str) -> bool {
    matches!(
        kind,
        "start"
            | "finish"
            | "start-step"
            | "finish-step"
            | "reset-step"
            | "text-start"
            | "text-delta"
            | "text-end"
            | "reasoning-start"
            | "reasoning-delta"
            | "reasoning-end"
            | "tool-input-start"
            | "tool-input-delta"
            | "tool-input-available"
            | "tool-input-error"
            | "tool-output-available"
            | "tool-output-error"
            | "tool-output-denied"
            | "tool-approval-request"
            | "tool-approval-response"
            | "steering-message"
            | "source-url"
            | "source-document"
            | "file"
            | "reasoning-file"
            | "custom"
            | "message-metadata"
            | "error"
            | "abort"
    ) || kind.starts_with("data-")
}
