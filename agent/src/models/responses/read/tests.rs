//! Responses of endpoints that do unusual things.

use serde_json::json;

use super::*;
use crate::engine::Dispatch;
use crate::models::api::Reader as _;
use crate::models::testing::{code, cut_off};

fn read(events: &[Value]) -> (Reader, Vec<ModelItem>) {
    let mut reader = Reader::new("r".to_owned());
    let items = events.iter().flat_map(|event| reader.read(event)).collect();
    (reader, items)
}

fn call(kind: &str, index: u64, arguments: &str) -> Value {
    let item = json!({"type": "function_call", "name": "x", "arguments": arguments});
    json!({"type": format!("response.output_item.{kind}"), "output_index": index, "item": item})
}

fn piece(index: u64) -> Value {
    json!({"type": "response.function_call_arguments.delta", "output_index": index, "delta": "{}"})
}

#[test]
fn a_call_may_come_as_a_whole() {
    let completed = json!({"type": "response.completed"});
    let expected = [
        ModelItem::Delta(ModelDelta::Call {
            id: "r-call1".to_owned(),
            name: "x".to_owned(),
        }),
        ModelItem::Delta(ModelDelta::Arguments("{}".to_owned())),
        ModelItem::Finished(Ok(Dispatch::OneByOne)),
    ];
    for events in [
        vec![call("done", 1, "{}")],
        vec![call("added", 1, "{}"), call("done", 1, "{}")],
        vec![call("added", 1, ""), call("done", 1, "{}")],
        vec![call("added", 1, ""), piece(1), call("done", 1, "{}")],
    ] {
        let (_, items) = read(&[events, vec![completed.clone()]].concat());
        assert_eq!(items, expected);
    }
}

#[test]
fn a_piece_of_an_earlier_call_is_a_protocol_error() {
    let (reader, items) = read(&[call("added", 0, ""), call("added", 1, ""), piece(0)]);
    assert_eq!(code(&items), "model_protocol");
    assert!(reader.is_over());
}

#[test]
fn events_that_are_not_known_are_passed_over() {
    let (reader, items) = read(&[
        json!({"type": "response.of_the_future"}),
        json!([]),
        json!({"type": "response.output_text.delta"}),
        json!({"type": "response.output_item.added"}),
    ]);
    assert_eq!(items, []);
    assert!(!reader.is_over());
}

#[test]
fn parts_of_a_summary_are_paragraphs() {
    let part = |index: u64| json!({"type": "response.reasoning_summary_part.added", "summary_index": index});
    let text = |said: &str| json!({"type": "response.reasoning_summary_text.delta", "delta": said});
    let (_, items) = read(&[part(0), text("one"), part(1), text("two")]);
    let said = items.iter().map(|item| match item {
        ModelItem::Delta(ModelDelta::Reasoning(text)) => text.as_str(),
        other => panic!("{other:?}"),
    });
    assert_eq!(said.collect::<String>(), "one\n\ntwo");
}

#[test]
fn reasoning_that_is_not_encrypted_is_not_kept() {
    let done = |encrypted: Value| {
        let item = json!({"type": "reasoning", "id": "rs", "encrypted_content": encrypted});
        json!({"type": "response.output_item.done", "output_index": 0, "item": item})
    };
    for (encrypted, count) in [(Value::Null, 0), (json!("g"), 1)] {
        let (reader, _) = read(&[done(encrypted), call("done", 1, "{}")]);
        let (first, kept) = reader.thoughts().unwrap();
        assert_eq!((first.as_str(), kept.len()), ("r-call1", count));
    }
    assert_eq!(read(&[done(json!("g"))]).0.thoughts(), None);
}

#[test]
fn an_incomplete_response_is_cut_off_or_held_back() {
    let incomplete = |reason: &str| {
        json!({"type": "response.incomplete",
               "response": {"incomplete_details": {"reason": reason}}})
    };
    let text = json!({"type": "response.output_text.delta", "delta": "half"});
    let (_, items) = read(&[text, incomplete("max_output_tokens")]);
    assert_eq!(items[1..], cut_off());
    let thought = json!({"type": "response.reasoning_text.delta", "delta": "hm"});
    let (_, items) = read(&[thought, incomplete("max_output_tokens")]);
    assert_eq!(code(&items), "length");
    let (_, items) = read(&[call("added", 0, "{"), incomplete("max_output_tokens")]);
    assert_eq!(code(&items), "length");
    let (_, items) = read(&[incomplete("content_filter")]);
    assert_eq!(code(&items), "content_filter");
    assert_eq!(code(&read(&[]).0.end()), "model_lost");
}

#[test]
fn an_error_is_found_wherever_it_is() {
    let error = json!({"code": "rate_limit_exceeded", "message": "Slow down"});
    let flat = json!({"type": "error", "code": "rate_limit_exceeded", "message": "Slow down"});
    for event in [
        json!({"type": "response.failed", "response": {"error": error}}),
        json!({"type": "error", "error": error}),
        flat,
    ] {
        let (reader, items) = read(&[event]);
        assert_eq!(code(&items), "model_rate_limited");
        assert!(format!("{items:?}").contains("\"Slow down\""));
        assert!(reader.is_over());
    }
}
