//! Streams that are joined again.

use super::super::super::testing::{document, line, reader, rejoined, request, sse, user};
use super::super::Responses;
use super::{added, done, memory_of};
use midturn_protocol::item::Item;
use midturn_protocol::reader::Reader;

const BACKGROUND: &str = r#"{"background":true}"#;
const CREATED: &str = r#"{"type":"response.created","response":{"id":"resp"},"sequence_number":0}"#;
const LAST: &str = r#"{"type":"response.completed","response":{"id":"resp"},"sequence_number":9}"#;

fn text(text: &str, number: u64) -> String {
    format!(
        r#"{{"type":"response.output_text.delta","item_id":"m","delta":"{text}","sequence_number":{number}}}"#
    )
}

fn shown(items: &[Item]) -> Vec<String> {
    let shown = items.iter().map(line).filter(|line| line != "memory");
    shown.collect()
}

fn open() -> Box<dyn Reader> {
    reader(
        &Responses::new(BACKGROUND),
        Some(&request(vec![user("hi")])),
    )
}

/// A reader after a reload.
fn reloaded(memory: &str) -> Box<dyn Reader> {
    rejoined(&Responses::new(BACKGROUND), memory)
}

#[test]
fn frames_that_were_read_before_the_loss_are_not_read_again() {
    let mut stream = open();
    let message = added(0, r#"{"type":"message","id":"m"}"#);
    stream.push(sse(&[CREATED, &message, &text("a", 2), &text("b", 3)]).as_bytes());
    stream.broke("reset".to_owned());
    stream.resume();
    let again = stream.push(sse(&[&text("a", 2), &text("b", 3), &text("c", 4), LAST]).as_bytes());
    assert_eq!(shown(&again), ["m + c", "text m ends", "Finished(Success)"]);
}

#[test]
fn a_stream_that_said_done_too_early_can_be_joined() {
    let mut stream = open();
    let items = stream.push(sse(&[CREATED, "[DONE]"]).as_bytes());
    assert_eq!(shown(&items), ["Started", "Lost(Truncated)"]);
    assert!(stream.finish().is_empty());
    stream.resume();
    assert!(!stream.ended());
    let items = stream.push(sse(&[LAST]).as_bytes());
    assert_eq!(shown(&items), ["Finished(Success)"]);
}

#[test]
fn a_call_goes_on_after_a_reload() {
    let mut stream = open();
    let call = added(
        0,
        r#"{"type":"function_call","id":"fc","call_id":"c","name":"n","arguments":""}"#,
    );
    let piece = |text: &str| {
        format!(
            r#"{{"type":"response.function_call_arguments.delta","item_id":"fc","output_index":0,"delta":"{text}"}}"#
        )
    };
    let items = stream.push(sse(&[CREATED, &call, &piece("{")]).as_bytes());
    let mut joined = reloaded(&memory_of(&items));
    let whole = done(
        0,
        r#"{"type":"function_call","id":"fc","call_id":"c","name":"n","arguments":"{}"}"#,
    );
    let items = joined.push(sse(&[&piece("}"), &whole, LAST]).as_bytes());
    assert_eq!(
        shown(&items),
        ["Started", "c (}", "call c ends", "Finished(Pending([c]))"]
    );
}

#[test]
fn the_whole_text_replaces_what_a_reload_left() {
    let mut joined = reloaded("");
    let whole = done(
        0,
        r#"{"type":"message","id":"m","content":[{"type":"output_text","text":"abc"}]}"#,
    );
    let items = joined.push(sse(&[&text("c", 4), &whole, LAST]).as_bytes());
    assert_eq!(
        shown(&items),
        [
            "Started",
            "text m",
            "m + c",
            "m = abc",
            "text m ends",
            "Finished(Success)"
        ]
    );
}

#[test]
fn a_document_in_place_of_the_stream_is_a_snapshot() {
    let item = |status: &str, text: &str| {
        format!(
            r#"{{"object":"response","id":"resp","status":"{status}","output":[{{"type":"message","id":"m","status":"in_progress","content":[{{"type":"output_text","text":"{text}"}}]}}]}}"#
        )
    };
    let found = document(reloaded(""), 200, &item("in_progress", "ab"));
    assert_eq!(found[2..], ["m = ab", "Lost(Truncated)"]);
    let found = document(reloaded(""), 200, &item("completed", "abc"));
    assert_eq!(found[2], "m = abc");
    // A response that was cancelled may list less than was streamed.
    let mut stream = open();
    stream.push(sse(&[CREATED, &text("abc", 4)]).as_bytes());
    let found = document(stream, 200, &item("cancelled", "a"));
    assert_eq!(found, ["text m ends", "Finished(Cancelled)"]);
}
