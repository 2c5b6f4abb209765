//! Whether docs/agent.md explains the events.

use serde_json::{from_value, json, to_value};

use super::Custom;

#[test]
fn the_docs_name_every_field_of_every_event() {
    let docs = include_str!("../../../../docs/agent.md");
    let running = json!([{"elementId": "e", "label": "l", "since": 1, "elapsedMs": 1}]);
    for (name, value) in [
        (
            "midturn.control",
            json!({"url": "u", "events": "e", "threads": "t", "cancel": true, "interject": true}),
        ),
        (
            "task.cancellable",
            json!({"elementId": "e", "label": "run"}),
        ),
        (
            "task.progress",
            json!({"elementId": "e", "progress": 0.5, "message": "m"}),
        ),
        (
            "task.cancelling",
            json!({"elementId": "e", "message": "m", "running": running}),
        ),
        (
            "task.cancelled",
            json!({"elementId": "e", "reason": "r", "partialResult": "p", "lastError": "l"}),
        ),
        (
            "task.cancel.failed",
            json!({"elementId": "e", "error": "late"}),
        ),
        (
            "user.interjection",
            json!({"id": "i", "message": "m", "attachments": [{}], "parentId": "root",
                "targetAgent": "main", "fallbackFrom": "c"}),
        ),
        (
            "interjection.delivered",
            json!({"id": "i", "toolCallId": "c", "afterId": "m", "step": 1}),
        ),
        (
            "interjection.undelivered",
            json!({"id": "i", "reason": "r"}),
        ),
        (
            "approval.edited",
            json!({"toolCallId": "c", "arguments": "{}"}),
        ),
        ("answer.limited", json!({"reason": "length"})),
        ("model.retrying", json!({"afterMs": 1})),
    ] {
        let event = json!({"name": name, "value": value});
        let known = from_value::<Custom>(event.clone()).map(to_value);
        assert_eq!(known.unwrap().unwrap(), event, "all of it is read");
        let start = format!("| `{name}` |");
        let row = docs.lines().find(|line| line.starts_with(&start));
        let fields = event["value"].as_object().into_iter().flatten();
        for (field, _) in fields {
            let is_named = |row: &str| {
                row.contains(&format!("`{field}`")) || row.contains(&format!("`{field}?`"))
            };
            assert!(row.is_some_and(is_named), "{name} {field}");
        }
    }
}
