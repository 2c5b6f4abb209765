//! One AG-UI event at a time into events for the core.
//!
//! Not responsible for framing, and of the order of events only for what the core relies on:
//! nothing comes after the end of a run, and chunks become whole messages.

use midturn_core::id::{ActivityId, MessageId, RunId};
use midturn_core::run_event::RunEvent;
use midturn_core::transcript::TaskEvent;

use super::extension;
use super::fields::Fields;
use super::messages;
use super::order::Order;
use super::out::Out;
use super::outcome::{self, LegacyInterrupts};
use super::schema::{self, Event};
use super::shared::Shared;
use super::streams::Streams;
use super::text;
use crate::control::{ANNOUNCEMENT, Control};
use crate::diagnostic::{Kind, start_of};

/// How a backend says of a task that it was stopped on purpose: as the code of a subagent's error,
/// or as the status in a result's metadata.
const CANCELLED: &str = "cancelled";

/// Whether the run that is being read has ended, and how.
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
    /// The bytes may begin in the middle of a run.
    joined: bool,
    control: Option<Control>,
    legacy: LegacyInterrupts,
    shared: Shared,
}

impl Translator {
    pub(crate) fn ended(&self) -> bool {
        self.end != End::None
    }

    pub(crate) fn control(&self) -> Option<&Control> {
        self.control.as_ref()
    }

    /// What comes next may be the middle of a run.
    pub(crate) fn joined(&mut self) {
        self.joined = true;
    }

    /// Reads one event; says whether it is one of AG-UI's.
    pub(crate) fn read(&mut self, fields: &Fields<'_>, out: &mut Out) -> bool {
        let Some((event, described)) = schema::event(&fields.kind) else {
            out.note_once(Kind::UnknownEvent, start_of(&fields.kind));
            return false;
        };
        let may_follow = match self.end {
            End::None => true,
            // Of two runs that share a stream, the other one may end after this one.
            End::Finished if event == Event::RunFinished => self.is_of_another(fields, out),
            End::Finished => matches!(event, Event::RunStarted | Event::RunError),
            End::Failed => event == Event::RunStarted,
        };
        if may_follow {
            if !(self.started
                || self.joined
                || event == Event::RunStarted
                || event == Event::RunError)
            {
                out.note_once(Kind::OutOfOrder, "an event before RUN_STARTED");
            }
            let lane = fields.id("subagentRunId", out);
            self.event(event, lane.as_deref(), fields, out);
            fields.note_unknown(described, out);
        } else {
            out.note_once(Kind::AfterEnd, &fields.kind);
        }
        true
    }

    fn event(&mut self, event: Event, lane: Option<&str>, fields: &Fields<'_>, out: &mut Out) {
        match event {
            Event::Start(stream) => return self.streams.start_event(stream, lane, fields, out),
            Event::Piece(stream) => return self.streams.piece_event(stream, lane, fields, out),
            Event::End(stream) => return self.streams.end_event(stream, lane, fields, out),
            Event::Chunk(stream) => return self.streams.chunk_event(stream, lane, fields, out),
            Event::Encrypted
            | Event::Note
            | Event::NoteDelta
            | Event::SubagentStarted
            | Event::Ignore => {}
            Event::RunStarted | Event::RunFinished | Event::RunError | Event::Snapshot => {
                self.streams.close_all(out);
            }
            _ => self.streams.close_lane(lane, out),
        }
        self.check_order(event, lane, fields, out);
        match event {
            Event::RunStarted => self.run_started(fields, out),
            Event::RunFinished => self.run_finished(fields, out),
            Event::RunError => {
                self.end = End::Failed;
                let error = outcome::error(fields, out);
                out.event(RunEvent::Failed(error));
            }
            Event::Snapshot => {
                let prefix = out.run().map_or("stream", RunId::as_str).to_owned();
                messages::snapshot(fields, &prefix, out);
            }
            Event::ToolResult => tool_result(fields, out),
            Event::Encrypted => {
                let entity = fields.required("entityId", out);
                let value = fields.required("encryptedValue", out);
                let of_call = fields.required("subtype", out) == "tool-call";
                out.event(RunEvent::Encrypted {
                    entity,
                    of_call,
                    value,
                });
            }
            // Steps are told apart by name alone, and parallel subagents have the same ones;
            // their calls and words show what they do.
            Event::StepStarted | Event::StepFinished if lane.is_some() => {
                out.note_once(Kind::NotShown, "step of a subagent");
            }
            Event::StepStarted | Event::StepFinished => {
                let name = fields.required("stepName", out);
                out.event(if event == Event::StepStarted {
                    RunEvent::StepStarted { name }
                } else {
                    RunEvent::StepFinished { name }
                });
            }
            Event::SubagentStarted | Event::SubagentFinished | Event::SubagentError => match lane {
                Some(id) => subagent(event, ActivityId::from(id), fields, out),
                None => fields.bad("subagentRunId", "is missing", out),
            },
            Event::Note => self.note(fields, out),
            Event::NoteDelta => self.note_delta(fields, out),
            Event::StateSnapshot => self.shared.state_snapshot(fields, out),
            Event::StateDelta => self.shared.state_delta(fields, out),
            Event::Custom => self.custom(fields, out),
            _ => {}
        }
    }

    fn check_order(
        &mut self,
        event: Event,
        lane: Option<&str>,
        fields: &Fields<'_>,
        out: &mut Out,
    ) {
        let owner = lane.unwrap_or_default();
        let (kind, order) = (&fields.kind, &mut self.order);
        match event {
            Event::StepStarted | Event::StepFinished => {
                let name = fields.raw("stepName").unwrap_or_default();
                let what = ["step", owner, name];
                if event == Event::StepStarted {
                    order.begin(kind, &what, out);
                } else {
                    order.end(kind, &what, out);
                }
            }
            Event::SpanStarted | Event::SpanEnded => {
                let id = fields.required("messageId", out);
                if event == Event::SpanStarted {
                    order.begin(kind, &["span", &id], out);
                } else {
                    order.end(kind, &["span", &id], out);
                }
            }
            Event::SubagentStarted => order.begin(kind, &["subagent", owner], out),
            Event::SubagentFinished | Event::SubagentError => {
                order.end(kind, &["subagent", owner], out);
            }
            Event::RunFinished if order.any_open() || self.streams.any_open() => {
                out.note(Kind::OutOfOrder, "RUN_FINISHED before all has ended");
            }
            _ => {}
        }
    }

    fn run_started(&mut self, fields: &Fields<'_>, out: &mut Out) {
        if self.started && !self.ended() {
            out.note(Kind::OutOfOrder, "RUN_STARTED while a run is open");
        }
        self.streams.run_started();
        self.order.run_started();
        self.legacy = LegacyInterrupts::default();
        self.shared.run_started();
        self.started = true;
        self.end = End::None;
        let run = fields.id("runId", out);
        if run.is_none() {
            fields.bad("runId", "is missing", out);
        }
        out.set_run(run.map(RunId::from));
        out.event(RunEvent::Started);
    }

    /// It names another run than the one that was read last.
    fn is_of_another(&self, fields: &Fields<'_>, out: &mut Out) -> bool {
        let run = fields.id("runId", out).map(RunId::from);
        self.joined && run.is_some() && run.as_ref() != out.run()
    }

    fn run_finished(&mut self, fields: &Fields<'_>, out: &mut Out) {
        if out.run().is_none() || self.ended() {
            let run = fields.id("runId", out);
            out.set_run(run.map(RunId::from));
        }
        self.end = End::Finished;
        let outcome = outcome::read(fields, &mut self.legacy, out);
        out.event(RunEvent::Finished(outcome));
    }

    fn custom(&mut self, fields: &Fields<'_>, out: &mut Out) {
        let name = fields.required("name", out);
        match name.as_str() {
            ANNOUNCEMENT => {
                let value = fields.raw("value").unwrap_or_default();
                let Some(value) = Fields::inside(ANNOUNCEMENT, value) else {
                    return fields.bad("value", "is no object", out);
                };
                let control = Control {
                    url: value.id("url", out),
                    events: value.id("events", out),
                    threads: value.id("threads", out),
                    cancel: value.flag("cancel", false),
                    interject: value.flag("interject", false),
                };
                out.event(RunEvent::Abilities(control.abilities()));
                self.control = Some(control);
            }
            "on_interrupt" => {
                let minted = self.streams.mint(out);
                self.legacy.add(fields, minted, out);
            }
            _ => {
                let value = fields
                    .raw("value")
                    .and_then(|json| Fields::inside(&name, json));
                let event = value.and_then(|value| extension::event(&name, &value, out));
                match event {
                    Some(event) => out.event(event),
                    None => {
                        out.note_once(Kind::NotShown, &["CUSTOM ", start_of(&name)].concat());
                    }
                }
            }
        }
    }

    fn note(&mut self, fields: &Fields<'_>, out: &mut Out) {
        let id = fields.id("messageId", out).unwrap_or_else(|| {
            fields.bad("messageId", "is missing", out);
            self.streams.mint(out)
        });
        let title = fields.required("activityType", out);
        if let Some(content) = self.shared.activity_snapshot(&id, &title, fields, out) {
            let id = ActivityId::from(id);
            out.event(RunEvent::Note { id, title, content });
        }
    }

    fn note_delta(&mut self, fields: &Fields<'_>, out: &mut Out) {
        let id = fields.required("messageId", out);
        if let Some((title, content)) = self.shared.activity_delta(&id, fields, out) {
            let id = ActivityId::from(id);
            out.event(RunEvent::Note { id, title, content });
        }
    }

    pub(crate) fn begin_with(&mut self, state: String) {
        self.shared.begin_with(state);
    }
}

/// One of the three events of a subagent's life.
fn subagent(event: Event, id: ActivityId, fields: &Fields<'_>, out: &mut Out) {
    let event = match event {
        Event::SubagentStarted => {
            let call = fields.id("parentToolCallId", out);
            let parent = call.or_else(|| fields.id("parentSubagentRunId", out));
            RunEvent::SubagentStarted {
                id,
                name: fields.required("name", out),
                description: fields.id("description", out),
                parent: parent.map(ActivityId::from),
            }
        }
        Event::SubagentError if fields.id("code", out).as_deref() == Some(CANCELLED) => {
            RunEvent::Task {
                element: id,
                event: TaskEvent::Stopped,
            }
        }
        Event::SubagentError => RunEvent::SubagentEnded {
            id,
            error: Some(fields.required("message", out)),
        },
        _ if is_suspended(fields, out) => RunEvent::SubagentSuspended { id },
        _ => RunEvent::SubagentEnded { id, error: None },
    };
    out.event(event);
}

/// A subagent that waits for an answer ends for now, and goes on in a later run.
fn is_suspended(fields: &Fields<'_>, out: &mut Out) -> bool {
    fields
        .raw("outcome")
        .and_then(|json| Fields::inside("outcome", json)?.text("type", out))
        .is_some_and(|kind| kind == "suspended")
}

fn tool_result(fields: &Fields<'_>, out: &mut Out) {
    let Some(call) = fields.id("toolCallId", out) else {
        return fields.bad("toolCallId", "is missing", out);
    };
    // A result is known by its call; the id of its message is only for the history.
    let message = fields.id("messageId", out).unwrap_or_else(|| call.clone());
    let stopped = fields.raw("metadata").and_then(|json| {
        let status = Fields::inside("metadata", json)?.text("status", out)?;
        (status == CANCELLED).then_some(())
    });
    if stopped.is_some() {
        out.event(RunEvent::Task {
            element: ActivityId::from(call.as_str()),
            event: TaskEvent::Stopped,
        });
    }
    let error = fields.text("error", out);
    if fields.raw("content").is_none() && error.is_none() {
        fields.bad("content", "is missing", out);
    }
    let said = text::said(fields, &call, out);
    out.event(RunEvent::ToolResult {
        call: ActivityId::from(call),
        message: MessageId::from(message),
        failed: error.is_some(),
        content: messages::either(said.text, error),
        attachments: said.attachments,
    });
}
