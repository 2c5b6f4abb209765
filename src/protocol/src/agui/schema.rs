//! The events of AG-UI, from 0.0.x to 1.0, and the names of their fields.
//!
//! Not responsible for types or for what is required: reading is by name, and lenient.

use super::lanes::Stream::{self, Reasoning, Text, Tool};

/// What to do with an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Start(Stream),
    Piece(Stream),
    End(Stream),
    Chunk(Stream),
    RunStarted,
    RunFinished,
    RunError,
    Snapshot,
    StepStarted,
    StepFinished,
    ToolResult,
    Encrypted,
    Note,
    NoteDelta,
    StateSnapshot,
    StateDelta,
    Custom,
    SubagentStarted,
    SubagentFinished,
    SubagentError,
    SpanStarted,
    SpanEnded,
    /// Nothing to show, but it ends a chunk stream of its lane.
    Break,
    /// Nothing to show, and not in the way of anything.
    Ignore,
}

/// The fields every event may have; that of the subagent is left out of some in the schema, but
/// it would be odd to complain about it.
const BASE: &str = "type timestamp rawEvent metadata subagentRunId";

/// Each event with its own fields. A table is much smaller in wasm than a match.
const EVENTS: &[(&str, Event, &str)] = &[
    (
        "TEXT_MESSAGE_CONTENT",
        Event::Piece(Text),
        "messageId delta",
    ),
    (
        "TEXT_MESSAGE_START",
        Event::Start(Text),
        "messageId role name",
    ),
    ("TEXT_MESSAGE_END", Event::End(Text), "messageId"),
    (
        "TEXT_MESSAGE_CHUNK",
        Event::Chunk(Text),
        "messageId role delta name",
    ),
    (
        "REASONING_MESSAGE_CONTENT",
        Event::Piece(Reasoning),
        "messageId delta",
    ),
    (
        "REASONING_MESSAGE_START",
        Event::Start(Reasoning),
        "messageId role",
    ),
    ("REASONING_MESSAGE_END", Event::End(Reasoning), "messageId"),
    (
        "REASONING_MESSAGE_CHUNK",
        Event::Chunk(Reasoning),
        "messageId delta",
    ),
    ("REASONING_START", Event::SpanStarted, "messageId"),
    ("REASONING_END", Event::SpanEnded, "messageId"),
    (
        "REASONING_ENCRYPTED_VALUE",
        Event::Encrypted,
        "subtype entityId encryptedValue",
    ),
    ("TOOL_CALL_ARGS", Event::Piece(Tool), "toolCallId delta"),
    (
        "TOOL_CALL_START",
        Event::Start(Tool),
        "toolCallId toolCallName parentMessageId",
    ),
    ("TOOL_CALL_END", Event::End(Tool), "toolCallId"),
    (
        "TOOL_CALL_CHUNK",
        Event::Chunk(Tool),
        "toolCallId toolCallName parentMessageId delta",
    ),
    // `error` is described for tool messages only; some backends put it on the event too.
    (
        "TOOL_CALL_RESULT",
        Event::ToolResult,
        "messageId toolCallId content role error",
    ),
    (
        "RUN_STARTED",
        Event::RunStarted,
        "threadId runId protocolVersion parentRunId input",
    ),
    (
        "RUN_FINISHED",
        Event::RunFinished,
        "threadId runId result outcome usage",
    ),
    ("RUN_ERROR", Event::RunError, "message code usage"),
    ("STEP_STARTED", Event::StepStarted, "stepName"),
    ("STEP_FINISHED", Event::StepFinished, "stepName"),
    ("STATE_SNAPSHOT", Event::StateSnapshot, "snapshot"),
    ("STATE_DELTA", Event::StateDelta, "delta"),
    ("MESSAGES_SNAPSHOT", Event::Snapshot, "messages"),
    (
        "ACTIVITY_SNAPSHOT",
        Event::Note,
        "messageId activityType content replace",
    ),
    (
        "ACTIVITY_DELTA",
        Event::NoteDelta,
        "messageId activityType patch",
    ),
    ("RAW", Event::Ignore, "event source"),
    ("CUSTOM", Event::Custom, "name value"),
    (
        "SUBAGENT_STARTED",
        Event::SubagentStarted,
        "name description parentSubagentRunId parentToolCallId parentMessageId",
    ),
    (
        "SUBAGENT_FINISHED",
        Event::SubagentFinished,
        "result outcome",
    ),
    ("SUBAGENT_ERROR", Event::SubagentError, "message code"),
    // 0.0.x; 1.0 has REASONING instead.
    ("THINKING_START", Event::Break, "title"),
    ("THINKING_END", Event::Break, ""),
    ("THINKING_TEXT_MESSAGE_START", Event::Break, ""),
    (
        "THINKING_TEXT_MESSAGE_CONTENT",
        Event::Chunk(Reasoning),
        "delta",
    ),
    ("THINKING_TEXT_MESSAGE_END", Event::Break, ""),
];

/// What to do with events of a type, and the names of their own fields; `None` for a type this
/// client does not know.
pub(crate) fn event(kind: &str) -> Option<(Event, &'static str)> {
    let row = EVENTS.iter().find(|row| row.0 == kind)?;
    Some((row.1, row.2))
}

/// Whether `field` is described for an event with these own `fields`.
pub(crate) fn describes(fields: &str, field: &str) -> bool {
    let is_it = |name: &str| name == field;
    BASE.split(' ').any(is_it) || fields.split(' ').any(is_it)
}
