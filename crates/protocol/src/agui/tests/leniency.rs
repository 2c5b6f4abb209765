//! Malformed fields, the control extension, and events without content to show.

use midturn_core::run_event::{Abilities, RunEvent};

use super::super::{KNOWS_REASONING, MAX_EVENT_BYTES, reader, reader_with};
use super::{FINISHED, STARTED, body, events, inside};
use crate::control::Control;

#[test]
fn a_field_of_the_wrong_type_is_read_as_its_json_text() {
    let found = inside(&[r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":7,"delta":{"a":1}}"#]);
    let expected = [
        "! BadField: TEXT_MESSAGE_CONTENT.messageId is no string",
        "! BadField: TEXT_MESSAGE_CONTENT.delta is no string",
        "! OutOfOrder: TEXT_MESSAGE_CONTENT of what is not open",
        "TextDelta { message: 7, delta: \"{\\\"a\\\":1}\" }",
    ];
    assert_eq!(found, expected);
}

#[test]
fn an_unknown_field_is_reported_once_and_null_counts_as_absent() {
    let odd = r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"n","parentMessageId":null,"rawEvent":null,"x":1}"#;
    let end = r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#;
    let start = "ToolStart { call: c, name: \"n\", parent: None, subagent: None }";
    let ended = "ToolEnd { call: c }";
    let told = "! UnknownField: TOOL_CALL_START.x";
    assert_eq!(
        inside(&[odd, end, odd, end]),
        [start, told, ended, start, ended]
    );
}

#[test]
fn half_a_surrogate_pair_does_not_lose_the_frame() {
    for (escaped, text) in [
        (r"a\ud83d", "a\u{fffd}"),
        (r"\ude00b\\ud83d", "\u{fffd}b\\\\ud83d"),
        (r"\ud83d\ud83d\ude00", "\u{fffd}😀"),
        (r"\ud83dA", "\u{fffd}A"),
    ] {
        let event = [
            "{\"type\":\"TEXT_MESSAGE_CHUNK\",\"messageId\":\"m\",\"delta\":\"",
            escaped,
            "\"}",
        ];
        let found = inside(&[&event.concat()]);
        assert_eq!(
            found[1],
            "! BadField: TEXT_MESSAGE_CHUNK.delta has half a surrogate pair"
        );
        let delta = ["TextDelta { message: m, delta: \"", text, "\" }"].concat();
        assert_eq!(found[2], delta);
    }
}

#[test]
fn a_result_of_any_shape_is_read_as_text() {
    for (fields, expected) in [
        (
            r#""messageId":"t","content":"ok""#,
            "message: t, content: \"ok\", attachments: [], failed: false",
        ),
        (
            r#""content":"ok""#,
            "message: c, content: \"ok\", attachments: [], failed: false",
        ),
        (
            r#""content":[]"#,
            "message: c, content: \"\", attachments: [], failed: false",
        ),
        (
            r#""error":"no""#,
            "message: c, content: \"no\", attachments: [], failed: true",
        ),
        (
            r#""content":"x","error":"no""#,
            "message: c, content: \"x\", attachments: [], failed: true",
        ),
    ] {
        let event = [
            "{\"type\":\"TOOL_CALL_RESULT\",\"toolCallId\":\"c\",",
            fields,
            "}",
        ]
        .concat();
        let expected = ["ToolResult { call: c, ", expected, " }"].concat();
        assert_eq!(inside(&[&event]), [expected]);
    }
}

#[test]
fn the_announced_control_extension_is_kept_and_reported() {
    let announce = |value: &str| {
        let event = [
            "{\"type\":\"CUSTOM\",\"name\":\"midturn.control\",\"value\":",
            value,
            "}",
        ];
        let mut stream = reader();
        let found = events(stream.push(body(&[STARTED, &event.concat(), FINISHED]).as_bytes()));
        (found.into_iter().nth(1), stream.control().cloned())
    };
    let (told, kept) =
        announce(r#"{"url":"/c","events":"/e","threads":"/t","cancel":true,"interject":true}"#);
    let all = Abilities {
        cancel: true,
        rejoin: true,
        resend: true,
        interject: true,
        plain_stop: false,
        keeps_history: false,
    };
    assert_eq!(told, Some(RunEvent::Abilities(all)));
    let control = kept.unwrap();
    assert_eq!(control.url.as_deref(), Some("/c"));
    assert_eq!(control.events.as_deref(), Some("/e"));
    assert_eq!(control.threads.as_deref(), Some("/t"));
    assert!(control.cancel && control.interject && control.rejoin());

    let (told, kept) = announce(r#"{"cancel":true}"#);
    assert_eq!(told, Some(RunEvent::Abilities(Abilities::default())));
    assert_eq!(
        kept,
        Some(Control {
            cancel: true,
            ..Control::default()
        })
    );

    let (told, kept) = announce("7");
    assert!(matches!(told, Some(RunEvent::Finished(_))), "{told:?}");
    assert_eq!(kept, None);
}

#[test]
fn an_activity_snapshot_replaces_the_content_unless_replace_is_false() {
    let note = |text: &str, replace: &str| {
        let head =
            r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"a","activityType":"PLAN","content":{"t":""#;
        [head, text, "\"}", replace, "}"].concat()
    };
    let found = inside(&[
        &note("1", ""),
        &note("2", ",\"replace\":false"),
        &note("3", ""),
    ]);
    let expected = [
        "Note { id: a, title: \"PLAN\", content: \"{\\\"t\\\":\\\"1\\\"}\" }",
        "Note { id: a, title: \"PLAN\", content: \"{\\\"t\\\":\\\"3\\\"}\" }",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_step_of_a_subagent_does_not_end_a_step_of_the_run() {
    let found = inside(&[
        r#"{"type":"STEP_STARTED","stepName":"model"}"#,
        r#"{"type":"STEP_STARTED","stepName":"model","subagentRunId":"s"}"#,
        r#"{"type":"STEP_FINISHED","stepName":"model","subagentRunId":"s"}"#,
        r#"{"type":"STEP_FINISHED","stepName":"model"}"#,
    ]);
    let expected = [
        "StepStarted { name: \"model\" }",
        "! NotShown: step of a subagent",
        "StepFinished { name: \"model\" }",
    ];
    assert_eq!(found, expected);
}

#[test]
fn legal_events_without_content_leave_no_diagnostic() {
    let found = inside(&[
        r#"{"type":"RAW","event":{"a":[1,2]},"source":"x"}"#,
        r#"{"type":"REASONING_START","messageId":"m"}"#,
        r#"{"type":"REASONING_END","messageId":"m","timestamp":1,"metadata":{}}"#,
        r#"{"type":"THINKING_START","title":"t"}"#,
        r#"{"type":"THINKING_END"}"#,
    ]);
    assert_eq!(found, [] as [&str; 0]);
}

#[test]
fn a_backend_that_declares_its_version_gets_reasoning_back() {
    let declares = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"1.0"}"#;
    let told = |memory: &str, started: &str| {
        let mut stream = reader_with(String::new(), memory, MAX_EVENT_BYTES);
        let found = events(stream.push(body(&[started]).as_bytes()));
        found.into_iter().find_map(|event| match event {
            RunEvent::Memory(memory) => Some(memory),
            _ => None,
        })
    };
    let known = KNOWS_REASONING;
    assert_eq!(told("", declares).as_deref(), Some(known));
    assert_eq!(told(known, declares), None);
    assert_eq!(told("", STARTED), None);
    assert_eq!(told(known, STARTED).as_deref(), Some(""));
}
