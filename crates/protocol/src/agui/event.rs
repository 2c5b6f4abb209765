//! The AG-UI events, from 0.0.x to 1.0, with all of their fields.
//!
//! [`super::messages`] has the fields of a snapshot's messages, [`super::outcome`] those of a run's
//! end. Required fields and the order of events are checked where the events are translated.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::messages::MessagesSnapshot;
use super::outcome::{Outcome, RunError, SubagentOutcome};
use super::text::Content;
use crate::value::{Flag, Given, One, Text, Unused};

/// One event. The variant is its `type`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE", bound(deserialize = "'de: 'a"))]
pub(crate) enum Event<'a> {
    RunStarted(RunStarted<'a>),
    RunFinished(RunFinished<'a>),
    RunError(RunError<'a>),
    StepStarted(Step<'a>),
    StepFinished(Step<'a>),
    TextMessageStart(TextStart<'a>),
    TextMessageContent(MessagePiece<'a>),
    TextMessageEnd(OfMessage<'a>),
    TextMessageChunk(TextChunk<'a>),
    ReasoningStart(OfMessage<'a>),
    ReasoningEnd(OfMessage<'a>),
    ReasoningMessageStart(ReasoningStart<'a>),
    ReasoningMessageContent(MessagePiece<'a>),
    ReasoningMessageEnd(OfMessage<'a>),
    ReasoningMessageChunk(MessagePiece<'a>),
    ReasoningEncryptedValue(Opaque<'a>),
    ToolCallStart(ToolStart<'a>),
    ToolCallArgs(ToolArgs<'a>),
    ToolCallEnd(ToolEnd<'a>),
    ToolCallChunk(ToolChunk<'a>),
    ToolCallResult(ToolResult<'a>),
    StateSnapshot(StateSnapshot<'a>),
    StateDelta(StateDelta<'a>),
    MessagesSnapshot(MessagesSnapshot<'a>),
    ActivitySnapshot(ActivitySnapshot<'a>),
    ActivityDelta(ActivityDelta<'a>),
    Raw(Raw),
    Custom(Custom<'a>),
    SubagentStarted(SubagentStarted<'a>),
    SubagentFinished(SubagentFinished<'a>),
    SubagentError(SubagentError<'a>),
    // Only in 0.0.x; 1.0 has REASONING instead.
    ThinkingStart(ThinkingStart),
    ThinkingEnd(Nothing),
    ThinkingTextMessageStart(Nothing),
    ThinkingTextMessageContent(ThinkingPiece<'a>),
    ThinkingTextMessageEnd(Nothing),
}

/// The fields that every event may have. The schema leaves `subagentRunId` out of some events. This
/// adapter accepts it on all of them, without a diagnostic.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct Envelope<'a> {
    r#type: Unused,
    timestamp: Unused,
    raw_event: Unused,
    metadata: Unused,
    pub(crate) subagent_run_id: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct RunStarted<'a> {
    thread_id: Unused,
    pub(crate) run_id: Text<'a>,
    pub(crate) protocol_version: Text<'a>,
    parent_run_id: Unused,
    input: Unused,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct RunFinished<'a> {
    thread_id: Unused,
    pub(crate) run_id: Text<'a>,
    result: Unused,
    pub(crate) outcome: One<'a, Outcome<'a>>,
    usage: Unused,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct Step<'a> {
    pub(crate) step_name: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct TextStart<'a> {
    pub(crate) message_id: Text<'a>,
    pub(crate) role: Text<'a>,
    name: Unused,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct TextChunk<'a> {
    pub(crate) message_id: Text<'a>,
    pub(crate) role: Text<'a>,
    pub(crate) delta: Text<'a>,
    name: Unused,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct ReasoningStart<'a> {
    pub(crate) message_id: Text<'a>,
    role: Unused,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct MessagePiece<'a> {
    pub(crate) message_id: Text<'a>,
    pub(crate) delta: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct OfMessage<'a> {
    pub(crate) message_id: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct Opaque<'a> {
    pub(crate) subtype: Text<'a>,
    pub(crate) entity_id: Text<'a>,
    pub(crate) encrypted_value: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct ToolStart<'a> {
    pub(crate) tool_call_id: Text<'a>,
    pub(crate) tool_call_name: Text<'a>,
    pub(crate) parent_message_id: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct ToolArgs<'a> {
    pub(crate) tool_call_id: Text<'a>,
    pub(crate) delta: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct ToolEnd<'a> {
    pub(crate) tool_call_id: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct ToolChunk<'a> {
    pub(crate) tool_call_id: Text<'a>,
    pub(crate) tool_call_name: Text<'a>,
    pub(crate) parent_message_id: Text<'a>,
    pub(crate) delta: Text<'a>,
}

/// The schema has `error` only on tool messages; some backends put it on the event too.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct ToolResult<'a> {
    pub(crate) message_id: Text<'a>,
    pub(crate) tool_call_id: Text<'a>,
    pub(crate) content: Content<'a>,
    role: Unused,
    pub(crate) error: Text<'a>,
    pub(crate) metadata: One<'a, ResultMetadata<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct ResultMetadata<'a> {
    pub(crate) status: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct StateSnapshot<'a> {
    pub(crate) snapshot: Given<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct StateDelta<'a> {
    pub(crate) delta: Given<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct ActivitySnapshot<'a> {
    pub(crate) message_id: Text<'a>,
    pub(crate) activity_type: Text<'a>,
    pub(crate) content: Given<'a>,
    pub(crate) replace: Flag,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct ActivityDelta<'a> {
    pub(crate) message_id: Text<'a>,
    pub(crate) activity_type: Text<'a>,
    pub(crate) patch: Given<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Raw {
    event: Unused,
    source: Unused,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct Custom<'a> {
    pub(crate) name: Text<'a>,
    pub(crate) value: Option<&'a RawValue>,
    pub(crate) raw_event: Option<&'a RawValue>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct SubagentStarted<'a> {
    pub(crate) name: Text<'a>,
    pub(crate) description: Text<'a>,
    pub(crate) parent_subagent_run_id: Text<'a>,
    pub(crate) parent_tool_call_id: Text<'a>,
    parent_message_id: Unused,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct SubagentFinished<'a> {
    result: Unused,
    pub(crate) outcome: One<'a, SubagentOutcome<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct SubagentError<'a> {
    pub(crate) message: Text<'a>,
    pub(crate) code: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ThinkingStart {
    title: Unused,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct ThinkingPiece<'a> {
    pub(crate) delta: Text<'a>,
}

/// No fields of its own.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Nothing {}
