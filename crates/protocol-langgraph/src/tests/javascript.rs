//! Servers in JavaScript, which write some names and types in another way than those in Python.

use midturn_core::run_event::RunEvent;
use midturn_core::transcript::Answer;
use serde_json::{Value, json};

use super::{ID, asked, no, read, request, resumed, yes};

#[test]
fn the_pieces_of_a_javascript_server_are_joined() {
    let piece = |content: Value, chunks: Value| {
        // The arguments are guessed from half of their text.
        let message = json!({"content": content, "type": "ai", "id": "m",
            "tool_call_chunks": chunks, "tool_calls": [{"id": "c", "name": "t", "args": {}}]});
        ("messages", json!([message, {}]).to_string())
    };
    let chunk = |args: &str| json!([{"index": 0, "id": null, "name": null, "args": args}]);
    let thought = |text: &str| json!([{"type": "thinking", "thinking": text, "index": 0}]);
    // The state has the pieces as one big piece.
    let whole = json!({"content": "one two", "type": "ai", "id": "m", "tool_call_chunks": [],
        "tool_calls": [{"id": "c", "name": "t", "args": {"a": 1}}]});
    let frames = [
        piece(thought("hm"), json!([])),
        piece(thought(", so"), json!([])),
        piece(json!("one"), json!([])),
        piece(json!(" two"), json!([])),
        piece(
            json!(""),
            json!([{"index": 0, "id": "c", "name": "t", "args": ""}]),
        ),
        piece(json!(""), chunk("{\"a\"")),
        piece(json!(""), chunk(": 1}")),
        (
            "updates",
            json!({"model": {"messages": [whole]}}).to_string(),
        ),
    ];
    let told = |event: RunEvent| match event {
        RunEvent::ReasoningDelta { delta, .. } => Some(format!("thinks {delta}")),
        RunEvent::TextDelta { delta, .. } => Some(format!("says {delta}")),
        RunEvent::TextReplaced { text, .. } => Some(format!("replaced by {text}")),
        RunEvent::ToolStart { call, name, .. } => Some(format!("{call} {name}")),
        RunEvent::ToolArgs { call, delta } => Some(format!("{call} {delta}")),
        RunEvent::ToolEnd { call } => Some(format!("{call} end")),
        _ => None,
    };
    let events = read(&frames, &request(Vec::new())).into_iter();
    assert_eq!(
        events.filter_map(told).collect::<Vec<_>>(),
        [
            "thinks hm",
            "thinks , so",
            "says one",
            "says  two",
            "c t",
            "c {\"a\"",
            "c : 1}",
            "c end",
        ]
    );
}

#[test]
fn the_middleware_is_asked_and_answered_in_camel_case() {
    let question = json!({"id": ID, "value": {
        "actionRequests": [
            {"name": "send", "args": {"to": "x"}, "description": "Send it?"},
            {"name": "other", "args": {}, "description": "Other?"},
        ],
        "reviewConfigs": [
            {"actionName": "send", "allowedDecisions": ["approve", "edit", "reject"]},
            {"actionName": "other", "allowedDecisions": ["approve"]},
        ],
    }});
    let (asked, _) = asked(&question);
    let told = asked
        .iter()
        .map(|asked| (asked.message.as_deref(), asked.form.takes_edits()));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [(Some("Send it?"), true), (Some("Other?"), false)]
    );
    assert_eq!(
        resumed(&question, &[yes(Some(r#"{"to":"y"}"#)), yes(None)]),
        json!({"decisions": [
            {"type": "edit", "editedAction": {"name": "send", "args": {"to": "y"}}},
            {"type": "approve"},
        ]})
    );
    let refused = resumed(&question, &[no(Some("late")), Answer::Abandoned]);
    assert_eq!(
        refused["decisions"][0],
        json!({"type": "reject", "message": "late"})
    );
}
