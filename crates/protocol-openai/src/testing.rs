//! What the tests of both protocols share.

use midturn_core::attachment::Attachment;
use midturn_core::history::HistoryMessage;
use midturn_core::request::RunRequest;
use midturn_protocol::item::Item;
use midturn_protocol::protocol::{Endpoints, Outgoing, Protocol};
use midturn_protocol::reader::Reader;
use midturn_protocol::request::Tool;
use midturn_protocol::testing::made::{self, outgoing, reply};
use serde_json::Value;

pub(super) use midturn_protocol::testing::made::{assistant, call, file, request};

pub(super) fn user(text: &str) -> HistoryMessage {
    made::user(text, text)
}

pub(super) fn with_files(text: &str, attachments: Vec<Attachment>) -> HistoryMessage {
    made::with_files(text, text, attachments)
}

pub(super) fn result(call: &str, content: &str) -> HistoryMessage {
    made::result(&format!("{call}.result"), call, content, false)
}

/// The body of a request. Files have the bytes `hi`, but not the file `gone`.
pub(super) fn body(protocol: &dyn Protocol, request: &RunRequest, tools: &[Tool]) -> Value {
    made::body(&protocol.run(&Outgoing {
        tools,
        bytes: &|id| (id.as_str() != "gone").then_some(b"hi".as_slice()),
        ..outgoing(&Endpoints::default(), request)
    }))
}

/// The URL of a request to this agent.
pub(super) fn url(protocol: &dyn Protocol, agent: &str) -> String {
    let endpoints = Endpoints {
        agent: agent.to_owned(),
        ..Endpoints::default()
    };
    let request = request(vec![user("hi")]);
    protocol.run(&outgoing(&endpoints, &request)).url
}

pub(super) fn reader(protocol: &dyn Protocol, request: Option<&RunRequest>) -> Box<dyn Reader> {
    match request {
        Some(request) => made::reader(protocol, &Endpoints::default(), request),
        None => rejoined(protocol, ""),
    }
}

/// A reader after a reload.
pub(super) fn rejoined(protocol: &dyn Protocol, memory: &str) -> Box<dyn Reader> {
    let mut request = request(Vec::new());
    memory.clone_into(&mut request.memory);
    made::rejoined(protocol, &Endpoints::default(), &request)
}

/// The items of these frames and of the body's end, one a line.
pub(super) fn lines(mut reader: Box<dyn Reader>, frames: &[&str]) -> Vec<String> {
    let mut items = reader.push(sse(frames).as_bytes());
    items.extend(reader.finish());
    items.iter().map(line).collect()
}

pub(super) fn sse(frames: &[&str]) -> String {
    let frames = frames.iter().map(|frame| format!("data: {frame}\n\n"));
    frames.collect()
}

pub(super) fn document(mut reader: Box<dyn Reader>, status: u16, body: &str) -> Vec<String> {
    let items = reader.document(&reply(status, body));
    items.iter().map(line).collect()
}

/// An item in few words.
pub(super) fn line(item: &Item) -> String {
    use midturn_core::run_event::RunEvent as E;
    match item {
        Item::Event { event, .. } => match event {
            E::TextDelta { message, delta } => format!("{message} + {delta}"),
            E::TextReplaced { message, text } => format!("{message} = {text}"),
            E::ReasoningDelta { message, delta } => format!("{message} ~ {delta}"),
            E::TextStart { message, .. } => format!("text {message}"),
            E::TextEnd { message } => format!("text {message} ends"),
            E::ReasoningStart { message, .. } => format!("reasoning {message}"),
            E::ReasoningEnd { message } => format!("reasoning {message} ends"),
            E::ToolStart { call, name, .. } => format!("call {call} {name}"),
            E::ToolArgs { call, delta } => format!("{call} ({delta}"),
            E::ToolEnd { call } => format!("call {call} ends"),
            E::ToolResult {
                call,
                content,
                failed,
                ..
            } => {
                let how = if *failed { "failed" } else { "gave" };
                format!("{call} {how}: {content}")
            }
            E::Note { title, content, .. } => format!("note {title}: {content}"),
            E::Encrypted { entity, value, .. } => format!("keep on {entity}: {value}"),
            E::Memory(_) => "memory".to_owned(),
            other => format!("{other:?}"),
        },
        Item::Diagnostic(found) => format!("! {:?}: {}", found.kind, found.detail),
        Item::Raw(json) => format!("raw {json}"),
    }
}
