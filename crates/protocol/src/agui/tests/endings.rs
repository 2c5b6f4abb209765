//! How runs end, and which events may follow.

use midturn_core::id::RunId;

use super::super::{Item, reader};
use super::{FINISHED, STARTED, body, lines};

fn ending(terminal: &str) -> Vec<String> {
    lines(&[STARTED, terminal]).split_off(1)
}

#[test]
fn each_outcome_is_read() {
    for (outcome, expected) in [
        (r#""result":1"#, "Finished(Success)"),
        (r#""outcome":null"#, "Finished(Success)"),
        (
            r#""outcome":{"type":"success","pendingToolCallIds":["c"]}"#,
            "Finished(Pending([c]))",
        ),
        (r#""outcome":{"type":"cancelled"}"#, "Finished(Cancelled)"),
        (r#""outcome":"cancelled""#, "Finished(Cancelled)"),
        (
            r#""outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"x","toolCallId":"c"},{"id":"j","reason":"y","message":"m"}]}"#,
            "Finished(Interrupt([Interrupt { id: \"i\", reason: \"x\", message: None, call: Some(c), schema: None, expires_at: None, metadata: None, form: Decision { reason: false, edits: false, bare: false } }, Interrupt { id: \"j\", reason: \"y\", message: Some(\"m\"), call: None, schema: None, expires_at: None, metadata: None, form: Words { field: None } }]))",
        ),
    ] {
        // Without `threadId` and `runId`: one backend leaves them out when it stops a run.
        let terminal = ["{\"type\":\"RUN_FINISHED\",", outcome, "}"].concat();
        assert_eq!(ending(&terminal), [expected]);
    }
}

#[test]
fn an_unreadable_outcome_is_a_success_with_a_diagnostic() {
    for (outcome, told) in [
        (r#"{"type":"paused"}"#, "! UnknownField: outcome paused"),
        ("7", "! BadField: RUN_FINISHED.outcome is no object"),
        (
            r#"{"type":"interrupt","interrupts":[]}"#,
            "! BadField: RUN_FINISHED.outcome names no interrupt",
        ),
    ] {
        let terminal = ["{\"type\":\"RUN_FINISHED\",\"outcome\":", outcome, "}"].concat();
        assert_eq!(ending(&terminal), [told, "Finished(Success)"]);
    }
}

#[test]
fn an_error_is_read_from_the_fields_it_has() {
    for (fields, expected) in [
        (
            r#""message":"no","code":"c""#,
            "RunError { message: \"no\", code: Some(\"c\") }",
        ),
        (
            r#""message":"no","code":null"#,
            "RunError { message: \"no\", code: None }",
        ),
        (
            r#""code":"c""#,
            "RunError { message: \"c\", code: Some(\"c\") }",
        ),
    ] {
        let terminal = ["{\"type\":\"RUN_ERROR\",", fields, "}"].concat();
        let found = ending(&terminal).pop();
        assert_eq!(found, Some(["Failed(", expected, ")"].concat()));
    }
}

#[test]
fn after_the_end_only_an_error_or_a_new_run_is_read() {
    let error = r#"{"type":"RUN_ERROR","message":"late"}"#;
    let step = r#"{"type":"STEP_STARTED","stepName":"s"}"#;
    let failed = "Failed(RunError { message: \"late\", code: None })";
    let found = lines(&[
        STARTED, FINISHED, step, FINISHED, error, FINISHED, error, STARTED, FINISHED,
    ]);
    let expected = [
        "Started",
        "Finished(Success)",
        "! AfterEnd: STEP_STARTED",
        "! AfterEnd: RUN_FINISHED",
        failed,
        "! AfterEnd: RUN_ERROR",
        "Started",
        "Finished(Success)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn two_runs_in_a_stream_of_a_thread_each_have_an_end() {
    let other = |event: &str| event.replace(r#""r""#, r#""other""#);
    let mut stream = reader();
    stream.resume();
    let events = [STARTED, &other(STARTED), &other(FINISHED), FINISHED];
    let items = stream.push(body(&events).as_bytes());
    let ends = items.iter().filter_map(|item| match item {
        Item::Event { run, event, .. } if format!("{event:?}").starts_with("Finished") => {
            run.clone()
        }
        _ => None,
    });
    let ends: Vec<RunId> = ends.collect();
    assert_eq!(ends, ["other".into(), "r".into()]);
}

#[test]
fn a_custom_on_interrupt_event_counts_if_the_outcome_is_missing() {
    let custom = r#"{"type":"CUSTOM","name":"on_interrupt","rawEvent":{"id":"i"},"value":"{\"reason\":\"tool_call\",\"toolCallId\":\"c\"}"}"#;
    let waiting = "Finished(Interrupt([Interrupt { id: \"i\", reason: \"tool_call\", message: None, call: Some(c), schema: None, expires_at: None, metadata: None, form: Decision { reason: false, edits: false, bare: false } }]))";
    assert_eq!(lines(&[STARTED, custom, FINISHED]), ["Started", waiting]);

    let said = r#"{"type":"RUN_FINISHED","outcome":{"type":"success"}}"#;
    assert_eq!(
        lines(&[STARTED, custom, said]),
        ["Started", "Finished(Success)"]
    );

    let bare = r#"{"type":"CUSTOM","name":"on_interrupt","value":"Go on?"}"#;
    let waiting = "Finished(Interrupt([Interrupt { id: \"r~1\", reason: \"input_required\", message: Some(\"Go on?\"), call: None, schema: None, expires_at: None, metadata: None, form: Words { field: None } }]))";
    assert_eq!(lines(&[STARTED, bare, FINISHED]), ["Started", waiting]);
}
