//! Chunks, lanes (each agent has one), and the order of start, pieces and end.

use super::super::reader;
use super::{body, inside, line};

#[test]
fn the_next_other_event_of_a_lane_ends_its_chunks() {
    let found = inside(&[
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","role":"assistant","delta":"a"}"#,
        r#"{"type":"RAW","event":1}"#,
        r#"{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"m","encryptedValue":"v"}"#,
        r#"{"type":"TEXT_MESSAGE_CHUNK","delta":"b"}"#,
        r#"{"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"n","parentMessageId":"m"}"#,
        r#"{"type":"TOOL_CALL_CHUNK","delta":"{}"}"#,
        r#"{"type":"REASONING_MESSAGE_CHUNK","messageId":"m","delta":"z"}"#,
        r#"{"type":"STATE_SNAPSHOT","snapshot":null}"#,
    ]);
    let expected = [
        "TextStart { message: m, subagent: None }",
        "TextDelta { message: m, delta: \"a\" }",
        "Encrypted { entity: \"m\", of_call: false, value: \"v\" }",
        "TextDelta { message: m, delta: \"b\" }",
        "TextEnd { message: m }",
        "ToolStart { call: c, name: \"n\", parent: Some(m), subagent: None }",
        "ToolArgs { call: c, delta: \"{}\" }",
        "ToolEnd { call: c }",
        "ReasoningStart { message: m, subagent: None }",
        "ReasoningDelta { message: m, delta: \"z\" }",
        "ReasoningEnd { message: m }",
        "State(\"null\")",
    ];
    assert_eq!(found, expected);
}

#[test]
fn each_subagent_has_its_own_lane() {
    let found = inside(&[
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"a"}"#,
        r#"{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"n","parentToolCallId":"c"}"#,
        r#"{"type":"TEXT_MESSAGE_CHUNK","subagentRunId":"s","messageId":"k","delta":"x"}"#,
        r#"{"type":"TEXT_MESSAGE_CHUNK","delta":"b"}"#,
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"k","delta":"y"}"#,
        r#"{"type":"SUBAGENT_ERROR","subagentRunId":"s","message":"no"}"#,
        r#"{"type":"TEXT_MESSAGE_CHUNK","delta":"c"}"#,
    ]);
    let expected = [
        "TextStart { message: m, subagent: None }",
        "TextDelta { message: m, delta: \"a\" }",
        "SubagentStarted { id: s, name: \"n\", description: None, parent: Some(c) }",
        "TextStart { message: k, subagent: Some(s) }",
        "TextDelta { message: k, delta: \"x\" }",
        "TextDelta { message: m, delta: \"b\" }",
        "TextDelta { message: k, delta: \"y\" }",
        "TextEnd { message: k }",
        "SubagentEnded { id: s, error: Some(\"no\") }",
        "TextDelta { message: m, delta: \"c\" }",
        "TextEnd { message: m }",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_chunk_stream_ended_by_its_id_ends_once() {
    let found = inside(&[
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"a"}"#,
        r#"{"type":"TEXT_MESSAGE_END","messageId":"m"}"#,
        r#"{"type":"TEXT_MESSAGE_END","messageId":"m"}"#,
    ]);
    let expected = [
        "TextStart { message: m, subagent: None }",
        "TextDelta { message: m, delta: \"a\" }",
        "TextEnd { message: m }",
        "! OutOfOrder: end of what has ended",
    ];
    assert_eq!(found, expected);
}

#[test]
fn content_without_a_start_starts_the_message_with_its_owner() {
    let found = inside(&[
        r#"{"type":"TEXT_MESSAGE_CONTENT","subagentRunId":"s","messageId":"m","delta":"a"}"#,
    ]);
    let expected = [
        "! OutOfOrder: TEXT_MESSAGE_CONTENT of what is not open",
        "TextStart { message: m, subagent: Some(s) }",
        "TextDelta { message: m, delta: \"a\" }",
        "! OutOfOrder: RUN_FINISHED before all has ended",
    ];
    assert_eq!(found, expected);
}

#[test]
fn content_without_a_start_is_not_reported_in_a_resumed_stream() {
    let mut stream = reader();
    stream.resume();
    let found = stream.push(
        body(&[
            r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a"}"#,
            r#"{"type":"TEXT_MESSAGE_END","messageId":"m"}"#,
            r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#,
            r#"{"type":"STEP_FINISHED","stepName":"s"}"#,
            r#"{"type":"RUN_FINISHED"}"#,
        ])
        .as_bytes(),
    );
    let found: Vec<String> = found.iter().map(line).collect();
    let expected = [
        "TextDelta { message: m, delta: \"a\" }",
        "TextEnd { message: m }",
        "ToolEnd { call: c }",
        "StepFinished { name: \"s\" }",
        "Finished(Success)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_message_can_be_opened_again_only_after_its_end() {
    let start = r#"{"type":"TEXT_MESSAGE_START","messageId":"m"}"#;
    let end = r#"{"type":"TEXT_MESSAGE_END","messageId":"m"}"#;
    let started = "TextStart { message: m, subagent: None }";
    let ended = "TextEnd { message: m }";
    let twice = "! OutOfOrder: TEXT_MESSAGE_START of what is open";
    let found = inside(&[start, start, end, start, end]);
    assert_eq!(found, [started, twice, ended, started, ended]);
}

#[test]
fn texts_of_other_roles_are_not_shown() {
    let found = inside(&[
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m","role":"user"}"#,
        r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"me"}"#,
        r#"{"type":"TEXT_MESSAGE_END","messageId":"m"}"#,
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"k","role":"system","delta":"me"}"#,
    ]);
    assert_eq!(found, ["! NotShown: text of another role than assistant"]);
}

#[test]
fn a_call_without_an_id_is_dropped_and_a_message_gets_an_id() {
    let found = inside(&[
        r#"{"type":"TOOL_CALL_CHUNK","toolCallName":"n","delta":"{}"}"#,
        r#"{"type":"REASONING_MESSAGE_START"}"#,
        r#"{"type":"REASONING_MESSAGE_CONTENT","delta":"a"}"#,
        r#"{"type":"REASONING_MESSAGE_END"}"#,
    ]);
    let expected = [
        "! BadField: TOOL_CALL_CHUNK.toolCallId is missing",
        "! BadField: REASONING_MESSAGE_START.messageId is missing",
        "ReasoningStart { message: r~1, subagent: None }",
        "! BadField: REASONING_MESSAGE_CONTENT.messageId is missing",
        "ReasoningDelta { message: r~1, delta: \"a\" }",
        "ReasoningEnd { message: r~1 }",
        "! BadField: REASONING_MESSAGE_END.messageId is missing",
    ];
    assert_eq!(found, expected);
}
