//! The events of the control extension, and other events that report a stopped task.

use super::inside;

fn custom(name: &str, value: &str) -> String {
    [
        r#"{"type":"CUSTOM","name":""#,
        name,
        r#"","value":"#,
        value,
        "}",
    ]
    .concat()
}

#[test]
fn each_event_is_read_with_its_subject() {
    for (name, value, expected) in [
        (
            "user.interjection",
            r#"{"id":"i","message":"no","parentId":"root","targetAgent":"main"}"#,
            r#"Interjected(ReportedInterjection { id: i, text: "no", parent: None, agent: Some("main"), fell_back: false })"#,
        ),
        (
            "user.interjection",
            r#"{"id":"i","message":"no","parentId":"c","targetAgent":"plan","fallbackFrom":"d"}"#,
            r#"Interjected(ReportedInterjection { id: i, text: "no", parent: Some(c), agent: Some("plan"), fell_back: true })"#,
        ),
        (
            "interjection.delivered",
            r#"{"id":"i","step":3}"#,
            "InterjectionDelivered { id: i, step: Some(3) }",
        ),
        (
            "interjection.undelivered",
            r#"{"id":"i","reason":"Taken back"}"#,
            "InterjectionUndelivered { id: i }",
        ),
        (
            "task.cancellable",
            r#"{"elementId":"c","label":"x"}"#,
            "Task { element: c, event: Cancellable }",
        ),
        (
            "task.progress",
            r#"{"elementId":"c","progress":0.25,"message":"reading"}"#,
            r#"Task { element: c, event: Progress { percent: 25, message: "reading" } }"#,
        ),
        (
            "task.cancelling",
            r#"{"elementId":"c","message":"soon"}"#,
            r#"Task { element: c, event: Cancelling { message: "soon" } }"#,
        ),
        (
            "task.cancelled",
            r#"{"elementId":"c","reason":"why","partialResult":"half"}"#,
            r#"Task { element: c, event: Cancelled { reason: "why", partial: Some("half") } }"#,
        ),
        (
            "task.cancel.failed",
            r#"{"elementId":"c","error":"Task already completed"}"#,
            r#"Task { element: c, event: CancelFailed { error: "Task already completed" } }"#,
        ),
        (
            "thread.title",
            r#"{"title":"Tide tables"}"#,
            r#"Title("Tide tables")"#,
        ),
        (
            "answer.limited",
            r#"{"reason":"length"}"#,
            "Limited(Length)",
        ),
        ("answer.limited", "{}", "Limited(Other)"),
    ] {
        assert_eq!(inside(&[&custom(name, value)]), [expected], "{name}");
    }
}

#[test]
fn an_event_without_a_subject_is_dropped_and_reported() {
    for name in [
        "user.interjection",
        "interjection.delivered",
        "task.progress",
        "thread.title",
        "else",
    ] {
        for value in ["{}", "null", "7", r#"{"id":"","elementId":""}"#] {
            let found = inside(&[&custom(name, value)]);
            assert!(!found.is_empty(), "it is told");
            assert!(
                found.iter().all(|line| line.starts_with('!')),
                "{name} {value}: {found:?}"
            );
        }
    }
}

#[test]
fn an_end_can_report_that_the_task_was_stopped() {
    let result = r#"{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":"-","metadata":{"status":"cancelled"}}"#;
    let found = inside(&[result]);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0], "Task { element: c, event: Stopped }");
    let error = r#"{"type":"SUBAGENT_ERROR","subagentRunId":"s","message":"-","code":"cancelled"}"#;
    let ended = |event: &str| {
        let started = r#"{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"n"}"#;
        inside(&[started, event]).split_off(1)
    };
    assert_eq!(ended(error), ["Task { element: s, event: Stopped }"]);
    let waits =
        r#"{"type":"SUBAGENT_FINISHED","subagentRunId":"s","outcome":{"type":"suspended"}}"#;
    assert_eq!(ended(waits), ["SubagentSuspended { id: s }"]);
}

#[test]
fn a_result_that_its_metadata_calls_an_error_has_failed() {
    for (status, failed) in [("error", true), ("denied", false), ("ok", false)] {
        let result = format!(
            r#"{{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":"-","metadata":{{"status":"{status}"}}}}"#
        );
        let read = inside(&[&result]);
        let expected = format!("failed: {failed}");
        assert!(
            read.iter().any(|event| event.contains(&expected)),
            "{read:?}"
        );
    }
}
