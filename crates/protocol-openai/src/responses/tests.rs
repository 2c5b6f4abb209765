//! The rules of Responses, one by one.

mod gone;
mod joined;
mod leniency;
mod requests;
mod tools;

use super::super::testing::{lines, reader, request, user};
use super::Responses;
use super::memory::{Known, Memory};
use midturn_core::run_event::RunEvent;
use midturn_protocol::item::Item;

const CREATED: &str =
    r#"{"type":"response.created","response":{"id":"resp","status":"in_progress","output":[]}}"#;
const COMPLETED: &str =
    r#"{"type":"response.completed","response":{"id":"resp","status":"completed","output":[]}}"#;

/// The lines of these frames in a response, without those of its beginning and of its memory.
fn inside(frames: &[&str]) -> Vec<String> {
    let mut all = vec![CREATED];
    all.extend(frames);
    all.push(COMPLETED);
    let asked = request(vec![user("hi")]);
    let mut found = lines(reader(&Responses::new(""), Some(&asked)), &all);
    assert_eq!(found.remove(0), "Started");
    found.retain(|line| line != "memory");
    found
}

fn added(index: u64, item: &str) -> String {
    item_event("added", index, item)
}

fn done(index: u64, item: &str) -> String {
    item_event("done", index, item)
}

fn item_event(stage: &str, index: u64, item: &str) -> String {
    format!(r#"{{"type":"response.output_item.{stage}","output_index":{index},"item":{item}}}"#)
}

/// An event of an item; `fields` begins with a comma.
fn event(kind: &str, item: &str, fields: &str) -> String {
    format!(r#"{{"type":"response.{kind}","item_id":"{item}"{fields}}}"#)
}

/// The memory of a thread whose response had these items and open calls.
fn memory(items: &[&str], calls: &[&str]) -> String {
    let owned = |ids: &[&str]| ids.iter().map(ToString::to_string).collect();
    let mut memory = Memory::read("");
    memory.complete(Known {
        id: "resp".to_owned(),
        items: owned(items),
        calls: owned(calls),
        asks: Vec::new(),
    });
    memory.text()
}

/// The memory that these items leave.
fn memory_of(items: &[Item]) -> String {
    let mut memories = items.iter().rev().filter_map(|item| match item {
        Item::Event {
            event: RunEvent::Memory(memory),
            ..
        } => Some(memory.clone()),
        _ => None,
    });
    memories.next().unwrap()
}
