//! Messages of endpoints that do unusual things.

#![expect(
    clippy::needless_pass_by_value,
    reason = "JSON that is written in the call needs no borrow"
)]

use super::*;
use crate::engine::Dispatch;
use crate::models::api::Reader as _;
use crate::models::testing::{code, cut_off};

fn read(events: &[Value]) -> (Reader, Vec<ModelItem>) {
    let mut reader = Reader::new("r".to_owned());
    let items = events.iter().flat_map(|event| reader.read(event)).collect();
    (reader, items)
}

fn start(index: u64, block: Value) -> Value {
    json!({"type": "content_block_start", "index": index, "content_block": block})
}

fn grow(index: u64, delta: Value) -> Value {
    json!({"type": "content_block_delta", "index": index, "delta": delta})
}

fn end(reason: &str) -> [Value; 2] {
    [
        json!({"type": "message_delta", "delta": {"stop_reason": reason}}),
        json!({"type": "message_stop"}),
    ]
}

fn call(input: Value) -> Value {
    json!({"type": "tool_use", "id": "toolu_1", "name": "x", "input": input})
}

#[test]
fn a_block_may_have_its_content_from_the_start() {
    let mut events = vec![
        start(0, json!({"type": "text", "text": "hi"})),
        // Its end is missing.
        start(1, call(json!({"a": 1}))),
    ];
    events.extend(end("tool_use"));
    let (_, items) = read(&events);
    let expected = [
        ModelItem::Delta(ModelDelta::Text("hi".to_owned())),
        ModelItem::Delta(ModelDelta::Call {
            id: "r-call1".to_owned(),
            name: "x".to_owned(),
        }),
        ModelItem::Delta(ModelDelta::Arguments("{\"a\":1}".to_owned())),
        ModelItem::Finished(Ok(Dispatch::OneByOne)),
    ];
    assert_eq!(items, expected);
}

#[test]
fn events_and_blocks_that_are_not_known_are_passed_over() {
    let mut events = vec![
        json!({"type": "of_the_future"}),
        json!("no object"),
        start(0, json!({"type": "server_tool_use"})),
        grow(0, json!({"type": "citations_delta"})),
        grow(0, json!({})),
        json!({"type": "content_block_stop", "index": 0}),
    ];
    events.extend(end("end_turn"));
    let (_, items) = read(&events);
    assert_eq!(items, [ModelItem::Finished(Ok(Dispatch::OneByOne))]);
}

#[test]
fn arguments_of_a_block_that_is_no_open_call_are_a_protocol_error() {
    let piece = |index| {
        grow(
            index,
            json!({"type": "input_json_delta", "partial_json": "{"}),
        )
    };
    let text = start(1, json!({"type": "text", "text": ""}));
    for events in [
        vec![piece(0)],
        vec![start(0, call(json!({}))), text, piece(0)],
    ] {
        let (reader, items) = read(&events);
        assert_eq!(code(&items), "model_protocol");
        assert!(reader.is_over());
    }
}

#[test]
fn thinking_without_a_signature_is_shown_but_not_kept() {
    let thinking = |signature: &str| {
        vec![
            start(
                0,
                json!({"type": "thinking", "thinking": "", "signature": ""}),
            ),
            grow(0, json!({"type": "thinking_delta", "thinking": "hm"})),
            grow(
                0,
                json!({"type": "signature_delta", "signature": signature}),
            ),
            json!({"type": "content_block_stop", "index": 0}),
            start(1, json!({"type": "redacted_thinking", "data": "xyz"})),
            start(2, call(json!({}))),
        ]
    };
    let redacted = json!({"type": "redacted_thinking", "data": "xyz"});
    let signed = json!({"type": "thinking", "thinking": "hm", "signature": "s"});
    let place = json!({"type": "tool_use"});
    let unsigned = vec![redacted.clone(), place.clone()];
    for (signature, kept) in [("", unsigned), ("s", vec![signed, redacted, place])] {
        let (reader, items) = read(&thinking(signature));
        let shown = ModelItem::Delta(ModelDelta::Reasoning("hm".to_owned()));
        assert_eq!(items[0], shown);
        assert_eq!(reader.thoughts(), Some(("r-call1".to_owned(), kept)));
    }
}

#[test]
fn the_reason_of_the_end_decides_what_the_response_is() {
    let text = start(0, json!({"type": "text", "text": "half"}));
    let with = |first: Value, reason| read(&[vec![first], end(reason).to_vec()].concat()).1;
    assert_eq!(with(text.clone(), "max_tokens")[1..], cut_off());
    let blank = start(0, json!({"type": "text", "text": "\n"}));
    assert_eq!(code(&with(blank, "max_tokens")), "length");
    assert_eq!(
        code(&with(start(0, call(json!({}))), "max_tokens")),
        "length"
    );
    assert_eq!(code(&with(text.clone(), "refusal")), "model_declined");
    let (mut reader, _) = read(&[text]);
    assert_eq!(code(&reader.end()), "model_lost");
}

#[test]
fn an_error_in_the_stream_is_tried_again_when_that_may_help() {
    for (kind, expected, again) in [
        ("overloaded_error", "model_overloaded", true),
        ("rate_limit_error", "model_rate_limited", true),
        ("api_error", "model_failed", true),
        ("authentication_error", "model_unauthorized", false),
        ("invalid_request_error", "model_refused", false),
    ] {
        let event = json!({"type": "error", "error": {"type": kind, "message": "Sorry"}});
        let (reader, items) = read(&[event]);
        assert_eq!(code(&items), expected);
        assert!(reader.is_over());
        assert_eq!(matches!(items[0], ModelItem::Failed { .. }), again);
    }
}
