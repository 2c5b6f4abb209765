//! What the tests of both protocols share.

use midturn_core::attachment::Attachment;
use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::request::RunRequest;
use midturn_protocol::call::{Ask, Reply};
use midturn_protocol::item::Item;
use midturn_protocol::protocol::{Begin, Endpoints, Outgoing, Protocol};
use midturn_protocol::reader::Reader;
use midturn_protocol::request::{Interjections, Tool};
use serde_json::Value;

pub(super) fn request(messages: Vec<HistoryMessage>) -> RunRequest {
    RunRequest {
        thread: "t".into(),
        run: "r".into(),
        messages,
        resume: Vec::new(),
        state: String::new(),
        memory: String::new(),
    }
}

pub(super) fn user(text: &str) -> HistoryMessage {
    with_files(text, Vec::new())
}

pub(super) fn with_files(text: &str, attachments: Vec<Attachment>) -> HistoryMessage {
    HistoryMessage::User {
        id: text.into(),
        text: text.to_owned(),
        attachments,
    }
}

pub(super) fn assistant(id: &str, text: &str, calls: Vec<HistoryCall>) -> HistoryMessage {
    HistoryMessage::Assistant {
        id: id.into(),
        text: text.to_owned(),
        calls,
        encrypted: None,
    }
}

pub(super) fn call(id: &str, name: &str, arguments: &str) -> HistoryCall {
    HistoryCall {
        id: id.into(),
        name: name.to_owned(),
        arguments: arguments.to_owned(),
        encrypted: None,
    }
}

pub(super) fn result(call: &str, content: &str) -> HistoryMessage {
    HistoryMessage::Tool {
        id: format!("{call}.result").into(),
        call: call.into(),
        content: content.to_owned(),
        failed: false,
        encrypted: None,
        attachments: Vec::new(),
    }
}

pub(super) fn file(id: &str, media_type: &str) -> Attachment {
    Attachment {
        id: id.into(),
        name: format!("{id}.bin"),
        media_type: media_type.to_owned(),
        size: 2,
        came: None,
    }
}

/// The body of a request. Files have the bytes `hi`, but not the file `gone`.
pub(super) fn body(protocol: &dyn Protocol, request: &RunRequest, tools: &[Tool]) -> Value {
    let endpoints = Endpoints::default();
    let sent = protocol.run(&Outgoing {
        endpoints: &endpoints,
        request,
        tools,
        bytes: &|id| (id.as_str() != "gone").then_some(b"hi".as_slice()),
        interjections: Interjections::default(),
    });
    match sent.ask {
        Ask::Post(body) => serde_json::from_str(&body).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The URL of a request to this agent.
pub(super) fn url(protocol: &dyn Protocol, agent: &str) -> String {
    let endpoints = Endpoints {
        agent: agent.to_owned(),
        ..Endpoints::default()
    };
    let request = request(vec![user("hi")]);
    let sent = protocol.run(&Outgoing {
        endpoints: &endpoints,
        request: &request,
        tools: &[],
        bytes: &|_| None,
        interjections: Interjections::default(),
    });
    sent.url
}

pub(super) fn reader(protocol: &dyn Protocol, request: Option<&RunRequest>) -> Box<dyn Reader> {
    protocol.reader(&Begin {
        endpoints: &Endpoints::default(),
        thread: &"t".into(),
        run: &"r".into(),
        state: "",
        memory: request.map_or("", |request| &request.memory),
        request,
    })
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
    let items = reader.document(&Reply {
        status,
        body: body.to_owned(),
    });
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
