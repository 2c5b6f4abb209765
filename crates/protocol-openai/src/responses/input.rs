//! Writes a history as input items.

use std::collections::HashSet;

use midturn_core::attachment::Attachment;
use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::transcript::{Answer, Resume};
use midturn_protocol::json::{argument_fields, raw};
use midturn_protocol::request::Bytes;
use serde::Serialize;
use serde_json::value::RawValue;

use super::super::body::whole_arguments;
use super::super::files::{Piece, pieces, unsendable};
use super::mark::{Mark, Was};

/// The result of a call that has none. Servers refuse a history with such a call.
const NO_RESULT: &str = "No result.";

/// One item.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Item<'a> {
    Said {
        /// llama.cpp takes a message of the agent for nothing without it.
        #[serde(skip_serializing_if = "Option::is_none")]
        r#type: Option<&'static str>,
        role: &'static str,
        content: Content<'a>,
    },
    Typed(Typed<'a>),
    /// An item that came from the server.
    Given(&'a RawValue),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Typed<'a> {
    FunctionCall {
        call_id: String,
        name: &'a str,
        arguments: &'a str,
    },
    FunctionCallOutput {
        call_id: String,
        output: Content<'a>,
    },
    CustomToolCall {
        call_id: String,
        name: &'a str,
        input: String,
    },
    CustomToolCallOutput {
        call_id: String,
        output: Content<'a>,
    },
    McpApprovalRequest {
        id: &'a str,
        server_label: String,
        name: &'a str,
        arguments: &'a str,
    },
    McpApprovalResponse {
        approval_request_id: &'a str,
        approve: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str>,
    },
}

/// A text, or text and files.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Content<'a> {
    Text(&'a str),
    Parts(Vec<Part<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type")]
pub(super) enum Part<'a> {
    #[serde(rename = "input_text")]
    Text { text: String },
    #[serde(rename = "input_image")]
    Image {
        detail: &'static str,
        image_url: String,
    },
    #[serde(rename = "input_file")]
    File(File<'a>),
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum File<'a> {
    Bytes {
        filename: &'a str,
        file_data: String,
    },
    Url {
        file_url: &'a str,
    },
    Handle {
        file_id: &'a str,
    },
}

/// Writes messages of a history.
pub(super) struct Writer<'a, 'b> {
    history: &'a [HistoryMessage],
    bytes: Bytes<'b>,
    items: Vec<Item<'a>>,
    /// The calls that this request brings.
    brought: HashSet<&'a str>,
    /// The calls that have a result in the history.
    answered: HashSet<&'a str>,
    /// The approvals that this request answers.
    answers: HashSet<&'a str>,
}

impl<'a, 'b> Writer<'a, 'b> {
    pub(super) fn new(
        history: &'a [HistoryMessage],
        resume: &'a [Resume],
        bytes: Bytes<'b>,
    ) -> Self {
        let answered = history.iter().filter_map(|message| match message {
            HistoryMessage::Tool { call, .. } => Some(call.as_str()),
            _ => None,
        });
        Self {
            history,
            bytes,
            items: Vec::new(),
            brought: HashSet::new(),
            answered: answered.collect(),
            answers: resume
                .iter()
                .map(|given| given.interrupt.as_str())
                .collect(),
        }
    }

    /// Writes the results of these calls, which the server has, wherever the results are.
    pub(super) fn results_of(&mut self, calls: &[String], until: usize) {
        let history = self.history;
        let messages = history.get(..=until).unwrap_or(history);
        for message in messages {
            if let HistoryMessage::Tool { call, .. } = message
                && calls.iter().any(|held| held == call.as_str())
            {
                self.result(message);
            }
        }
    }

    /// Writes the messages from this place on. `known`: the calls that the server has and that
    /// need a result.
    pub(super) fn messages_from(&mut self, place: usize, known: &[String]) {
        let history = self.history;
        for message in history.get(place..).unwrap_or_default() {
            match message {
                HistoryMessage::User {
                    text, attachments, ..
                } => self.items.push(Item::Said {
                    r#type: None,
                    role: "user",
                    content: content(text, attachments, self.bytes),
                }),
                HistoryMessage::Assistant { text, calls, .. } => {
                    if !text.is_empty() {
                        self.items.push(Item::Said {
                            r#type: Some("message"),
                            role: "assistant",
                            content: Content::Text(text),
                        });
                    }
                    for call in calls {
                        self.call(call);
                    }
                }
                HistoryMessage::Tool { call, .. } => {
                    let call = call.as_str();
                    if self.brought.remove(call) || known.iter().any(|held| held == call) {
                        self.result(message);
                    }
                }
                HistoryMessage::Reasoning { encrypted, .. } => {
                    let sealed = encrypted.as_deref().and_then(raw);
                    let is_item =
                        |json: &&RawValue| json.get().starts_with(r#"{"type":"reasoning""#);
                    self.items.extend(sealed.filter(is_item).map(Item::Given));
                }
            }
        }
    }

    fn call(&mut self, call: &'a HistoryCall) {
        let id = call.id.as_str();
        let mark = Mark::read(call.encrypted.as_deref());
        let call_id = mark.call.clone().unwrap_or_else(|| id.to_owned());
        let open = !self.answered.contains(id);
        self.items.push(Item::Typed(match mark.was {
            // The answer shows what came of the search.
            Was::Hosted => return,
            Was::Mcp if open && self.answers.contains(id) => Typed::McpApprovalRequest {
                id,
                server_label: mark.server.unwrap_or_default(),
                name: &call.name,
                arguments: &call.arguments,
            },
            Was::Custom => Typed::CustomToolCall {
                call_id: call_id.clone(),
                name: &call.name,
                input: input_of(&call.arguments),
            },
            Was::Function | Was::Mcp => Typed::FunctionCall {
                call_id: call_id.clone(),
                name: &call.name,
                arguments: whole_arguments(&call.arguments),
            },
        }));
        self.brought.insert(id);
        if open && !self.answers.contains(id) {
            self.output(mark.was, call_id, Content::Text(NO_RESULT));
        }
    }

    fn result(&mut self, message: &'a HistoryMessage) {
        let HistoryMessage::Tool {
            call,
            content: text,
            attachments,
            ..
        } = message
        else {
            return;
        };
        let calls = self.history.iter().filter_map(|held| match held {
            HistoryMessage::Assistant { calls, .. } => Some(calls),
            _ => None,
        });
        let held = calls.flatten().find(|held| held.id == *call);
        let mark = Mark::read(held.and_then(|call| call.encrypted.as_deref()));
        let call_id = mark.call.clone().unwrap_or_else(|| call.to_string());
        let output = content(text, attachments, self.bytes);
        self.output(mark.was, call_id, output);
    }

    fn output(&mut self, was: Was, call_id: String, output: Content<'a>) {
        self.items.push(Item::Typed(if was == Was::Custom {
            Typed::CustomToolCallOutput { call_id, output }
        } else {
            Typed::FunctionCallOutput { call_id, output }
        }));
    }

    /// Writes the answers to approvals.
    pub(super) fn answers(&mut self, resume: &'a [Resume]) {
        for given in resume {
            let (approve, reason) = match &given.answer {
                Answer::Approved { .. } | Answer::Reply(_) => (true, None),
                Answer::Denied { reason } => (false, reason.as_deref()),
                Answer::Abandoned => (false, None),
            };
            self.approval(&given.interrupt, approve, reason);
        }
    }

    /// Denies the approvals that this request does not answer: the server waits for an answer. A
    /// call may have run in a response that was cancelled since. It must not run again, and its
    /// result is the reason.
    pub(super) fn deny_rest(&mut self, asks: &'a [String]) {
        let history = self.history;
        for ask in asks {
            if self.answers.contains(ask.as_str()) {
                continue;
            }
            let result = history.iter().find_map(|message| match message {
                HistoryMessage::Tool { call, content, .. } if call.as_str() == ask => Some(content),
                _ => None,
            });
            self.approval(ask, false, result.map(String::as_str));
        }
    }

    fn approval(&mut self, approval_request_id: &'a str, approve: bool, reason: Option<&'a str>) {
        self.items.push(Item::Typed(Typed::McpApprovalResponse {
            approval_request_id,
            approve,
            reason,
        }));
    }

    pub(super) fn items(self) -> Vec<Item<'a>> {
        self.items
    }
}

/// The input of a custom tool, which the arguments hold in a field.
fn input_of(arguments: &str) -> String {
    let fields = argument_fields(arguments).unwrap_or_default();
    let input = fields.into_iter().find(|field| field.0 == "input");
    input.map(|field| field.1).unwrap_or_default()
}

fn content<'a>(text: &'a str, files: &'a [Attachment], bytes: Bytes<'_>) -> Content<'a> {
    if files.is_empty() {
        return Content::Text(text);
    }
    Content::Parts(pieces(text, files, bytes).into_iter().map(part).collect())
}

fn part(piece: Piece<'_>) -> Part<'_> {
    match piece {
        Piece::Words(text) => Part::Text { text },
        Piece::Image(image_url) => Part::Image {
            detail: "auto",
            image_url,
        },
        Piece::Audio { file, .. } => Part::Text {
            text: unsendable(file),
        },
        Piece::Document { data, file } => Part::File(File::Bytes {
            filename: &file.name,
            file_data: data,
        }),
        Piece::Address { url, .. } => Part::File(File::Url { file_url: url }),
        Piece::Handle(id) => Part::File(File::Handle { file_id: id }),
    }
}
