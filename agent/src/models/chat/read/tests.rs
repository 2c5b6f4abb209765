//! Completions of endpoints that do unusual things.

use serde_json::json;

use super::*;
use crate::engine::Dispatch;
use crate::models::api::Reader as _;
use crate::models::testing::{code, cut_off};

fn read(
    reader: &mut Reader,
    index: u64,
    id: Option<&str>,
    name: &str,
    arguments: &str,
) -> Vec<String> {
    let call = json!({
        "index": index, "id": id, "function": {"name": name, "arguments": arguments},
    });
    let items = reader.read(&json!({"choices": [{"delta": {"tool_calls": [call]}}]}));
    let said = items.into_iter().map(|item| match item {
        ModelItem::Delta(ModelDelta::Call { id, name }) => format!("{id} {name}"),
        ModelItem::Delta(ModelDelta::Arguments(piece)) => piece,
        ModelItem::Finished(Err(failure)) => failure.code,
        other => panic!("{other:?}"),
    });
    said.collect()
}

#[test]
fn parallel_calls_with_the_same_index_are_told_apart_by_their_ids() {
    let mut reader = Reader::new("r".to_owned());
    assert_eq!(
        read(&mut reader, 0, Some("a"), "x", "{"),
        ["r-call1 x", "{"]
    );
    assert_eq!(read(&mut reader, 0, None, "", "}"), ["}"]);
    assert_eq!(
        read(&mut reader, 0, Some("b"), "y", "{}"),
        ["r-call2 y", "{}"]
    );
    reader.read(&json!({"choices": [{"finish_reason": "tool_calls"}]}));
    let end = [ModelItem::Finished(Ok(Dispatch::AllAtOnce))];
    assert_eq!(reader.end(), end);
}

#[test]
fn a_repeated_or_late_id_does_not_start_a_new_call() {
    let mut reader = Reader::new("r".to_owned());
    read(&mut reader, 0, Some("a"), "x", "{");
    assert_eq!(read(&mut reader, 0, Some("a"), "", "}"), ["}"]);
    assert_eq!(read(&mut reader, 1, None, "y", "{"), ["r-call2 y", "{"]);
    assert_eq!(read(&mut reader, 1, Some("b"), "", "}"), ["}"]);
    assert_eq!(read(&mut reader, 2, Some(""), "z", ""), ["r-call3 z"]);
}

#[test]
fn a_piece_of_an_earlier_call_is_a_protocol_error() {
    for (index, id) in [(0, Some("a")), (0, None), (1, Some("a"))] {
        let mut reader = Reader::new("r".to_owned());
        read(&mut reader, 0, Some("a"), "x", "{");
        read(&mut reader, 1, Some("b"), "y", "{");
        assert_eq!(read(&mut reader, index, id, "", "}"), ["model_protocol"]);
        assert!(reader.is_over());
    }
}

/// The items of a completion with these deltas that the length limit ends.
fn at_the_limit(deltas: &[Value]) -> Vec<ModelItem> {
    let mut reader = Reader::new("r".to_owned());
    let mut items = Vec::new();
    for delta in deltas {
        items.extend(reader.read(&json!({"choices": [{"delta": delta}]})));
    }
    reader.read(&json!({"choices": [{"delta": {}, "finish_reason": "length"}]}));
    items.extend(reader.end());
    items
}

#[test]
fn an_answer_that_is_cut_off_is_marked_and_nothing_at_all_is_a_failure() {
    let items = at_the_limit(&[json!({"content": "half"})]);
    assert_eq!(items[1..], cut_off());
    for nothing in [
        json!({"content": "\n\n"}),
        json!({"reasoning_content": "hm"}),
    ] {
        assert_eq!(code(&at_the_limit(&[nothing])), "length");
    }
    let call = json!({"index": 0, "id": "a", "function": {"name": "x", "arguments": "{"}});
    let called = [json!({"content": "I look."}), json!({"tool_calls": [call]})];
    assert_eq!(code(&at_the_limit(&called)), "length");
}

#[test]
fn content_may_be_a_list_of_reasoning_and_text() {
    let mut reader = Reader::new("r".to_owned());
    let thinking = json!({"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]});
    let content = json!([thinking, {"type": "text", "text": "Hi"}]);
    let items = reader.read(&json!({"choices": [{"delta": {"content": content}}]}));
    let expected = [
        ModelItem::Delta(ModelDelta::Reasoning("hm".to_owned())),
        ModelItem::Delta(ModelDelta::Text("Hi".to_owned())),
    ];
    assert_eq!(items, expected);
}

#[test]
fn a_refusal_is_text() {
    let mut reader = Reader::new("r".to_owned());
    let delta = json!({"content": null, "refusal": "I will not."});
    let said = reader.read(&json!({"choices": [{"delta": delta}]}));
    let text = ModelItem::Delta(ModelDelta::Text("I will not.".to_owned()));
    assert_eq!(said, [text]);
}
