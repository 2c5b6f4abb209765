//! Events out of order, and their diagnostics.

use super::{FINISHED, STARTED, inside, lines};

/// The diagnostics for these events inside a run.
fn said(events: &[&str]) -> Vec<String> {
    let mut found = inside(events);
    found.retain(|line| line.starts_with("! OutOfOrder"));
    found
}

#[test]
fn a_repeated_start_or_end_is_reported() {
    for (begin, end) in [
        (
            r#"{"type":"STEP_STARTED","stepName":"a"}"#,
            r#"{"type":"STEP_FINISHED","stepName":"a"}"#,
        ),
        (
            r#"{"type":"REASONING_START","messageId":"a"}"#,
            r#"{"type":"REASONING_END","messageId":"a"}"#,
        ),
        (
            r#"{"type":"SUBAGENT_STARTED","subagentRunId":"a","name":"n"}"#,
            r#"{"type":"SUBAGENT_FINISHED","subagentRunId":"a"}"#,
        ),
    ] {
        assert_eq!(said(&[begin, end, begin, end]), [] as [&str; 0]);
        let open = "! OutOfOrder: RUN_FINISHED before all has ended";
        assert_eq!(said(&[begin]), [open]);
        let (begins, ends) = (kind(begin), kind(end));
        let twice = ["! OutOfOrder: ", begins, " of what is open"].concat();
        assert_eq!(said(&[begin, begin, end]), [twice]);
        let never = ["! OutOfOrder: ", ends, " of what is not open"].concat();
        assert_eq!(said(&[end, end]), [never]);
    }
}

fn kind(event: &str) -> &str {
    event.split('"').nth(3).unwrap()
}

#[test]
fn steps_of_different_agents_are_different_steps() {
    let found = said(&[
        r#"{"type":"STEP_STARTED","stepName":"a"}"#,
        r#"{"type":"STEP_STARTED","stepName":"a","subagentRunId":"s"}"#,
        r#"{"type":"STEP_FINISHED","stepName":"a","subagentRunId":"t"}"#,
        r#"{"type":"STEP_FINISHED","stepName":"a"}"#,
    ]);
    let expected = [
        "! OutOfOrder: STEP_FINISHED of what is not open",
        "! OutOfOrder: RUN_FINISHED before all has ended",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_message_open_at_the_end_of_a_run_is_reported_unless_the_run_failed() {
    let text = r#"{"type":"TEXT_MESSAGE_START","messageId":"m"}"#;
    let call = r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"n"}"#;
    let chunk = r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"a"}"#;
    let error = r#"{"type":"RUN_ERROR","message":"no"}"#;
    for open in [text, call] {
        let told = "! OutOfOrder: RUN_FINISHED before all has ended";
        assert_eq!(lines(&[STARTED, open, FINISHED])[2], told);
        let failed = lines(&[STARTED, open, error]);
        assert!(
            !failed.iter().any(|line| line.starts_with('!')),
            "{failed:?}"
        );
    }
    assert_eq!(said(&[chunk]), [] as [&str; 0]);
}

#[test]
fn an_event_about_another_agents_message_is_reported() {
    let start = r#"{"type":"TEXT_MESSAGE_START","messageId":"m","subagentRunId":"s"}"#;
    let untagged = r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a"}"#;
    let other =
        r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"b","subagentRunId":"t"}"#;
    let end = r#"{"type":"TEXT_MESSAGE_END","messageId":"m","subagentRunId":"s"}"#;
    assert_eq!(said(&[start, untagged, end]), [] as [&str; 0]);
    let told = "! OutOfOrder: TEXT_MESSAGE_CONTENT of another agent's";
    assert_eq!(said(&[start, other, other, end]), [told]);
    let call = r#"{"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"n","parentMessageId":"m","subagentRunId":"t"}"#;
    let told = "! OutOfOrder: TOOL_CALL_CHUNK of another agent's";
    assert_eq!(said(&[start, call, end]), [told]);
}

#[test]
fn content_without_an_id_continues_the_chunks_of_its_lane_and_is_reported() {
    let found = inside(&[
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"a"}"#,
        r#"{"type":"TEXT_MESSAGE_CONTENT","delta":"b"}"#,
    ]);
    let expected = [
        "TextStart { message: m, subagent: None }",
        "TextDelta { message: m, delta: \"a\" }",
        "! BadField: TEXT_MESSAGE_CONTENT.messageId is missing",
        "TextDelta { message: m, delta: \"b\" }",
        "TextEnd { message: m }",
    ];
    assert_eq!(found, expected);
}

#[test]
fn an_event_before_the_start_of_the_run_is_reported_unless_it_is_an_error() {
    let early = "! OutOfOrder: an event before RUN_STARTED";
    let step = r#"{"type":"STEP_STARTED","stepName":"a"}"#;
    assert_eq!(lines(&[step, STARTED, FINISHED])[0], early);
    let error = lines(&[r#"{"type":"RUN_ERROR","message":"busy"}"#]);
    assert_eq!(error.len(), 1, "{error:?}");
}

#[test]
fn text_with_an_unknown_role_is_shown() {
    let found = inside(&[
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m","role":"ai"}"#,
        r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a"}"#,
        r#"{"type":"TEXT_MESSAGE_END","messageId":"m"}"#,
    ]);
    let expected = [
        "! BadField: TEXT_MESSAGE_START.role is unknown",
        "TextStart { message: m, subagent: None }",
        "TextDelta { message: m, delta: \"a\" }",
        "TextEnd { message: m }",
    ];
    assert_eq!(found, expected);
}
