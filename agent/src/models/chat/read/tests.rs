//! Completions of endpoints that do unusual things.

use serde_json::json;

use super::*;
use crate::engine::Dispatch;
use crate::models::api::Reader as _;

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
