//! Reads the messages of a stream: pieces, accumulated messages, whole messages, and results.

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::{Limit, RunEvent};
use midturn_protocol::diagnostic::{Kind, start_of};
use midturn_protocol::out::Out;
use midturn_protocol::value::One;
use serde_json::value::RawValue;

use super::agents::Agents;
use super::content::{self, Piece};
use super::memory::OpenCall;
use super::translate::Translator;
use super::wire::{self, CallChunk, Message, WholeCall};
use super::written::Written;

/// The number of a piece of a call that names none.
const NO_INDEX: &str = "null";

impl Translator {
    /// Reads a message of the mode with pieces.
    pub(super) fn read_message(&mut self, lane: &str, message: Message<'_>, out: &mut Out) {
        match message.kind() {
            Some(wire::Kind::Chunk) => {
                let limit = message.limit();
                self.chunk(lane, message, out);
                limited(lane, limit, out);
            }
            Some(wire::Kind::Assistant) => self.whole(lane, message, out),
            Some(wire::Kind::Tool) => self.result(&message, out),
            Some(wire::Kind::Person | wire::Kind::Other) => {}
            None => unknown(&message, out),
        }
    }

    /// Reads a message that has all its content so far.
    pub(super) fn read_accumulated(&mut self, lane: &str, message: Message<'_>, out: &mut Out) {
        match message.kind() {
            Some(wire::Kind::Chunk | wire::Kind::Assistant) => self.draft(lane, message, out),
            Some(wire::Kind::Tool) => {
                self.flush_all(out);
                self.result(&message, out);
            }
            Some(wire::Kind::Person | wire::Kind::Other) => {}
            None => unknown(&message, out),
        }
    }

    /// The place of a message that is being written; begins it.
    pub(super) fn written(&mut self, lane: &str, id: Option<String>) -> &mut Written {
        let id = id.unwrap_or_else(|| format!("{}:{}", self.run, self.unnamed));
        let id = own_id(lane, &id);
        let place = (self.writing.iter()).rposition(|held| held.id.as_str() == id);
        let place = place.unwrap_or_else(|| {
            let id = MessageId::from(id);
            self.writing.push(Written::new(id, Agents::id(lane)));
            self.writing.len() - 1
        });
        &mut self.writing[place]
    }

    fn chunk(&mut self, lane: &str, mut message: Message<'_>, out: &mut Out) {
        let chunks = std::mem::take(&mut message.tool_call_chunks);
        let chunks = chunks.list().unwrap_or_default();
        let pieces = content::of_assistant(&message);
        // Most chunks without text are the last ones of their messages. Their ids mean nothing.
        let is_empty = |piece: &Piece<'_>| matches!(piece, Piece::Text(text) if text.is_empty());
        if chunks.is_empty() && pieces.iter().all(is_empty) {
            return;
        }
        let written = self.written(lane, message.id());
        for piece in pieces {
            match piece {
                Piece::Text(text) => written.say(&text, out),
                Piece::Reasoning(text, index) => written.reason(&text, index.as_deref(), out),
                Piece::File(file) => match file.attachment("") {
                    Some(file) => written.show(file, out),
                    None => nowhere(out),
                },
                Piece::Other(kind) => out.note_once(Kind::UnknownField, &told("content", &kind)),
            }
        }
        let message = written.id.clone();
        for chunk in chunks.into_iter().filter_map(One::object) {
            self.call_chunk(lane, &message, &chunk, out);
        }
    }

    /// A piece of a call: the first one has an id and a name, the others only a number.
    pub(super) fn call_chunk(
        &mut self,
        lane: &str,
        message: &MessageId,
        chunk: &CallChunk<'_>,
        out: &mut Out,
    ) {
        let index = chunk.index.map_or(NO_INDEX, RawValue::get);
        let id = chunk.id.string().filter(|id| !id.is_empty());
        let call = id.map(ActivityId::from);
        let Some(call) = call.or_else(|| self.call_at(message, index)) else {
            out.note_once(Kind::OutOfOrder, "a piece of a call without its start");
            return;
        };
        if self.calls.add(&call, chunk.name.as_str(), lane) {
            self.begin_call(lane, message, index, &call, chunk.name.as_str(), out);
        }
        let is_open = self.calls.get_mut(&call).is_some_and(|held| {
            held.is_streamed = true;
            held.arguments.is_none()
        });
        let delta = chunk.args.as_str();
        if is_open && !delta.is_empty() {
            out.event(RunEvent::ToolArgs {
                call,
                delta: delta.to_owned(),
            });
        }
    }

    /// A call begins whose arguments come in pieces.
    fn begin_call(
        &mut self,
        lane: &str,
        message: &MessageId,
        index: &str,
        call: &ActivityId,
        name: &str,
        out: &mut Out,
    ) {
        let place = self.writing.iter_mut().rfind(|held| held.id == *message);
        if let Some(written) = place {
            written.end_reasoning(out);
            written.calls.push((index.to_owned(), call.clone()));
        }
        let is_known = self
            .memory
            .open
            .iter()
            .any(|open| open.call == call.as_str());
        if !is_known {
            // After a reload, the next pieces name only the number.
            self.memory.open.push(OpenCall {
                message: message.to_string(),
                index: index.to_owned(),
                call: call.to_string(),
            });
            self.remember(out);
        }
        out.event(RunEvent::ToolStart {
            call: call.clone(),
            name: name.to_owned(),
            parent: Some(message.clone()),
            subagent: Agents::id(lane),
        });
    }

    /// The call with this number in a message, or the last one if the provider gives no numbers.
    fn call_at(&self, message: &MessageId, index: &str) -> Option<ActivityId> {
        let written = self.writing.iter().rfind(|held| held.id == *message);
        let calls = written
            .map(|held| held.calls.as_slice())
            .unwrap_or_default();
        let held = calls.iter().rev().find(|(held, _)| held == index);
        let held = held.or_else(|| calls.last().filter(|_| index == NO_INDEX));
        held.map(|(_, call)| call.clone()).or_else(|| {
            let mut open = self.memory.open.iter().rev();
            let open = open.find(|open| open.message == message.as_str() && open.index == index);
            open.map(|open| ActivityId::from(open.call.as_str()))
        })
    }

    /// The assistant's whole message, from a provider that does not stream.
    fn whole(&mut self, lane: &str, mut message: Message<'_>, out: &mut Out) {
        let id = message.id();
        let key = id.as_deref().map(|id| own_id(lane, id));
        if key.is_some_and(|key| self.shown.contains(&key) || self.old.contains(&key)) {
            return;
        }
        let calls = std::mem::take(&mut message.tool_calls);
        self.say(lane, &message, out);
        limited(lane, message.limit(), out);
        let written = self.written(lane, id);
        written.end_reasoning(out);
        let message = written.id.clone();
        for call in calls.list().unwrap_or_default() {
            if let Some(call) = call.object() {
                self.complete(lane, &message, &call, out);
            }
        }
    }

    /// An accumulated message. Its calls have arguments guessed from half of their text, so they
    /// are kept until something else comes.
    fn draft(&mut self, lane: &str, mut message: Message<'_>, out: &mut Out) {
        let calls = std::mem::take(&mut message.tool_calls);
        self.say(lane, &message, out);
        limited(lane, message.limit(), out);
        let mut drafts = Vec::new();
        for call in calls.list().unwrap_or_default() {
            let Some(call) = call.object() else { continue };
            let Some(id) = call.id.string().filter(|id| !id.is_empty()) else {
                continue;
            };
            let id = ActivityId::from(id);
            if self.calls.add(&id, call.name.as_str(), lane) {
                let written = self.written(lane, message.id());
                written.end_reasoning(out);
                out.event(RunEvent::ToolStart {
                    call: id.clone(),
                    name: call.name.as_str().to_owned(),
                    parent: Some(written.id.clone()),
                    subagent: Agents::id(lane),
                });
            }
            drafts.push((id, call.args.map_or("{}", RawValue::get).to_owned()));
        }
        if !drafts.is_empty() {
            self.written(lane, message.id()).drafts = drafts;
        }
    }

    /// Says what an accumulated or whole message adds to its text and reasoning.
    fn say(&mut self, lane: &str, message: &Message<'_>, out: &mut Out) {
        let mut text = String::new();
        let mut blocks: Vec<(Option<String>, String)> = Vec::new();
        let mut files = Vec::new();
        for piece in content::of_assistant(message) {
            match piece {
                Piece::Text(more) => text.push_str(&more),
                Piece::Reasoning(more, index) => match blocks.last_mut() {
                    Some((held, said)) if *held == index => said.push_str(&more),
                    _ => blocks.push((index, more.into_owned())),
                },
                Piece::File(file) => match file.attachment("") {
                    Some(file) => files.push(file),
                    None => nowhere(out),
                },
                Piece::Other(kind) => out.note_once(Kind::UnknownField, &told("content", &kind)),
            }
        }
        if text.is_empty() && blocks.is_empty() && files.is_empty() {
            return;
        }
        let written = self.written(lane, message.id());
        for (index, said) in blocks {
            written.reason_whole(&said, index.as_deref(), out);
        }
        if !text.is_empty() {
            written.say_whole(&text, out);
        }
        for file in files.into_iter().skip(written.files) {
            written.show(file, out);
        }
    }

    /// A call whose arguments are complete.
    pub(super) fn complete(
        &mut self,
        lane: &str,
        message: &MessageId,
        call: &WholeCall<'_>,
        out: &mut Out,
    ) {
        let Some(id) = call.id.string().filter(|id| !id.is_empty()) else {
            out.note_once(Kind::BadField, "tool_calls.id is missing");
            return;
        };
        // A call that began before a reload has its arguments already.
        let began = self.memory.open.iter().any(|open| open.call == id);
        let id = ActivityId::from(id);
        let name = call.name.as_str();
        if self.calls.add(&id, name, lane) {
            out.event(RunEvent::ToolStart {
                call: id.clone(),
                name: name.to_owned(),
                parent: Some(message.clone()),
                subagent: Agents::id(lane),
            });
        }
        let arguments = call.args.map_or("{}", RawValue::get);
        self.arguments(&id, arguments, began, out);
    }

    /// Completes a call's arguments, unless they are complete. `came`: they came in pieces.
    fn arguments(&mut self, id: &ActivityId, arguments: &str, came: bool, out: &mut Out) {
        let Some(held) = self.calls.get_mut(id) else {
            return;
        };
        if held.arguments.is_some() {
            return;
        }
        held.arguments = Some(arguments.to_owned());
        if !held.is_streamed && !came {
            out.event(RunEvent::ToolArgs {
                call: id.clone(),
                delta: arguments.to_owned(),
            });
        }
        out.event(RunEvent::ToolEnd { call: id.clone() });
    }

    /// Completes the calls of an accumulated message.
    pub(super) fn flush(&mut self, drafts: Vec<(ActivityId, String)>, out: &mut Out) {
        for (call, arguments) in drafts {
            self.arguments(&call, &arguments, false, out);
        }
    }

    fn flush_all(&mut self, out: &mut Out) {
        let drafts = self
            .writing
            .iter_mut()
            .map(|held| std::mem::take(&mut held.drafts));
        let drafts: Vec<_> = drafts.flatten().collect();
        self.flush(drafts, out);
    }

    /// A tool's result, which two frames report.
    pub(super) fn result(&mut self, message: &Message<'_>, out: &mut Out) {
        let Some(call) = message.tool_call_id.string().filter(|id| !id.is_empty()) else {
            out.note_once(Kind::BadField, "tool_call_id is missing");
            return;
        };
        let id = message.id().unwrap_or_else(|| format!("{call}:result"));
        let call = ActivityId::from(call);
        if self.old.contains(&id) || !self.calls.finish(&call) {
            return;
        }
        let said = content::result(message.content, &id);
        out.event(RunEvent::ToolResult {
            call: call.clone(),
            message: MessageId::from(id),
            content: said.text,
            attachments: said.attachments,
            failed: message.status.as_str() == "error",
        });
        self.agents.end_of_call(&call, out);
    }
}

/// A message's id in the core. The same message may be an inner graph's and, later, the main
/// agent's too.
pub(super) fn own_id(lane: &str, id: &str) -> String {
    if lane.is_empty() {
        id.to_owned()
    } else {
        format!("{lane}/{id}")
    }
}

/// Reports that the main graph's message is cut off. Only its last piece says so; its text comes first.
fn limited(lane: &str, limit: Option<Limit>, out: &mut Out) {
    if let Some(limit) = limit.filter(|_| Agents::id(lane).is_none()) {
        out.event(RunEvent::Limited(limit));
    }
}

pub(super) fn unknown(message: &Message<'_>, out: &mut Out) {
    out.note_once(
        Kind::UnknownField,
        &told("message", message.r#type.as_str()),
    );
}

/// A file of which neither the bytes nor a URL came.
fn nowhere(out: &mut Out) {
    out.note_once(Kind::NotShown, "a file without its data");
}

fn told(what: &str, kind: &str) -> String {
    format!("{what}.type {}", start_of(kind))
}
