//! The agent's history as messages of the protocol: everything between two messages of the person
//! is one message of the assistant.

use std::borrow::Cow;

use midturn_core::attachment::{Attachment, Source};
use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::request::RunRequest;
use midturn_core::transcript::Resume;
use midturn_protocol::json::raw;
use midturn_protocol::request::{Bytes, text_file};

use super::kept::{KeptCall, KeptResult, provider_metadata};
use super::memory::Memory;
use super::place::PartPlace;
use super::ui::{FilePart, FileUrl, Json, ToolPart, UiMessage, UiPart};

/// The error of a call whose result nobody knows; models refuse a call without a result.
const NO_RESULT: &str = "The call has no result.";

/// The media type of a file that has none; the protocol requires one.
const UNKNOWN_MEDIA: &str = "application/octet-stream";

/// The message of the assistant that a request continues, if it continues one.
pub(super) fn continued(request: &RunRequest) -> Option<String> {
    let messages = request.messages.iter().rev();
    let own = messages.take_while(|held| !matches!(held, HistoryMessage::User { .. }));
    let ids: Vec<&str> = own.filter_map(part_of).collect();
    let named = ids.iter().find_map(|id| PartPlace::of(id));
    let named = named.map(|place| place.message);
    named.or(ids.last().copied()).map(str::to_owned)
}

/// The history of a request.
pub(super) fn messages<'a, 'b: 'a>(
    request: &'a RunRequest,
    memory: &'a Memory,
    bytes: Bytes<'b>,
) -> Vec<UiMessage<'a>> {
    let mut writer = Writer {
        answers: &request.resume,
        memory,
        done: Vec::new(),
        own: None,
    };
    let history = request.messages.as_slice();
    for (place, message) in history.iter().enumerate() {
        let rest = history.get(place + 1..).unwrap_or_default();
        match message {
            HistoryMessage::User {
                id,
                text,
                attachments,
            } => {
                if attachments.is_empty() && writer.goes_on(rest) {
                    writer.push(UiPart::steering(id.as_str(), text));
                    continue;
                }
                writer.close();
                writer.done.push(UiMessage {
                    id: id.as_str().into(),
                    role: "user",
                    metadata: None,
                    parts: said(text, attachments, bytes),
                });
            }
            HistoryMessage::Reasoning {
                id,
                text,
                encrypted,
            } => {
                let metadata = provider_metadata(encrypted.as_deref());
                if writer.at(id.as_str(), false) && !(text.is_empty() && metadata.is_none()) {
                    writer.push(UiPart::reasoning(text, metadata));
                }
            }
            HistoryMessage::Assistant {
                id,
                text,
                calls,
                encrypted,
            } => {
                if !text.is_empty() && writer.at(id.as_str(), false) {
                    let metadata = provider_metadata(encrypted.as_deref());
                    writer.push(UiPart::text(text, metadata));
                }
                for call in calls {
                    if writer.at(id.as_str(), true) {
                        writer.call(call, rest);
                    }
                }
            }
            HistoryMessage::Tool { .. } => {}
        }
    }
    writer.close();
    writer.done
}

/// The message of the assistant that is being written.
struct Own<'a> {
    id: &'a str,
    /// Whether the id is that of the server's message.
    named: bool,
    /// The step of the last part, and a step that begins with the next one.
    step: Option<&'a str>,
    begins: bool,
    after_call: bool,
    parts: Vec<UiPart<'a>>,
}

struct Writer<'a> {
    answers: &'a [Resume],
    memory: &'a Memory,
    done: Vec<UiMessage<'a>>,
    own: Option<Own<'a>>,
}

impl<'a> Writer<'a> {
    /// Moves to the place of a part with this id. Returns whether the part counts: a step that
    /// began again does not.
    fn at(&mut self, id: &'a str, is_call: bool) -> bool {
        let place = PartPlace::of(id);
        if place.is_some_and(|place| self.memory.has_dropped(place.step)) {
            return false;
        }
        let own = self.own.get_or_insert_with(|| Own {
            id,
            named: false,
            step: None,
            begins: false,
            after_call: false,
            parts: Vec::new(),
        });
        match place {
            Some(place) => {
                own.id = place.message;
                own.named = true;
                own.begins = place.announced && own.step != Some(place.step);
                own.step = Some(place.step);
            }
            // A part of another protocol. What follows a call belongs to another step.
            None => own.begins = own.after_call && !is_call,
        }
        own.after_call = is_call;
        true
    }

    fn push(&mut self, part: UiPart<'a>) {
        if let Some(own) = &mut self.own {
            if std::mem::take(&mut own.begins) {
                own.parts.push(UiPart::step_start());
            }
            own.parts.push(part);
        }
    }

    /// Whether the open message of the assistant goes on after a message of the person. Then the
    /// server has put the person's message into it.
    fn goes_on(&self, rest: &'a [HistoryMessage]) -> bool {
        let next = rest.iter().find_map(part_of).and_then(PartPlace::of);
        let own = self.own.as_ref().filter(|own| own.named);
        match (own, next) {
            (Some(own), Some(next)) => own.id == next.message,
            _ => false,
        }
    }

    fn close(&mut self) {
        if let Some(own) = self.own.take().filter(|own| !own.parts.is_empty()) {
            self.done.push(UiMessage {
                id: own.id.into(),
                role: "assistant",
                metadata: self.memory.metadata(own.id),
                parts: own.parts,
            });
        }
    }

    /// Writes a call with its result, which is in the `rest` of the history.
    fn call(&mut self, call: &'a HistoryCall, rest: &'a [HistoryMessage]) {
        let kept = KeptCall::read(call.encrypted.as_deref());
        let dynamic = kept.dynamic == Some(true);
        let mut part = ToolPart {
            r#type: if dynamic {
                "dynamic-tool".into()
            } else {
                Cow::Owned(format!("tool-{}", call.name))
            },
            tool_name: dynamic.then_some(&*call.name),
            tool_call_id: call.id.as_str(),
            state: "output-error",
            title: kept.title,
            input: match (kept.input, raw(&call.arguments)) {
                (Some(input), _) => Json::Kept(input),
                (None, Some(input)) => Json::Given(input),
                (None, None) => Json::Empty {},
            },
            output: None,
            error_text: None,
            provider_executed: kept.provider_executed,
            tool_metadata: kept.tool_metadata,
            call_provider_metadata: kept.provider_metadata,
            result_provider_metadata: None,
            approval: kept.approval,
        };
        let answered = part.approval.as_ref();
        if let Some(answered) = answered.and_then(|held| held.answered(self.answers)) {
            part.state = "approval-responded";
            part.approval = Some(answered);
            return self.push(UiPart::Tool(Box::new(part)));
        }
        let approved = part.approval.as_ref().and_then(|held| held.approved);
        match result_of(call, rest) {
            Some((_, true, _)) if approved == Some(false) => part.state = "output-denied",
            Some((content, false, kept)) => {
                part.state = "output-available";
                part.output = Some(match (kept.output, raw(content)) {
                    (Some(output), _) => Json::Kept(output),
                    (None, Some(output)) if kept.text.is_none() => Json::Given(output),
                    (None, _) => Json::Text(content),
                });
                part.result_provider_metadata = kept.provider_metadata;
            }
            Some((content, true, kept)) => {
                part.error_text = Some(content);
                part.result_provider_metadata = kept.provider_metadata;
            }
            None => part.error_text = Some(NO_RESULT),
        }
        // With a result, a question counts only with the decision that led to it.
        let led = approved == Some(part.state != "output-denied");
        part.approval = part.approval.filter(|_| led);
        self.push(UiPart::Tool(Box::new(part)));
    }
}

/// The id of the part or parts that a message of the history is.
fn part_of(message: &HistoryMessage) -> Option<&str> {
    match message {
        HistoryMessage::Assistant { id, .. } | HistoryMessage::Reasoning { id, .. } => {
            Some(id.as_str())
        }
        HistoryMessage::User { .. } | HistoryMessage::Tool { .. } => None,
    }
}

/// The result of a call: its text, whether it is an error, and what is kept with it.
fn result_of<'a>(
    call: &HistoryCall,
    rest: &'a [HistoryMessage],
) -> Option<(&'a str, bool, KeptResult)> {
    let mut results = rest
        .iter()
        .take_while(|message| matches!(message, HistoryMessage::Tool { .. }));
    results.find_map(|message| match message {
        HistoryMessage::Tool {
            call: of,
            content,
            failed,
            encrypted,
            ..
        } if *of == call.id => Some((&**content, *failed, KeptResult::read(encrypted.as_deref()))),
        _ => None,
    })
}

/// The parts of a message of the person: its files, then its text. A text file is text: most of the
/// SDK's providers take no such file.
fn said<'a, 'b: 'a>(text: &'a str, files: &'a [Attachment], bytes: Bytes<'b>) -> Vec<UiPart<'a>> {
    let part = |held| match text_file(held, bytes) {
        Some(text) => UiPart::said(text),
        None => file(held, bytes),
    };
    let mut parts: Vec<_> = files.iter().map(part).collect();
    if parts.is_empty() || !text.trim().is_empty() {
        parts.push(UiPart::said(text));
    }
    parts
}

fn file<'a, 'b: 'a>(file: &'a Attachment, bytes: Bytes<'b>) -> UiPart<'a> {
    let media_type = match file.media_type.as_str() {
        "" => UNKNOWN_MEDIA,
        known => known,
    };
    let source = file.came.as_ref().map(|came| &came.source);
    let url = match (source, bytes(&file.id)) {
        (Some(Source::Url(url)), _) => FileUrl::At(url),
        (Some(Source::Data(text)), _) => FileUrl::Base64 { media_type, text },
        (None, Some(bytes)) => FileUrl::Bytes { media_type, bytes },
        (Some(Source::Handle { .. }) | None, _) => {
            return UiPart::said(missing(file));
        }
    };
    UiPart::File(FilePart {
        r#type: "file",
        media_type,
        filename: &file.name,
        url,
    })
}

/// A text in place of a file that cannot be sent, so that the agent knows of it.
fn missing(file: &Attachment) -> String {
    format!("[The file {} was attached, but cannot be sent.]", file.name)
}
