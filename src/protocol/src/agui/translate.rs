//! One AG-UI event at a time into events for the core.
//!
//! Not responsible for framing, and of the order of events only for what the core relies on:
//! nothing comes after the end of a run, and chunks become whole messages.

use midturn_core::id::{ActivityId, MessageId, RunId};
use midturn_core::run_event::RunEvent;

use super::fields::Fields;
use super::json;
use super::lanes::Stream::{Reasoning, Text, Tool};
use super::messages;
use super::out::Out;
use super::outcome::{self, LegacyInterrupts};
use super::schema;
use super::streams::Streams;
use super::text;
use crate::control::{ANNOUNCEMENT, Control};
use crate::diagnostic::{Kind, start_of};

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
    end: End,
    started: bool,
    control: Option<Control>,
    legacy: LegacyInterrupts,
    notes: std::collections::BTreeSet<String>,
}

impl Translator {
    pub(crate) fn ended(&self) -> bool {
        self.end != End::None
    }

    pub(crate) fn control(&self) -> Option<&Control> {
        self.control.as_ref()
    }

    /// Reads one event; says whether it is one of AG-UI's.
    pub(crate) fn read(&mut self, fields: &Fields<'_>, out: &mut Out) -> bool {
        let kind = fields.kind.as_str();
        let Some(described) = schema::fields_of(kind) else {
            out.note_once(Kind::UnknownEvent, start_of(kind));
            return false;
        };
        let may_follow = match self.end {
            End::None => true,
            End::Finished => kind == "RUN_STARTED" || kind == "RUN_ERROR",
            End::Failed => kind == "RUN_STARTED",
        };
        if may_follow {
            self.event(kind, fields, out);
            fields.note_unknown(described, out);
        } else {
            out.note_once(Kind::AfterEnd, kind);
        }
        true
    }

    fn event(&mut self, kind: &str, fields: &Fields<'_>, out: &mut Out) {
        let lane = fields.id("subagentRunId", out);
        let lane = lane.as_deref();
        match kind {
            "TEXT_MESSAGE_START" => self.streams.start_event(Text, lane, fields, out),
            "TEXT_MESSAGE_CONTENT" => self.streams.piece_event(Text, lane, fields, out),
            "TEXT_MESSAGE_END" => self.streams.end_event(Text, lane, fields, out),
            "TEXT_MESSAGE_CHUNK" => self.streams.chunk_event(Text, lane, fields, out),
            "REASONING_MESSAGE_START" => self.streams.start_event(Reasoning, lane, fields, out),
            "REASONING_MESSAGE_CONTENT" => self.streams.piece_event(Reasoning, lane, fields, out),
            "REASONING_MESSAGE_END" => self.streams.end_event(Reasoning, lane, fields, out),
            "REASONING_MESSAGE_CHUNK" | "THINKING_TEXT_MESSAGE_CONTENT" => {
                self.streams.chunk_event(Reasoning, lane, fields, out);
            }
            "TOOL_CALL_START" => self.streams.start_event(Tool, lane, fields, out),
            "TOOL_CALL_ARGS" => self.streams.piece_event(Tool, lane, fields, out),
            "TOOL_CALL_END" => self.streams.end_event(Tool, lane, fields, out),
            "TOOL_CALL_CHUNK" => self.streams.chunk_event(Tool, lane, fields, out),
            "RAW" | "ACTIVITY_DELTA" => {}
            "ACTIVITY_SNAPSHOT" => self.note(fields, out),
            "REASONING_ENCRYPTED_VALUE" => {
                let entity = fields.required("entityId", out);
                let value = fields.required("encryptedValue", out);
                out.event(RunEvent::Encrypted { entity, value });
            }
            "SUBAGENT_STARTED" => subagent_started(lane, fields, out),
            "RUN_STARTED" | "RUN_FINISHED" | "RUN_ERROR" | "MESSAGES_SNAPSHOT" => {
                self.streams.close_all(out);
                self.run_event(kind, fields, out);
            }
            _ => {
                self.streams.close_lane(lane, out);
                self.other_event(kind, lane, fields, out);
            }
        }
    }

    /// The events that belong to the run as a whole.
    fn run_event(&mut self, kind: &str, fields: &Fields<'_>, out: &mut Out) {
        let run = fields.id("runId", out).map(RunId::from);
        match kind {
            "RUN_STARTED" => {
                if self.started && !self.ended() {
                    out.note(Kind::OutOfOrder, "RUN_STARTED while a run is open");
                }
                self.streams.run_started();
                self.legacy = LegacyInterrupts::default();
                self.notes.clear();
                self.started = true;
                self.end = End::None;
                out.set_run(run);
                out.event(RunEvent::Started);
            }
            "RUN_FINISHED" => {
                if out.run().is_none() {
                    out.set_run(run);
                }
                self.end = End::Finished;
                let outcome = outcome::read(fields, &mut self.legacy, out);
                out.event(RunEvent::Finished(outcome));
            }
            "RUN_ERROR" => {
                self.end = End::Failed;
                let error = outcome::error(fields, out);
                out.event(RunEvent::Failed(error));
            }
            _ => {
                let prefix = out.run().map_or("stream", RunId::as_str).to_owned();
                messages::snapshot(fields, &prefix, out);
            }
        }
    }

    /// The events that end a chunk stream of their lane.
    fn other_event(&mut self, kind: &str, lane: Option<&str>, fields: &Fields<'_>, out: &mut Out) {
        match kind {
            "TOOL_CALL_RESULT" => tool_result(fields, out),
            "STEP_STARTED" | "STEP_FINISHED" => {
                let name = fields.required("stepName", out);
                match (lane, kind) {
                    // Steps are told apart by name alone, and parallel subagents have the same
                    // ones; their calls and words show what they do.
                    (Some(_), _) => out.note_once(Kind::NotShown, "step of a subagent"),
                    (None, "STEP_STARTED") => out.event(RunEvent::StepStarted { name }),
                    (None, _) => out.event(RunEvent::StepFinished { name }),
                }
            }
            "SUBAGENT_FINISHED" | "SUBAGENT_ERROR" => {
                let Some(id) = lane else {
                    return fields.bad("subagentRunId", "is missing", out);
                };
                let error = (kind == "SUBAGENT_ERROR").then(|| fields.required("message", out));
                let id = ActivityId::from(id);
                out.event(RunEvent::SubagentEnded { id, error });
            }
            "CUSTOM" => self.custom(fields, out),
            // STATE_*, and the spans around reasoning: nothing to show.
            _ => {}
        }
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
            _ => out.note_once(Kind::NotShown, &["CUSTOM ", start_of(&name)].concat()),
        }
    }

    fn note(&mut self, fields: &Fields<'_>, out: &mut Out) {
        let id = fields.id("messageId", out).unwrap_or_else(|| {
            fields.bad("messageId", "is missing", out);
            self.streams.mint(out)
        });
        let title = fields.required("activityType", out);
        // Without leave to replace, a note that is there stays as it is.
        if !self.notes.insert(id.clone()) && !fields.flag("replace", true) {
            return;
        }
        let content = fields.raw("content").unwrap_or_default();
        let content = json::string(content).map_or_else(|| content.to_owned(), |(text, _)| text);
        let id = ActivityId::from(id);
        out.event(RunEvent::Note { id, title, content });
    }
}

fn subagent_started(lane: Option<&str>, fields: &Fields<'_>, out: &mut Out) {
    let Some(id) = lane else {
        return fields.bad("subagentRunId", "is missing", out);
    };
    let call = fields.id("parentToolCallId", out);
    let parent = call.or_else(|| fields.id("parentSubagentRunId", out));
    let event = RunEvent::SubagentStarted {
        id: ActivityId::from(id),
        name: fields.required("name", out),
        description: fields.id("description", out),
        parent: parent.map(ActivityId::from),
    };
    out.event(event);
}

fn tool_result(fields: &Fields<'_>, out: &mut Out) {
    let Some(call) = fields.id("toolCallId", out) else {
        return fields.bad("toolCallId", "is missing", out);
    };
    // A result is known by its call; the id of its message is only for the history.
    let message = fields.id("messageId", out).unwrap_or_else(|| call.clone());
    let error = fields.text("error", out);
    let content = text::content(fields, out);
    out.event(RunEvent::ToolResult {
        call: ActivityId::from(call),
        message: MessageId::from(message),
        failed: error.is_some(),
        content: messages::either(content, error),
    });
}
