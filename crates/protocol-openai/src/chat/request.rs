//! Writes the body of a request: the whole history, and the client tools.

use std::borrow::Cow;
use std::collections::HashSet;

use midturn_core::attachment::Attachment;
use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_protocol::json::{raw, to_json};
use midturn_protocol::protocol::Outgoing;
use midturn_protocol::request::{Bytes, Tool};
use serde::Serialize;
use serde_json::value::RawValue;

use super::super::body::{Body, schema, whole_arguments};
use super::super::files::{Piece, elsewhere, pieces, unsendable};
use super::ChatOptions;
use super::kept::{OfCall, REASONING_CONTENT};
use super::mistral::{BETWEEN, is_of_mistral};

/// The result of a call that has none. Servers refuse a history with such a call.
const NO_RESULT: &str = "No result.";

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'a str>,
    content: Content<'a>,
    #[serde(skip_serializing_if = "String::is_empty")]
    reasoning_content: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_details: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_blocks: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<ToolCall<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Text(Cow<'a, str>),
    Parts(Vec<Part<'a>>),
}

impl<'a> Content<'a> {
    fn parts(self) -> Vec<Part<'a>> {
        match self {
            Self::Text(text) if text.is_empty() => Vec::new(),
            Self::Text(text) => vec![Part::Text {
                text: text.into_owned(),
            }],
            Self::Parts(parts) => parts,
        }
    }

    /// This, and then more.
    fn and(self, more: Self) -> Self {
        match (self, more) {
            (Self::Text(text), Self::Text(more)) if !text.is_empty() && !more.is_empty() => {
                Self::Text(format!("{text}\n\n{more}").into())
            }
            (Self::Text(text), more) if text.is_empty() => more,
            (text, Self::Text(more)) if more.is_empty() => text,
            (before, more) => {
                let mut parts = before.parts();
                parts.extend(more.parts());
                Self::Parts(parts)
            }
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Part<'a> {
    Text { text: String },
    ImageUrl { image_url: Url },
    InputAudio { input_audio: Audio },
    File { file: File<'a> },
}

#[derive(Serialize)]
struct Url {
    url: String,
}

#[derive(Serialize)]
struct Audio {
    data: String,
    format: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum File<'a> {
    Bytes {
        filename: &'a str,
        file_data: String,
    },
    Handle {
        file_id: &'a str,
    },
}

#[derive(Serialize)]
struct ToolCall<'a> {
    id: &'a str,
    r#type: &'static str,
    function: Function<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_content: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    arguments: &'a str,
}

#[derive(Serialize)]
struct Offered<'a> {
    r#type: &'static str,
    function: OfferedFunction<'a>,
}

#[derive(Serialize)]
struct OfferedFunction<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<&'a RawValue>,
}

/// The body of a run's request.
pub(super) fn body(options: &ChatOptions, outgoing: &Outgoing<'_>) -> String {
    let mut body = Body::new(options.body.as_deref());
    body.set_model(options.model.as_deref());
    body.set("stream", "true".to_owned());
    if options.include_usage {
        body.set_default("stream_options", r#"{"include_usage":true}"#.to_owned());
    }
    let mut messages = Vec::new();
    if let Some(text) = options.instructions.as_deref() {
        messages.push(plain("system", Content::Text(text.into())));
    }
    let between = is_of_mistral(body.get("model").unwrap_or_default());
    for message in history(&outgoing.request.messages, outgoing.bytes) {
        let last = messages.last().map(|last: &Message<'_>| last.role);
        if between && message.role == "user" && last == Some("tool") {
            messages.push(plain("assistant", Content::Text(BETWEEN.into())));
        }
        messages.push(message);
    }
    body.set("messages", to_json(&messages));
    if options.tools {
        body.add_tools(outgoing.tools, offered);
    }
    body.text()
}

fn offered(tool: &Tool) -> String {
    to_json(&Offered {
        r#type: "function",
        function: OfferedFunction {
            name: &tool.name,
            description: &tool.description,
            parameters: raw(schema(tool)),
        },
    })
}

/// The messages of the history. Reasoning stays here, unless its server wants it back (see `kept`).
fn history<'a>(messages: &'a [HistoryMessage], bytes: Bytes<'_>) -> Vec<Message<'a>> {
    let answered: HashSet<&str> = messages
        .iter()
        .filter_map(|message| match message {
            HistoryMessage::Tool { call, .. } => Some(call.as_str()),
            _ => None,
        })
        .collect();
    let mut written = Vec::new();
    let mut asked = HashSet::new();
    // The reasoning that goes with the next message of the model.
    let mut thoughts = String::new();
    for message in messages {
        match message {
            HistoryMessage::User {
                text, attachments, ..
            } => {
                thoughts.clear();
                add(
                    &mut written,
                    plain("user", content(text, attachments, bytes)),
                );
            }
            HistoryMessage::Assistant { text, calls, .. } => {
                if text.is_empty() && calls.is_empty() {
                    continue;
                }
                let said = Message {
                    reasoning_content: std::mem::take(&mut thoughts),
                    reasoning_details: calls.iter().find_map(|call| of(call).reasoning_details),
                    thinking_blocks: calls.iter().find_map(|call| of(call).thinking_blocks),
                    tool_calls: calls.iter().map(tool_call).collect(),
                    ..plain("assistant", Content::Text(text.into()))
                };
                add(&mut written, said);
                asked.extend(calls.iter().map(|call| call.id.as_str()));
                let open = calls.iter().map(|call| call.id.as_str());
                let open = open.filter(|call| !answered.contains(call));
                written.extend(open.map(|call| result(call, Content::Text(NO_RESULT.into()))));
            }
            HistoryMessage::Tool {
                call,
                content: text,
                attachments,
                ..
            } => {
                // A server refuses a result without its call, and a second one.
                if asked.remove(call.as_str()) {
                    written.push(result(call.as_str(), content_of_result(text, attachments)));
                }
            }
            HistoryMessage::Reasoning {
                text, encrypted, ..
            } => {
                if encrypted.as_deref() == Some(REASONING_CONTENT) {
                    thoughts.push_str(text);
                }
            }
        }
    }
    if written
        .iter()
        .any(|said| !said.reasoning_content.is_empty())
    {
        fill_reasoning(&mut written);
    }
    written
}

/// Gives each message of the model some reasoning. `DeepSeek` and Kimi refuse a history where one has
/// none, or an empty one: a step without a thought, an answer after a tool's result.
fn fill_reasoning(messages: &mut [Message<'_>]) {
    for message in messages {
        if message.role == "assistant" && message.reasoning_content.is_empty() {
            " ".clone_into(&mut message.reasoning_content);
        }
    }
}

/// Adds a message of the person or the model. Where it follows one of the same role, it becomes a part
/// of that one: many models take only messages that alternate. Two of the person are in a row after a
/// stop before the first word, and after a run that failed.
fn add<'a>(written: &mut Vec<Message<'a>>, message: Message<'a>) {
    let before = written.pop_if(|last| last.role == message.role && last.tool_calls.is_empty());
    written.push(match before {
        Some(before) => Message {
            content: before.content.and(message.content),
            ..message
        },
        None => message,
    });
}

fn plain<'a>(role: &'static str, content: Content<'a>) -> Message<'a> {
    Message {
        role,
        tool_call_id: None,
        content,
        reasoning_content: String::new(),
        reasoning_details: None,
        thinking_blocks: None,
        tool_calls: Vec::new(),
    }
}

fn result<'a>(call: &'a str, content: Content<'a>) -> Message<'a> {
    Message {
        tool_call_id: Some(call),
        ..plain("tool", content)
    }
}

fn tool_call(call: &HistoryCall) -> ToolCall<'_> {
    ToolCall {
        id: call.id.as_str(),
        r#type: "function",
        function: Function {
            name: &call.name,
            arguments: whole_arguments(&call.arguments),
        },
        extra_content: of(call).extra_content,
    }
}

/// What is kept of a call.
fn of(call: &HistoryCall) -> OfCall<'_> {
    OfCall::read(call.encrypted.as_deref())
}

fn content<'a>(text: &'a str, files: &'a [Attachment], bytes: Bytes<'_>) -> Content<'a> {
    if files.is_empty() {
        return Content::Text(text.into());
    }
    Content::Parts(pieces(text, files, bytes).into_iter().map(part).collect())
}

/// A tool's result takes no files, so that they are only mentioned.
fn content_of_result<'a>(text: &'a str, files: &'a [Attachment]) -> Content<'a> {
    if files.is_empty() {
        return Content::Text(text.into());
    }
    let mut parts = vec![Part::Text {
        text: text.to_owned(),
    }];
    parts.extend(files.iter().map(|file| Part::Text {
        text: unsendable(file),
    }));
    Content::Parts(parts)
}

fn part(piece: Piece<'_>) -> Part<'_> {
    match piece {
        Piece::Words(text) => Part::Text { text },
        Piece::Image(url) => Part::ImageUrl {
            image_url: Url { url },
        },
        Piece::Audio { data, format, .. } => Part::InputAudio {
            input_audio: Audio { data, format },
        },
        // Servers take no other documents, and would refuse the whole history with one.
        Piece::Document { data, file } if file.media_type == "application/pdf" => Part::File {
            file: File::Bytes {
                filename: &file.name,
                file_data: data,
            },
        },
        Piece::Document { file, .. } => Part::Text {
            text: unsendable(file),
        },
        Piece::Address { url, file } => Part::Text {
            text: elsewhere(file, url),
        },
        Piece::Handle(id) => Part::File {
            file: File::Handle { file_id: id },
        },
    }
}
