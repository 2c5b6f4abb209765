//! Translates one chunk at a time into events for the core.

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::{FinishOutcome, RunEvent};
use midturn_protocol::diagnostic::{Kind, start_of};
use midturn_protocol::fields::Fields;
use midturn_protocol::made_file::made_file;
use midturn_protocol::out::Out;
use midturn_protocol::protocol::Begin;
use midturn_protocol::reader::{Frame, Translate};
use midturn_protocol::value::{Given, Text};
use serde::Deserialize;

use super::chunk::{InputDelta, MessageChunk, OtherChunk, TextChunk, ToolChunk, is_known, object};
use super::memory::Memory;
use super::messages::continued;
use super::notes;
use super::numbers::Numbers;
use super::place::{late_id, part_id, run_key, step_key};
use super::sink::Sink;
use super::state::{Brought, State};
use super::steering::steered;
use super::texts::Form;
use super::tools::without;

/// The last frame of a stream.
const DONE: &str = "[DONE]";

/// The translator of one run's stream.
#[derive(Debug)]
pub(super) struct Translator {
    /// The run's id in the ids of parts.
    run: String,
    /// The message that the run builds, as far as it is known before the stream names it.
    expected: String,
    memory: Memory,
    /// The memory as the core has it.
    told: String,
    /// What the run's request brought; `None` after a reload.
    brought: Option<Brought>,
    numbers: Numbers,
    state: State,
}

impl Translator {
    /// A translator for this run. `counts`: a lost stream can be joined again.
    pub(super) fn new(begin: &Begin<'_>, counts: bool) -> Self {
        let memory = Memory::read(begin.memory);
        let run = begin.run.as_str();
        let expected = match begin.request {
            Some(request) => continued(request),
            None => memory.message_of(run).map(str::to_owned),
        };
        let run = run_key(run);
        let expected = expected.unwrap_or_else(|| run.clone());
        let brought = begin.request.map(Brought::by);
        Self {
            state: State::new(&expected, brought.as_ref()),
            run,
            expected,
            memory,
            told: begin.memory.to_owned(),
            numbers: Numbers::new(counts, brought.is_none()),
            brought,
        }
    }

    /// Reads a chunk; returns whether its type is known.
    fn chunk(&mut self, kind: &str, fields: &mut Fields<'_>, sink: &mut Sink<'_>) -> bool {
        if !is_known(kind) {
            sink.note(Kind::UnknownEvent, start_of(kind));
            return false;
        }
        if self.state.ended {
            // What belongs to the end is expected.
            let closes = matches!(
                kind,
                "finish-step" | "finish" | "message-metadata" | "abort"
            );
            if !closes {
                sink.note(Kind::AfterEnd, start_of(kind));
            }
            return true;
        }
        if kind == "start" {
            self.start(&read(fields), sink);
            return true;
        }
        if !self.state.begun {
            self.begin(sink);
            self.remember(sink);
        }
        if goes_on(kind) {
            self.state.finish = None;
        }
        match kind {
            "text-start" | "text-delta" | "text-end" => {
                self.text(Form::Text, kind, &read(fields), sink);
            }
            "reasoning-start" | "reasoning-delta" | "reasoning-end" => {
                self.text(Form::Reasoning, kind, &read(fields), sink);
            }
            "tool-input-delta" => {
                let chunk: InputDelta<'_> = read(fields);
                let delta = chunk.input_text_delta.as_str();
                let id = chunk.tool_call_id.as_str();
                self.state
                    .tools
                    .grow(id, delta, self.numbers.is_rest(), sink);
            }
            "tool-approval-request" => {
                let State {
                    questions, tools, ..
                } = &mut self.state;
                questions.ask(&read(fields), tools, sink);
            }
            "tool-approval-response" => {
                let State {
                    questions, tools, ..
                } = &mut self.state;
                questions.decide(&read(fields), tools, sink);
            }
            "start-step" => {
                self.state.step += 1;
                self.state.in_step.clear();
                self.state.tools.step_starts();
            }
            "finish-step" => self.state.end_texts(sink),
            "reset-step" => self.reset_step(sink),
            "finish" => {
                let chunk: MessageChunk<'_> = read(fields);
                self.describe(chunk.message_metadata);
                self.remember(sink);
                self.state.finish = Some(chunk.finish_reason.as_str().to_owned());
            }
            "message-metadata" => {
                let chunk: MessageChunk<'_> = read(fields);
                self.describe(chunk.message_metadata);
                self.remember(sink);
            }
            "error" => {
                let chunk: MessageChunk<'_> = read(fields);
                self.state.fail(chunk.error_text.as_str(), None, sink);
            }
            "abort" => self
                .state
                .end(RunEvent::Finished(FinishOutcome::Cancelled), sink),
            "steering-message" => steered(&read(fields), sink),
            _ if kind.starts_with("tool-") => self.tool(kind, &read(fields), sink),
            _ => {
                let chunk: OtherChunk<'_> = read(fields);
                if let Some(source) = notes::bytes(kind, &chunk) {
                    let call = self.note_id(kind, None);
                    let told = (chunk.filename.as_str(), chunk.media_type.as_str());
                    for event in made_file(call.as_str(), told, source) {
                        sink.event(event);
                    }
                    return true;
                }
                match notes::event(kind, &chunk, |named| self.note_id(kind, named)) {
                    Some(event) => sink.event(event),
                    None => sink.note_once(Kind::NotShown, "transient data"),
                }
            }
        }
        true
    }

    /// The stream names its message. A second `start` is that of a stream that the server has
    /// joined to the first one.
    fn start(&mut self, chunk: &MessageChunk<'_>, sink: &mut Sink<'_>) {
        let id = chunk.message_id.as_str();
        if !std::mem::replace(&mut self.state.named, true) && !id.is_empty() {
            id.clone_into(&mut self.state.message);
        }
        self.state.finish = None;
        self.begin(sink);
        // Data can come before the start, and has begun the run then.
        self.memory.builds(&self.run, &self.state.message);
        self.describe(chunk.message_metadata);
        self.remember(sink);
    }

    /// Reports the start of the run, at its first chunk.
    fn begin(&mut self, sink: &mut Sink<'_>) {
        if std::mem::replace(&mut self.state.begun, true) {
            return;
        }
        sink.event(RunEvent::Started);
        let answers = self.brought.as_ref().map(|brought| &brought.answers[..]);
        self.state.decided(answers.unwrap_or_default(), sink);
        self.memory.builds(&self.run, &self.state.message);
    }

    fn describe(&mut self, metadata: Given<'_>) {
        if let Some(metadata) = object(metadata) {
            self.memory.describe(&self.state.message, metadata);
        }
    }

    /// Has the core keep the memory, if it has changed.
    fn remember(&mut self, sink: &mut Sink<'_>) {
        let written = self.memory.written();
        if written != self.told {
            self.told.clone_from(&written);
            sink.event(RunEvent::Memory(written));
        }
    }

    fn text(&mut self, form: Form, kind: &str, chunk: &TextChunk<'_>, sink: &mut Sink<'_>) {
        let id = chunk.id.as_str();
        let state = &self.state;
        let open = match form {
            Form::Text => &state.texts,
            Form::Reasoning => &state.reasoning,
        };
        let starts = kind.ends_with("-start");
        if !starts && open.get(id).is_none() {
            if kind.ends_with("-end") {
                // The end of a step has closed it, or it began before the stream was joined.
                return;
            }
            if !self.numbers.is_rest() {
                sink.note_once(Kind::OutOfOrder, &without(kind, "a start"));
            }
        }
        let message = (starts || open.get(id).is_none()).then(|| {
            if self.numbers.is_rest() && !starts {
                MessageId::from(late_id(&state.message, &self.run, state.step, id))
            } else {
                self.part()
            }
        });
        if let (Some(message), Form::Text) = (&message, form) {
            self.state.in_step.push(message.clone());
        }
        if message.is_some() {
            self.state.part += 1;
        }
        let texts = match form {
            Form::Text => &mut self.state.texts,
            Form::Reasoning => &mut self.state.reasoning,
        };
        if let Some(message) = message {
            texts.start(id, message, sink);
        }
        texts.keep(id, object(chunk.provider_metadata), sink);
        if kind.ends_with("-end") {
            texts.end(id, sink);
        } else if kind.ends_with("-delta") {
            match &chunk.delta {
                Text::Absent => sink.note_once(Kind::BadField, &without(kind, "delta")),
                Text::Repaired(delta) => {
                    sink.note_once(Kind::BadField, "delta has half a surrogate pair");
                    texts.grow(id, delta.clone().into_owned(), sink);
                }
                delta => texts.grow(id, delta.as_str().to_owned(), sink),
            }
        }
    }

    fn tool(&mut self, kind: &str, chunk: &ToolChunk<'_>, sink: &mut Sink<'_>) {
        let id = chunk.tool_call_id.as_str();
        if id.is_empty() {
            sink.note(Kind::BadField, &without(kind, "toolCallId"));
            return;
        }
        let host = self.part();
        let State {
            tools,
            part,
            questions,
            late,
            ..
        } = &mut self.state;
        if kind.starts_with("tool-input-") {
            tools.start(
                id,
                chunk,
                || {
                    *part += 1;
                    host
                },
                sink,
            );
        } else {
            questions.close(id);
        }
        match kind {
            "tool-input-available" => *late = tools.complete(id, chunk.input.0, sink),
            "tool-input-error" => tools.refused(id, chunk, sink),
            "tool-output-available" => tools.output(id, chunk, sink),
            "tool-output-error" => tools.failed(id, chunk, sink),
            "tool-output-denied" => tools.denied(id, sink),
            _ => {}
        }
    }

    /// The current step begins again: what it has shown so far does not count.
    fn reset_step(&mut self, sink: &mut Sink<'_>) {
        self.state.end_texts(sink);
        for message in std::mem::take(&mut self.state.in_step) {
            sink.event(RunEvent::TextReplaced {
                message,
                text: String::new(),
            });
        }
        self.state.tools.reset_step(sink);
        self.memory.drop_step(step_key(&self.run, self.state.step));
        self.remember(sink);
        self.state.step += 1;
    }

    /// The id of the next part.
    fn part(&self) -> MessageId {
        let State {
            message,
            step,
            part,
            ..
        } = &self.state;
        MessageId::from(part_id(message, &self.run, *step, *part))
    }

    /// The id of a note. One that the server names replaces the one before of that name.
    fn note_id(&mut self, kind: &str, named: Option<&str>) -> ActivityId {
        if let Some(named) = named {
            return ActivityId::from(format!("{}/{kind}/{named}", self.state.message));
        }
        let id = self.part();
        self.state.part += 1;
        ActivityId::from(id.as_str())
    }
}

impl Translate for Translator {
    type Out = Out;

    fn read(&mut self, frame: Frame<'_>, out: &mut Out) -> bool {
        let mut fields = Fields::of(frame.data);
        let kind = fields.as_ref().and_then(Fields::kind);
        let again = self.numbers.count(kind.as_deref() == Some("start"));
        if again && !self.state.ended {
            self.state = State::new(&self.expected, self.brought.as_ref());
        }
        let mut sink = Sink::new(out, self.numbers.is_known());
        if let Some(late) = self.state.late.take() {
            sink.event(late);
        }
        if frame.data.trim() == DONE {
            // Without a `finish`, too: a server can leave it out.
            self.state.settle(&mut sink);
            return true;
        }
        if let (Some(kind), Some(fields)) = (kind, &mut fields) {
            return self.chunk(&kind, fields, &mut sink);
        }
        sink.note(Kind::Unreadable, start_of(frame.data));
        false
    }

    fn ended(&self) -> bool {
        self.state.ended
    }

    fn cursor(&self, _id: String) -> Option<String> {
        // The core would drop an end that counts as read before.
        let early = self.state.ended && self.numbers.is_known();
        self.numbers.place().filter(|_| !early)
    }

    fn resumed(&mut self) {
        self.numbers.join();
    }

    fn body_ended(&mut self, _broken: bool, out: &mut Out) -> bool {
        let mut sink = Sink::new(out, false);
        if let Some(late) = self.state.late.take() {
            sink.event(late);
        }
        let finished = self.state.finish.is_some();
        if finished {
            self.state.settle(&mut sink);
        }
        finished
    }
}

/// Whether a run goes on with this chunk, although it seemed to be at its end.
fn goes_on(kind: &str) -> bool {
    let content = ["text-", "reasoning-", "tool-"];
    kind == "start-step" || content.iter().any(|start| kind.starts_with(start))
}

/// Reads the fields of a chunk. Fields of the wrong type are kept as they are.
fn read<'a, T: Deserialize<'a> + Default>(fields: &mut Fields<'a>) -> T {
    fields.read().unwrap_or_default()
}
