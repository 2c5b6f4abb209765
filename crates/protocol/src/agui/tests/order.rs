//! Events out of order, and their diagnostics.

use super::{FINISHED, STARTED, inside, lines};

/// The diagnostics for these events inside a run.
fn said(events: &[&str]) -> Vec<String> {
    let mut found = inside(events);
    found.retain(|line| line.starts_with("! OutOfOrder"));
    found
}

#[test]
fn steps_spans_and_subagents_begin_and_end_once() {
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
fn a_step_of_another_agent_is_another_step() {
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
fn messages_and_calls_end_before_the_run_does_and_an_error_may_come_any_time() {
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
fn what_one_agent_began_is_not_for_another_to_go_on_with() {
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
fn a_piece_without_an_id_goes_on_with_the_chunks_of_its_lane_and_is_told() {
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
fn a_run_begins_with_its_start_or_an_error() {
    let early = "! OutOfOrder: an event before RUN_STARTED";
    let step = r#"{"type":"STEP_STARTED","stepName":"a"}"#;
    assert_eq!(lines(&[step, STARTED, FINISHED])[0], early);
    let error = lines(&[r#"{"type":"RUN_ERROR","message":"busy"}"#]);
    assert_eq!(error.len(), 1, "{error:?}");
}

#[test]
fn a_role_nobody_knows_hides_nothing() {
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
