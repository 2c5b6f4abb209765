//! A run's messages, activities, interjections and outcome, read from its events.
//!
//! Pure, and the only place that turns events into what the store keeps. A run cut off by a crash
//! is therefore recorded in the same way as one that ended.

mod activity;
mod agents;
mod cut_off;
mod interjection;
mod message;

use serde_json::Value;

use activity::Activities;
pub use activity::{Activity, Ended, Status};
use agents::Agents;
pub use cut_off::last_words;
pub use interjection::{DeliveryState, RecordedInterjection};
use message::Messages;
pub use message::amend;

use crate::agui::{Custom, Event, EventKind, RunOutcome};
use crate::conversation::ToolCall;
use crate::engine::{Edit, Suspended, TAKEN_BACK};

/// A run, from its events so far.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    messages: Messages,
    activities: Activities,
    agents: Agents,
    interjections: Vec<RecordedInterjection>,
    outcome: Option<Ending>,
    run_id: String,
    cancel_reason: Option<String>,
    /// The tool calls that wait for an answer at the end of the run.
    asked: Vec<String>,
    error_code: Option<String>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The agent finished its work.
    Finished,
    /// The run waits for answers.
    Waiting,
    /// The run was stopped on purpose.
    Cancelled,
    /// The run failed.
    Failed,
    /// The agent's process ended during the run.
    Interrupted,
}

impl Ending {
    /// The name in the store and on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Waiting => "waiting",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
        }
    }
}

/// The `code` of the `RUN_ERROR` that ends a run whose process has ended.
pub const INTERRUPTED: &str = "interrupted";

impl Transcript {
    /// What these events say, in order.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut transcript = Self::default();
        for event in events {
            transcript.read(event);
        }
        transcript
    }

    /// Applies the run's next event.
    pub fn read(&mut self, event: &Event) {
        self.messages.read(event);
        self.activities.read(event);
        self.agents.read(event);
        match &event.kind {
            EventKind::RunStarted { run_id, .. } => self.run_id.clone_from(run_id),
            EventKind::Custom(custom) => self.custom(custom),
            EventKind::RunFinished { outcome, .. } => {
                self.outcome = Some(match outcome {
                    RunOutcome::Success { .. } => Ending::Finished,
                    RunOutcome::Cancelled => Ending::Cancelled,
                    RunOutcome::Interrupt { interrupts } => {
                        let calls = interrupts.iter().map(|asked| asked.tool_call_id.clone());
                        self.asked = calls.collect();
                        Ending::Waiting
                    }
                });
            }
            EventKind::RunError { code, .. } if code == INTERRUPTED => {
                self.outcome = Some(Ending::Interrupted);
            }
            EventKind::RunError { code, .. } => {
                self.outcome = Some(Ending::Failed);
                self.error_code = Some(code.clone());
            }
            _ => {}
        }
    }

    fn custom(&mut self, custom: &Custom) {
        match custom {
            Custom::Interjection {
                id,
                message,
                attachments,
                parent_id,
                target_agent,
                ..
            } => self.heard(RecordedInterjection {
                id: id.clone(),
                message: message.clone(),
                attachments: attachments.clone(),
                parent_id: parent_id.clone(),
                target_agent: target_agent.clone(),
                delivery: DeliveryState::Pending,
            }),
            Custom::Delivered {
                id,
                tool_call_id,
                after_id,
                step,
            } => {
                let delivery = DeliveryState::Delivered {
                    step: *step,
                    tool_call_id: tool_call_id.clone(),
                    after_id: after_id.clone(),
                };
                self.settle(id, delivery);
            }
            Custom::Undelivered { id, reason } if reason == TAKEN_BACK => {
                self.settle(id, DeliveryState::TakenBack);
            }
            Custom::Undelivered { id, .. } => self.settle(id, DeliveryState::Undelivered),
            // Only a cancel of the whole run. The cancel of a tool or subagent is read from the
            // result of the tool or the end of the subagent.
            Custom::Cancelled {
                element_id, reason, ..
            } if *element_id == self.run_id => self.cancel_reason = Some(reason.clone()),
            _ => {}
        }
    }

    /// A second event for the same id replaces the message. A message that moved to another agent is
    /// listed after the messages which that agent got before.
    fn heard(&mut self, interjection: RecordedInterjection) {
        let known = self
            .interjections
            .iter_mut()
            .find(|one| one.id == interjection.id);
        match known {
            Some(one) if one.parent_id == interjection.parent_id => *one = interjection,
            _ => {
                self.interjections.retain(|one| one.id != interjection.id);
                self.interjections.push(interjection);
            }
        }
    }

    fn settle(&mut self, id: &str, delivery: DeliveryState) {
        let mut interjections = self.interjections.iter_mut();
        if let Some(one) = interjections.find(|one| one.id == id) {
            one.delivery = delivery;
        }
    }

    /// The run's AG-UI messages, in order.
    pub fn messages(&self) -> &[Value] {
        self.messages.list()
    }

    /// The run's activities, in order.
    pub fn activities(&self) -> Vec<Activity> {
        self.activities.list(self.outcome)
    }

    /// Tools and subagents that ended in this run, even if an earlier run started them.
    pub fn ended(&self) -> &[Ended] {
        self.activities.ended()
    }

    /// Arguments that a person edited in this run, even if the call belongs to an earlier run.
    pub fn edits(&self) -> &[Edit] {
        self.messages.edits()
    }

    /// Whether the run's end leaves an activity waiting for an answer.
    pub fn leaves_open(&self, kind: &str, id: &str) -> bool {
        self.answered_nothing()
            || self.asked.iter().any(|asked| kind == "tool" && asked == id)
            || self.agents.is_waiting(kind, id)
    }

    /// The interjections of the run.
    pub fn interjections(&self) -> &[RecordedInterjection] {
        &self.interjections
    }

    /// How the run ended; `None` while it runs.
    pub fn ending(&self) -> Option<Ending> {
        self.outcome
    }

    /// Why a person cancelled the run; `None` when nobody did.
    pub fn cancel_reason(&self) -> Option<&str> {
        match self.outcome {
            Some(Ending::Cancelled) => self.cancel_reason.as_deref(),
            _ => None,
        }
    }

    /// The tool calls that wait for a decision after the run, as the model asked for them.
    pub fn open_calls(&self) -> Vec<ToolCall> {
        if self.outcome != Some(Ending::Waiting) {
            return Vec::new();
        }
        let asked = self.asked.iter();
        asked.filter_map(|id| self.messages.call(id)).collect()
    }

    /// The subagents that wait for an answer after the run, each after the agent that started it.
    pub fn waiting_agents(&self) -> Vec<String> {
        self.agents.waiting()
    }

    /// These subagents with their work so far. The transcript must hold all events of the thread.
    pub fn suspended(&self, ids: &[String]) -> Vec<Suspended> {
        let one = |id: &String| {
            let known = self
                .agents
                .suspended(id, &self.messages, &self.interjections);
            known.or_else(|| {
                tracing::warn!(id, "a suspended agent is not in the log");
                None
            })
        };
        ids.iter().filter_map(one).collect()
    }

    /// Whether the run failed because no open question matched its answer. Such a run changed
    /// nothing.
    pub fn answered_nothing(&self) -> bool {
        self.error_code.as_deref() == Some("interrupt_not_found")
    }
}

#[cfg(test)]
mod tests;
