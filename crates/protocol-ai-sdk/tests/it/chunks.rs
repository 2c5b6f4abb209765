//! Made-up streams, and what they are read as.

use midturn_core::run_event::{FinishOutcome, RunEvent};
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::item::Item;
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::made::request;
use midturn_protocol_ai_sdk::AiSdk;
use serde_json::{Value, json};

use super::reader;
use super::session::{body_of, feed, reader_of, request_of};

/// The frames of these chunks.
pub(crate) fn frames(chunks: &[Value]) -> String {
    let frames = chunks.iter().map(|chunk| {
        format!(
            "data: {chunk}

"
        )
    });
    frames.collect::<Vec<_>>().concat()
}

/// A reader for a first run.
pub(crate) fn first() -> Box<dyn Reader> {
    let request = request(Vec::new());
    reader(&AiSdk::new(""), &request.run, "", Some(&request))
}

/// The items of a body that ends properly.
pub(crate) fn items(body: &str) -> Vec<Item> {
    let mut reader = first();
    let mut items = reader.push(body.as_bytes());
    items.extend(reader.finish());
    assert_eq!(
        reader.ended(),
        !matches!(events_of(&items).last(), Some(RunEvent::Lost(_)))
    );
    items
}

pub(crate) fn events_of(items: &[Item]) -> Vec<RunEvent> {
    midturn_protocol::testing::events(items.to_vec())
        .into_iter()
        .filter(|event| !matches!(event, RunEvent::Started | RunEvent::Memory(_)))
        .collect()
}

/// The events of these chunks in a body that ends properly, without the start and the memory.
pub(crate) fn events(chunks: &[Value]) -> Vec<RunEvent> {
    events_of(&items(&frames(chunks)))
}

pub(crate) fn kinds(items: &[Item]) -> Vec<Kind> {
    let kind = |item: &Item| match item {
        Item::Diagnostic(found) => Some(found.kind),
        _ => None,
    };
    items.iter().filter_map(kind).collect()
}

pub(crate) fn success() -> RunEvent {
    RunEvent::Finished(FinishOutcome::Success)
}

pub(crate) fn delta(message: &str, delta: &str) -> RunEvent {
    RunEvent::TextDelta {
        message: message.into(),
        delta: delta.to_owned(),
    }
}

pub(crate) fn start() -> Value {
    json!({"type": "start", "messageId": "a"})
}

pub(crate) fn finish() -> Value {
    json!({"type": "finish"})
}

pub(crate) fn said(text: &str) -> Value {
    json!({"type": "text-delta", "id": "0", "delta": text})
}

pub(crate) fn available(call: &str) -> Value {
    json!({"type": "tool-input-available", "toolCallId": call, "toolName": "t", "input": {}})
}

/// The parts of the assistant's message in the request after a run with these chunks.
pub(crate) fn sent_after(chunks: &[Value]) -> Value {
    let mut convo = midturn_core::testing::builder::convo().running("m1");
    let mut reader = reader_of(&AiSdk::new(""), &convo);
    let mut items = reader.push(frames(chunks).as_bytes());
    items.extend(reader.finish());
    feed(&mut convo, items);
    let convo = convo.running("m2");
    body_of(&AiSdk::new(""), &request_of(&convo))["messages"][1].take()
}
