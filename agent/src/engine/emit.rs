//! Turns what an agent does into AG-UI events, with matching start and end events.
//!
//! At most one of text, reasoning and tool call is open at a time, and at most one step. Midturn's
//! own events are in `emit/control.rs`, the plan is in `emit/plan.rs`.

mod control;
mod plan;

use serde_json::Value;

use super::io::{Effect, Millis};
use crate::agui::{Event, EventKind, Metadata, Role};
use crate::conversation::{ToolResult, ToolStatus};

#[derive(Debug, Clone, PartialEq)]
enum Open {
    Text(String),
    Reasoning(String),
    Call(String),
}

/// Writes the events of one agent.
#[derive(Debug, Clone)]
pub(super) struct Emitter {
    subagent_run_id: Option<String>,
    /// The prefix of ids that this agent mints; unique in the thread because run ids are.
    prefix: String,
    minted: u32,
    open: Option<Open>,
    step: Option<String>,
    plan: Option<plan::Told>,
    pub(super) now: Millis,
    pub(super) effects: Vec<Effect>,
}

impl Emitter {
    pub(super) fn new(prefix: &str, subagent_run_id: Option<String>) -> Self {
        Self {
            subagent_run_id,
            prefix: prefix.to_owned(),
            minted: 0,
            open: None,
            step: None,
            plan: None,
            now: 0,
            effects: Vec::new(),
        }
    }

    /// A new id; `mark` says what the id is for.
    pub(super) fn mint(&mut self, mark: char) -> String {
        self.minted += 1;
        format!("{}-{mark}{}", self.prefix, self.minted)
    }

    pub(super) fn emit(&mut self, kind: EventKind) {
        self.emit_with(kind, None);
    }

    fn emit_with(&mut self, kind: EventKind, metadata: Option<Metadata>) {
        self.effects.push(Effect::Emit(Box::new(Event {
            kind,
            timestamp: self.now,
            subagent_run_id: self.subagent_run_id.clone(),
            metadata,
        })));
    }

    pub(super) fn text(&mut self, message_id: &str, delta: String) {
        if !matches!(&self.open, Some(Open::Text(id)) if id == message_id) {
            self.close_span();
            self.open = Some(Open::Text(message_id.to_owned()));
            self.emit(EventKind::TextMessageStart {
                message_id: message_id.to_owned(),
                role: Role::Assistant,
            });
        }
        self.emit(EventKind::TextMessageContent {
            message_id: message_id.to_owned(),
            delta,
        });
    }

    pub(super) fn reasoning(&mut self, delta: String) {
        let message_id = if let Some(Open::Reasoning(id)) = &self.open {
            id.clone()
        } else {
            self.close_span();
            let id = self.mint('r');
            self.open = Some(Open::Reasoning(id.clone()));
            self.emit(EventKind::ReasoningStart {
                message_id: id.clone(),
            });
            self.emit(EventKind::ReasoningMessageStart {
                message_id: id.clone(),
                role: Role::Reasoning,
            });
            id
        };
        self.emit(EventKind::ReasoningMessageContent { message_id, delta });
    }

    pub(super) fn call(&mut self, id: &str, name: &str, message_id: &str) {
        self.close_span();
        self.open = Some(Open::Call(id.to_owned()));
        self.emit(EventKind::ToolCallStart {
            tool_call_id: id.to_owned(),
            tool_call_name: name.to_owned(),
            parent_message_id: message_id.to_owned(),
        });
    }

    pub(super) fn arguments(&mut self, delta: String) {
        if let Some(Open::Call(id)) = &self.open {
            let tool_call_id = id.clone();
            self.emit(EventKind::ToolCallArgs {
                tool_call_id,
                delta,
            });
        }
    }

    pub(super) fn result(&mut self, call_id: &str, result: &ToolResult) {
        let message_id = self.mint('t');
        let status = result.status;
        let metadata = (status != ToolStatus::Ok).then_some(Metadata { status });
        self.emit_with(
            EventKind::ToolCallResult {
                message_id,
                tool_call_id: call_id.to_owned(),
                content: result.content.clone(),
                role: Role::Tool,
            },
            metadata,
        );
    }

    pub(super) fn step(&mut self, name: Option<String>) {
        self.close_span();
        if let Some(step_name) = self.step.take() {
            self.emit(EventKind::StepFinished { step_name });
        }
        if let Some(step_name) = name {
            self.step = Some(step_name.clone());
            self.emit(EventKind::StepStarted { step_name });
        }
    }

    pub(super) fn activity(&mut self, kind: &str, content: Value) {
        self.close_span();
        self.emit(EventKind::ActivitySnapshot {
            message_id: format!("{}-{kind}", self.prefix),
            activity_type: kind.to_owned(),
            content,
        });
    }

    /// Closes the open text, reasoning or tool call.
    pub(super) fn close_span(&mut self) {
        match self.open.take() {
            None => {}
            Some(Open::Text(message_id)) => self.emit(EventKind::TextMessageEnd { message_id }),
            Some(Open::Reasoning(message_id)) => {
                self.emit(EventKind::ReasoningMessageEnd {
                    message_id: message_id.clone(),
                });
                self.emit(EventKind::ReasoningEnd { message_id });
            }
            Some(Open::Call(tool_call_id)) => self.emit(EventKind::ToolCallEnd { tool_call_id }),
        }
    }

    /// Closes everything that is open.
    pub(super) fn close_all(&mut self) {
        self.step(None);
    }
}
