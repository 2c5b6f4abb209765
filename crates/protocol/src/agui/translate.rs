//! Translates one AG-UI event at a time into events for the core.
//!
//! Enforces only the order that the core relies on: nothing comes after the end of a run, and
//! chunks become whole messages.

use midturn_core::id::{ActivityId, MessageId, RunId};
use midturn_core::run_event::{RunEvent, TaskEvent};

use super::KNOWS_REASONING;
use super::event::{self, Envelope, Event};
use super::extension::{self, Announcement};
use super::messages;
use super::order::Order;
use super::out::Out;
use super::outcome::{self, LegacyInterrupts};
use super::shared::Shared;
use super::streamed::{Act, At, act};
use super::streams::Streams;
use super::subagent::{CANCELLED, subagent};
use super::text;
use crate::control::{ANNOUNCEMENT, Control};
use crate::diagnostic::{Kind, start_of};
use crate::fields::Fields;
use crate::value::One;

/// The status in the metadata of a result that is an error.
const ERROR: &str = "error";

/// Whether the run being read has ended, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum End {
    #[default]
    None,
    Finished,
    Failed,
}

#[derive(Debug, Default)]
pub(crate) struct Translator {
    streams: Streams,
    order: Order,
    end: End,
    started: bool,
    /// Whether the bytes may begin in the middle of a run.
    joined: bool,
    control: Option<Control>,
    legacy: LegacyInterrupts,
    shared: Shared,
    /// Whether the thread's memory says that the backend knows messages of reasoning.
    knows_reasoning: bool,
}

impl Translator {
    pub(crate) fn ended(&self) -> bool {
        self.end != End::None
    }

    pub(crate) fn control(&self) -> Option<&Control> {
        self.control.as_ref()
    }

    /// Records that the next bytes may begin in the middle of a run.
    pub(crate) fn joined(&mut self) {
        self.joined = true;
    }

    /// Reads one event; returns whether its type is in AG-UI.
    pub(crate) fn event_of(&mut self, kind: &str, mut fields: Fields<'_>, out: &mut Out) -> bool {
        let Some(event) = fields.read_as::<Event<'_>>(kind) else {
            out.note_once(Kind::UnknownEvent, start_of(kind));
            return false;
        };
        if !self.may_follow(kind, &event, out) {
            out.note_once(Kind::AfterEnd, kind);
            return true;
        }
        let begins = matches!(event, Event::RunStarted(_) | Event::RunError(_));
        if !(self.started || self.joined || begins) {
            out.note_once(Kind::OutOfOrder, "an event before RUN_STARTED");
        }
        let envelope: Envelope<'_> = fields.read().unwrap_or_default();
        let lane = out.of(kind).id("subagentRunId", envelope.subagent_run_id);
        let lane = lane.as_deref();
        let at = At { kind, lane };
        match act(event) {
            Act::Start(said) => self.streams.start_event(at, said, out),
            Act::Piece(said) => self.streams.piece_event(at, said, out),
            Act::End(said) => self.streams.end_event(at, said, out),
            Act::Chunk(said) => self.streams.chunk_event(at, said, out),
            Act::Other(event) => {
                self.close_before(&event, lane, out);
                self.check_order(at, &event, out);
                self.event(event, at, out);
            }
        }
        for name in fields.unknown() {
            out.of(kind).unknown(name);
        }
        true
    }

    fn may_follow(&self, kind: &str, event: &Event<'_>, out: &mut Out) -> bool {
        match (self.end, event) {
            (End::None, _)
            | (End::Finished, Event::RunStarted(_) | Event::RunError(_))
            | (End::Failed, Event::RunStarted(_)) => true,
            // If two runs share a stream, the other one may end after this one.
            (End::Finished, Event::RunFinished(finished)) => {
                let run = out.of(kind).id("runId", finished.run_id.clone());
                let run = run.as_deref();
                self.joined && run.is_some() && run != out.run().map(RunId::as_str)
            }
            (End::Finished | End::Failed, _) => false,
        }
    }

    /// Ends the chunk streams that this event implicitly ends.
    fn close_before(&mut self, event: &Event<'_>, lane: Option<&str>, out: &mut Out) {
        match event {
            Event::ReasoningEncryptedValue(_)
            | Event::ActivitySnapshot(_)
            | Event::ActivityDelta(_)
            | Event::SubagentStarted(_)
            | Event::Raw(_) => {}
            Event::RunStarted(_)
            | Event::RunFinished(_)
            | Event::RunError(_)
            | Event::MessagesSnapshot(_) => self.streams.close_all(out),
            _ => self.streams.close_lane(lane, out),
        }
    }

    fn check_order(&mut self, at: At<'_>, event: &Event<'_>, out: &mut Out) {
        let owner = at.lane.unwrap_or_default();
        let order = &mut self.order;
        match event {
            Event::StepStarted(step) => {
                order.begin(at.kind, &["step", owner, step.step_name.as_str()], out);
            }
            Event::StepFinished(step) => {
                order.end(at.kind, &["step", owner, step.step_name.as_str()], out);
            }
            Event::ReasoningStart(span) => {
                let id = out
                    .of(at.kind)
                    .required("messageId", span.message_id.clone());
                order.begin(at.kind, &["span", &id], out);
            }
            Event::ReasoningEnd(span) => {
                let id = out
                    .of(at.kind)
                    .required("messageId", span.message_id.clone());
                order.end(at.kind, &["span", &id], out);
            }
            Event::SubagentStarted(_) => order.begin(at.kind, &["subagent", owner], out),
            Event::SubagentFinished(_) | Event::SubagentError(_) => {
                order.end(at.kind, &["subagent", owner], out);
            }
            Event::RunFinished(_) if order.any_open() || self.streams.any_open() => {
                out.note(Kind::OutOfOrder, "RUN_FINISHED before all has ended");
            }
            _ => {}
        }
    }

    fn event(&mut self, event: Event<'_>, at: At<'_>, out: &mut Out) {
        let kind = at.kind;
        match event {
            Event::RunStarted(started) => self.run_started(kind, started, out),
            Event::RunFinished(finished) => self.run_finished(kind, finished, out),
            Event::RunError(error) => {
                self.end = End::Failed;
                let error = outcome::error(kind, error, out);
                out.event(RunEvent::Failed(error));
            }
            Event::MessagesSnapshot(snapshot) => {
                let prefix = out.run().map_or("stream", RunId::as_str).to_owned();
                messages::snapshot(snapshot, &prefix, out);
            }
            Event::ToolCallResult(result) => self.tool_result(kind, result, out),
            Event::ReasoningEncryptedValue(value) => {
                let mut of = out.of(kind);
                let entity = of.required("entityId", value.entity_id).into_owned();
                let text = of.required("encryptedValue", value.encrypted_value);
                let of_call = of.required("subtype", value.subtype) == "tool-call";
                out.event(RunEvent::Encrypted {
                    entity,
                    of_call,
                    value: text.into_owned(),
                });
            }
            // Steps are identified by name only, and parallel subagents may use the same names. A
            // subagent's calls and texts show its work instead.
            Event::StepStarted(_) | Event::StepFinished(_) if at.lane.is_some() => {
                out.note_once(Kind::NotShown, "step of a subagent");
            }
            Event::StepStarted(step) => {
                let name = out.of(kind).required("stepName", step.step_name);
                let name = name.into_owned();
                out.event(RunEvent::StepStarted { name });
            }
            Event::StepFinished(step) => {
                let name = out.of(kind).required("stepName", step.step_name);
                let name = name.into_owned();
                out.event(RunEvent::StepFinished { name });
            }
            Event::SubagentStarted(_) | Event::SubagentFinished(_) | Event::SubagentError(_) => {
                match at.lane {
                    Some(id) => subagent(kind, event, ActivityId::from(id), out),
                    None => out.of(kind).bad("subagentRunId", "is missing"),
                }
            }
            Event::ActivitySnapshot(snapshot) => self.note(kind, snapshot, out),
            Event::ActivityDelta(delta) => self.note_delta(kind, delta, out),
            Event::StateSnapshot(state) => self.shared.state_snapshot(kind, state.snapshot, out),
            Event::StateDelta(state) => self.shared.state_delta(kind, state.delta, out),
            Event::Custom(custom) => self.custom(kind, custom, out),
            // The other events have nothing to show.
            _ => {}
        }
    }

    fn run_started(&mut self, kind: &str, started: event::RunStarted<'_>, out: &mut Out) {
        if self.started && !self.ended() {
            out.note(Kind::OutOfOrder, "RUN_STARTED while a run is open");
        }
        self.streams.run_started();
        self.order.run_started();
        self.legacy = LegacyInterrupts::default();
        self.shared.run_started();
        self.started = true;
        self.end = End::None;
        let run = out.of(kind).id("runId", started.run_id);
        if run.is_none() {
            out.of(kind).bad("runId", "is missing");
        }
        out.set_run(run.as_deref().map(RunId::from));
        out.event(RunEvent::Started);
        let version = out.of(kind).id("protocolVersion", started.protocol_version);
        if self.knows_reasoning != version.is_some() {
            self.knows_reasoning = version.is_some();
            let memory = version.map_or("", |_| KNOWS_REASONING);
            out.event(RunEvent::Memory(memory.to_owned()));
        }
    }

    fn run_finished(&mut self, kind: &str, finished: event::RunFinished<'_>, out: &mut Out) {
        if out.run().is_none() || self.ended() {
            let run = out.of(kind).id("runId", finished.run_id);
            out.set_run(run.as_deref().map(RunId::from));
        }
        self.end = End::Finished;
        let outcome = outcome::read(kind, finished.outcome, &mut self.legacy, out);
        out.event(RunEvent::Finished(outcome));
    }

    fn custom(&mut self, kind: &str, custom: event::Custom<'_>, out: &mut Out) {
        let name = out.of(kind).required("name", custom.name);
        let value = custom.value.and_then(|json| Fields::of(json.get()));
        match (&*name, value) {
            (ANNOUNCEMENT, None) => out.of(kind).bad("value", "is no object"),
            (ANNOUNCEMENT, Some(mut value)) => {
                let announced: Announcement<'_> = value.read().unwrap_or_default();
                let control = extension::control(announced, out);
                out.event(RunEvent::Abilities(control.abilities()));
                self.control = Some(control);
            }
            ("on_interrupt", _) => {
                let minted = self.streams.mint(out);
                self.legacy.add(custom.value, custom.raw_event, minted, out);
            }
            (name, value) => {
                let event = value.and_then(|value| extension::event(name, value, out));
                match event {
                    Some(event) => out.event(event),
                    None => {
                        out.note_once(Kind::NotShown, &format!("CUSTOM {}", start_of(name)));
                    }
                }
            }
        }
    }

    fn tool_result(&mut self, kind: &str, result: event::ToolResult<'_>, out: &mut Out) {
        let Some(call) = out.of(kind).id("toolCallId", result.tool_call_id.clone()) else {
            return out.of(kind).bad("toolCallId", "is missing");
        };
        self.streams.result(&call);
        tool_result(kind, &call, result, out);
    }

    fn note(&mut self, kind: &str, snapshot: event::ActivitySnapshot<'_>, out: &mut Out) {
        let id = out.of(kind).id("messageId", snapshot.message_id);
        let id = id.unwrap_or_else(|| {
            out.of(kind).bad("messageId", "is missing");
            self.streams.mint(out).into()
        });
        let title = out
            .of(kind)
            .required("activityType", snapshot.activity_type);
        let replace = snapshot.replace.0.unwrap_or(true);
        let content =
            (self.shared).activity_snapshot(kind, &id, &title, snapshot.content, replace, out);
        if let Some(content) = content {
            out.event(RunEvent::Note {
                id: ActivityId::from(&*id),
                title: title.into_owned(),
                content,
            });
        }
    }

    fn note_delta(&mut self, kind: &str, delta: event::ActivityDelta<'_>, out: &mut Out) {
        let id = out.of(kind).required("messageId", delta.message_id.clone());
        if let Some((title, content)) = self.shared.activity_delta(kind, &id, delta, out) {
            let id = ActivityId::from(&*id);
            out.event(RunEvent::Note { id, title, content });
        }
    }

    pub(crate) fn begin_with(&mut self, state: String, memory: &str) {
        self.shared.begin_with(state);
        self.knows_reasoning = memory == KNOWS_REASONING;
    }
}

fn tool_result(kind: &str, call: &str, result: event::ToolResult<'_>, out: &mut Out) {
    // A result is identified by its call; the message id is only for the history.
    let message = out.of(kind).id("messageId", result.message_id);
    let message = message.unwrap_or_else(|| call.into());
    let mut failed = false;
    if let One::Object(metadata) = result.metadata {
        let status = out.of("metadata").text("status", metadata.status);
        failed = status.as_deref() == Some(ERROR);
        if status.as_deref() == Some(CANCELLED) {
            out.event(RunEvent::Task {
                element: ActivityId::from(call),
                event: TaskEvent::Stopped,
            });
        }
    }
    let error = out.of(kind).text("error", result.error);
    if !result.content.is_there() && error.is_none() {
        out.of(kind).bad("content", "is missing");
    }
    let said = text::said(kind, result.content, call, out);
    out.event(RunEvent::ToolResult {
        call: ActivityId::from(call),
        message: MessageId::from(&*message),
        failed: failed || error.is_some(),
        content: messages::either(said.text, error),
        attachments: said.attachments,
    });
}
