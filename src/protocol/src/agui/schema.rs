//! The events of AG-UI, from 0.0.x to 1.0, and the names of their fields.
//!
//! Not responsible for types or for what is required: reading is by name, and lenient.

/// The fields every event may have.
const BASE: [&str; 4] = ["type", "timestamp", "rawEvent", "metadata"];

/// Whether `field` is described for an event with these own `fields`.
pub(crate) fn describes(fields: &[&str], field: &str) -> bool {
    BASE.contains(&field) || fields.contains(&field)
}

/// The own fields of an event type, or `None` for a type this client does not know.
pub(crate) fn fields_of(kind: &str) -> Option<&'static [&'static str]> {
    let fields: &[&str] = match kind {
        "RUN_STARTED" => &[
            "threadId",
            "runId",
            "protocolVersion",
            "parentRunId",
            "input",
        ],
        "RUN_FINISHED" => &["threadId", "runId", "result", "outcome", "usage"],
        "RUN_ERROR" => &["message", "code", "usage"],
        "STEP_STARTED" | "STEP_FINISHED" => &["stepName", "subagentRunId"],
        "TEXT_MESSAGE_START" => &["messageId", "role", "name", "subagentRunId"],
        "TEXT_MESSAGE_CONTENT" | "REASONING_MESSAGE_CONTENT" | "REASONING_MESSAGE_CHUNK" => {
            &["messageId", "delta", "subagentRunId"]
        }
        "TEXT_MESSAGE_END" | "REASONING_START" | "REASONING_END" | "REASONING_MESSAGE_END" => {
            &["messageId", "subagentRunId"]
        }
        "TEXT_MESSAGE_CHUNK" => &["messageId", "role", "delta", "name", "subagentRunId"],
        "TOOL_CALL_START" => &[
            "toolCallId",
            "toolCallName",
            "parentMessageId",
            "subagentRunId",
        ],
        "TOOL_CALL_ARGS" => &["toolCallId", "delta", "subagentRunId"],
        "TOOL_CALL_END" => &["toolCallId", "subagentRunId"],
        "TOOL_CALL_CHUNK" => &[
            "toolCallId",
            "toolCallName",
            "parentMessageId",
            "delta",
            "subagentRunId",
        ],
        // `error` is described for tool messages only; some backends put it on the event too.
        "TOOL_CALL_RESULT" => &[
            "messageId",
            "toolCallId",
            "content",
            "role",
            "error",
            "subagentRunId",
        ],
        "REASONING_MESSAGE_START" => &["messageId", "role", "subagentRunId"],
        "REASONING_ENCRYPTED_VALUE" => &["subtype", "entityId", "encryptedValue", "subagentRunId"],
        "STATE_SNAPSHOT" => &["snapshot", "subagentRunId"],
        "STATE_DELTA" => &["delta", "subagentRunId"],
        "MESSAGES_SNAPSHOT" => &["messages"],
        "ACTIVITY_SNAPSHOT" => &[
            "messageId",
            "activityType",
            "content",
            "replace",
            "subagentRunId",
        ],
        "ACTIVITY_DELTA" => &["messageId", "activityType", "patch", "subagentRunId"],
        "RAW" => &["event", "source", "subagentRunId"],
        "CUSTOM" => &["name", "value", "subagentRunId"],
        "SUBAGENT_STARTED" => &[
            "subagentRunId",
            "name",
            "description",
            "parentSubagentRunId",
            "parentToolCallId",
            "parentMessageId",
        ],
        "SUBAGENT_FINISHED" => &["subagentRunId", "result", "outcome"],
        "SUBAGENT_ERROR" => &["subagentRunId", "message", "code"],
        // 0.0.x, renamed in 1.0.
        "THINKING_START" => &["title"],
        "THINKING_END" | "THINKING_TEXT_MESSAGE_START" | "THINKING_TEXT_MESSAGE_END" => &[],
        "THINKING_TEXT_MESSAGE_CONTENT" => &["delta"],
        _ => return None,
    };
    Some(fields)
}
