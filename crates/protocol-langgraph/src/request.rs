//! Writes the body of a run's request.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use midturn_core::attachment::{Attachment, Medium, Source};
use midturn_core::history::HistoryMessage;
use midturn_protocol::json::{self, Base64, to_json};
use midturn_protocol::protocol::Outgoing;
use midturn_protocol::request::{Bytes, text_file};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::answer;
use super::memory::Memory;
use super::missing::missing;
use super::options::Options;

/// The modes that this client reads: pieces of messages, complete steps, and what the graph writes
/// itself.
const MODES: [&str; 3] = ["messages-tuple", "updates", "custom"];

/// A message of the request.
#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: Content<'a>,
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Text(&'a str),
    Blocks(Vec<Block<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text {
        text: String,
    },
    ImageUrl {
        image_url: Address<'a>,
    },
    #[serde(untagged)]
    File(FileBlock<'a>),
}

#[derive(Serialize)]
struct Address<'a> {
    url: std::borrow::Cow<'a, str>,
}

#[derive(Serialize)]
struct FileBlock<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<Encoded<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    mime_type: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    filename: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Encoded<'a> {
    Own(Base64<'a>),
    Came(&'a str),
}

#[derive(Serialize)]
struct Input<'a> {
    messages: Vec<Message<'a>>,
}

#[derive(Serialize)]
struct Command {
    resume: Box<RawValue>,
}

/// The body of the request that starts a run.
pub(super) fn body(outgoing: &Outgoing<'_>, options: &Options) -> String {
    let request = outgoing.request;
    let memory = Memory::read(&request.memory);
    let mut body: BTreeMap<&str, Box<RawValue>> = BTreeMap::new();
    for (name, value) in &options.body {
        body.insert(name, value.clone());
    }
    for (name, value) in [("config", &options.config), ("context", &options.context)] {
        body.extend(value.clone().map(|value| (name, value)));
    }
    // A request has one of the two.
    body.remove("input");
    body.remove("command");
    if request.resume.is_empty() {
        set(&mut body, "input", &input(outgoing, &memory));
    } else {
        let resume = answer::resume(&request.resume, &memory, options);
        let resume = RawValue::from_string(resume).unwrap_or_default();
        set(&mut body, "command", &Command { resume });
    }
    set(&mut body, "assistant_id", &options.assistant);
    set(&mut body, "stream_mode", &MODES);
    set(&mut body, "stream_subgraphs", &options.subgraphs);
    set(&mut body, "stream_resumable", &true);
    // The queue is the client's. A run that is still active is one whose stop is not over.
    set(&mut body, "multitask_strategy", "interrupt");
    set(&mut body, "if_not_exists", "create");
    set(&mut body, "on_disconnect", options.on_disconnect.word());
    to_json(&body)
}

/// The messages that the server lacks.
pub(super) fn input<'a>(outgoing: &Outgoing<'a>, memory: &Memory) -> impl Serialize + use<'a> {
    let messages = missing(&outgoing.request.messages, memory).into_iter();
    let messages = messages
        .filter_map(|held| message(held, outgoing.bytes))
        .collect();
    Input { messages }
}

pub(super) fn set<'b, T: Serialize + ?Sized>(
    body: &mut BTreeMap<&'b str, Box<RawValue>>,
    name: &'b str,
    value: &T,
) {
    body.extend(to_raw_value(value).ok().map(|value| (name, value)));
}

fn message<'a>(held: &'a HistoryMessage, bytes: Bytes<'a>) -> Option<Message<'a>> {
    let plain = |role, id, content| Message {
        role,
        content,
        id,
        tool_call_id: None,
        status: None,
    };
    Some(match held {
        HistoryMessage::User {
            id,
            text,
            attachments,
        } => plain("user", id.as_str(), content(text, attachments, bytes)),
        HistoryMessage::Assistant { id, text, .. } => {
            plain("assistant", id.as_str(), Content::Text(text))
        }
        HistoryMessage::Tool {
            id,
            call,
            content,
            failed,
            ..
        } => Message {
            tool_call_id: Some(call.as_str()),
            status: Some(if *failed { "error" } else { "success" }),
            ..plain("tool", id.as_str(), Content::Text(content))
        },
        HistoryMessage::Reasoning { .. } => return None,
    })
}

fn content<'a>(text: &'a str, files: &'a [Attachment], bytes: Bytes<'a>) -> Content<'a> {
    if files.is_empty() {
        return Content::Text(text);
    }
    let mut blocks = Vec::new();
    if !text.trim().is_empty() {
        blocks.push(Block::Text {
            text: text.to_owned(),
        });
    }
    blocks.extend(files.iter().map(|file| block(file, bytes)));
    Content::Blocks(blocks)
}

fn block<'a>(file: &'a Attachment, bytes: Bytes<'a>) -> Block<'a> {
    // Most models take no text as a file.
    if let Some(text) = text_file(file, bytes) {
        return Block::Text { text };
    }
    let kind = file.medium();
    let of = |base64, url| {
        Block::File(FileBlock {
            r#type: match kind {
                Medium::Image => "image",
                Medium::Audio => "audio",
                Medium::Video => "video",
                Medium::Document => "file",
            },
            base64,
            url,
            mime_type: &file.media_type,
            filename: &file.name,
        })
    };
    // Every provider takes images as URLs, and most take no other form.
    match (file.came.as_ref().map(|came| &came.source), bytes(&file.id)) {
        (None, Some(bytes)) if kind == Medium::Image => {
            let url = format!("data:{};base64,{}", file.media_type, STANDARD.encode(bytes));
            let url = url.into();
            Block::ImageUrl {
                image_url: Address { url },
            }
        }
        (None, Some(bytes)) => of(Some(Encoded::Own(Base64(bytes))), None),
        (Some(Source::Url(url)), _) if kind == Medium::Image => Block::ImageUrl {
            image_url: Address {
                url: url.as_str().into(),
            },
        },
        (Some(Source::Url(url)), _) => of(None, Some(url)),
        (Some(Source::Data(data)), _) => of(Some(Encoded::Came(data)), None),
        (Some(Source::Handle { .. }) | None, _) => {
            let name = json::inside_string(&file.name);
            let text = format!("[The attached file {name} could not be sent]");
            Block::Text { text }
        }
    }
}
