//! Reasoning that an endpoint wants back, from its response to the next requests.

use serde_json::{Value, json};

use super::{Reader, body};
use crate::conversation::ToolStatus;
use crate::models::api::Reader as _;
use crate::models::testing::{about, assistant, result, user};
use crate::models::thoughts::Thoughts;

/// A message with the calls of a response with these deltas, as the requests of this turn and of a
/// later one have it.
fn sent_back(deltas: &[Value]) -> [Value; 2] {
    let mut reader = Reader::new("a-very-long-run-id".to_owned());
    for delta in deltas {
        reader.read(&json!({"choices": [{"delta": delta}]}));
    }
    let thoughts = Thoughts::default();
    let (first_call, said) = reader.thoughts().unwrap();
    thoughts.keep(first_call, said);
    let turn = [
        user("look", Vec::new()),
        assistant("", &[("call1", "{}"), ("call2", "{}")]),
        result("call1", ToolStatus::Ok, Vec::new()),
        result("call2", ToolStatus::Ok, Vec::new()),
    ];
    let next = [
        assistant("Done.", &[]),
        user("more", Vec::new()),
        assistant("Yes.", &[]),
        user("again", Vec::new()),
    ];
    let later = [&turn[..], &next[..]].concat();
    [turn.to_vec(), later].map(|history| {
        let body = about(&history, None, &thoughts, body);
        body["messages"][2].clone()
    })
}

/// The delta of two calls, the first of which has more fields.
fn calls(more: &Value) -> Value {
    let call = |index: u64, id: &str| json!({"index": index, "id": id, "function": {"name": "read_file", "arguments": "{}"}});
    let mut first = call(0, "a");
    let fields = more.as_object().unwrap().clone();
    first.as_object_mut().unwrap().extend(fields);
    json!({"tool_calls": [first, call(1, "b")]})
}

/// The message when the endpoint wants nothing back.
fn plain() -> Value {
    let call = |id: &str| {
        json!({"id": id, "type": "function",
               "function": {"name": "read_file", "arguments": "{}"}})
    };
    let calls = [call("call00001"), call("call00002")];
    json!({"role": "assistant", "content": null, "tool_calls": calls})
}

#[test]
fn the_reasoning_before_calls_goes_back_in_this_turn_and_later() {
    let mut expected = plain();
    expected["reasoning_content"] = json!("Look first.");
    let said = sent_back(&[
        json!({"content": null, "reasoning_content": "Look "}),
        json!({"content": null, "reasoning_content": "first."}),
        json!({"content": "", "reasoning_content": null}),
        calls(&json!({})),
    ]);
    assert_eq!(said, [expected.clone(), expected]);
}

#[test]
fn what_an_endpoint_adds_to_a_call_goes_back_with_this_call() {
    let extra = json!({"google": {"thought_signature": "CvcQAdHt"}});
    let mut expected = plain();
    expected["tool_calls"][0]["extra_content"] = extra.clone();
    let said = sent_back(&[calls(&json!({"extra_content": extra}))]);
    assert_eq!(said, [expected.clone(), expected]);
}

#[test]
fn the_details_of_the_reasoning_go_back_whole_and_in_their_order() {
    let text = |more: &Value| {
        let mut piece = json!({"type": "reasoning.text", "index": 0});
        let fields = more.as_object().unwrap().clone();
        piece.as_object_mut().unwrap().extend(fields);
        json!({"reasoning": more["text"], "reasoning_details": [piece]})
    };
    let sealed = json!({"type": "reasoning.encrypted", "id": "b", "index": 1, "data": "CvcQ"});
    let mut expected = plain();
    expected["reasoning_details"] = json!([
        {"type": "reasoning.text", "index": 0, "text": "Look first.", "signature": "EqQB"},
        {"type": "reasoning.encrypted", "id": "call00002", "index": 1, "data": "CvcQ"},
    ]);
    let mut calls = calls(&json!({}));
    calls["reasoning_details"] = json!([sealed]);
    let said = sent_back(&[
        text(&json!({"text": "Look ", "signature": null})),
        text(&json!({"text": "first."})),
        text(&json!({"signature": "EqQB"})),
        calls,
    ]);
    assert_eq!(said, [expected.clone(), expected]);
}

#[test]
fn the_blocks_of_claudes_thinking_go_back_whole() {
    let block = |thinking: &str, signature: &str| json!({"type": "thinking", "thinking": thinking, "signature": signature});
    let mut expected = plain();
    expected["thinking_blocks"] = json!([block("Look first.", "EqQB")]);
    let said = sent_back(&[
        json!({"thinking_blocks": [block("Look ", "")]}),
        json!({"thinking_blocks": [block("first.", "")]}),
        json!({"thinking_blocks": [block("", "EqQB")]}),
        calls(&json!({})),
    ]);
    assert_eq!(said, [expected.clone(), expected]);
}

#[test]
fn nothing_goes_back_that_did_not_come_under_these_names() {
    let said = sent_back(&[
        json!({"reasoning": "hm", "reasoning_content": null}),
        calls(&json!({"extra_content": null, "more": 1})),
    ]);
    assert_eq!(said, [plain(), plain()]);
}
