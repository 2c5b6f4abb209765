//! Files of the agent: each is a step of the turn.

use midturn_core::history::HistoryMessage;
use midturn_core::run_event::RunEvent;
use midturn_protocol::testing::made::reply;
use serde_json::{Value, json};

use super::{LangGraph, Protocol as _, read, request};

/// Two images: with its bytes, and at a URL.
fn message(kind: &str) -> Value {
    json!({"id": "m", "type": kind, "content": [
        {"type": "text", "text": "Look:"},
        {"type": "image", "base64": "aGk=", "mime_type": "image/png"},
        {"type": "image_url", "image_url": {"url": "https://a.example/b"}},
    ]})
}

fn told(frames: &[(&str, String)]) -> Vec<String> {
    let told = |event: RunEvent| match event {
        RunEvent::ToolResult {
            call, attachments, ..
        } => {
            let file = &attachments[0];
            Some(format!("{call} {} {:?}", file.name, file.address()))
        }
        RunEvent::ToolStart { call, name, .. } => Some(format!("{call} is an {name}")),
        _ => None,
    };
    let events = read(frames, &request(Vec::new())).into_iter();
    events.filter_map(told).collect()
}

const PNG: &str = "m/file-1 image.png None";
const REMOTE: &str = "m/file-2 image Some(\"https://a.example/b\")";

#[test]
fn images_of_the_agent_are_steps() {
    let piece = json!([message("AIMessageChunk"), {}]).to_string();
    let whole = json!({"model": {"messages": [message("ai")]}}).to_string();
    let piece = ("messages", piece);
    let whole = ("updates", whole);
    let named = [PNG, "m/file-1 is an image", REMOTE, "m/file-2 is an image"];
    assert_eq!(told(&[piece, whole.clone()]), named);
    // Not streamed. The step may have a name from before a reload.
    assert_eq!(told(&[whole.clone(), whole]), [PNG, REMOTE]);
}

#[test]
fn a_subagents_image_is_not_shown() {
    let piece = json!([message("AIMessageChunk"), {}]).to_string();
    assert!(told(&[("messages|tools:1", piece)]).is_empty());
}

#[test]
fn images_of_the_agent_are_in_the_past() {
    let body = json!([{"thread_id": "00000000-0000-4000-8000-000000000000",
        "values": {"messages": [message("ai")]}}]);
    let thread = "00000000-0000-4000-8000-000000000000".into();
    let past = LangGraph::default().past_messages(&thread, &reply(200, &body.to_string()));
    let past = past.unwrap();
    let [HistoryMessage::Assistant { text, calls, .. }, results @ ..] = &past[..] else {
        panic!("{past:?}");
    };
    assert_eq!(text, "Look:");
    let calls: Vec<_> = calls
        .iter()
        .map(|call| (call.id.as_str(), &*call.name))
        .collect();
    assert_eq!(calls, [("m/file-1", "image"), ("m/file-2", "image")]);
    let files = results.iter().map(|result| match result {
        HistoryMessage::Tool {
            call, attachments, ..
        } => (call.as_str(), attachments[0].bytes()),
        other => panic!("{other:?}"),
    });
    let files: Vec<_> = files.collect();
    assert_eq!(
        files,
        [("m/file-1", Some(b"hi".to_vec())), ("m/file-2", None)]
    );
}
