//! What a run came to, read off its events: messages, activities, interjections, outcome.
//!
//! Pure, and the only place where events become what is stored, so that a run that was cut off by
//! a crash is recorded in the same way as one that ended. Not responsible for: storing it.

mod activity;
mod agents;
mod cut_off;
mod message;
mod said;

use serde_json::Value;

use activity::Activities;
pub use activity::{Activity, Ended, Status};
use agents::Agents;
pub use cut_off::last_words;
use message::Messages;
pub use message::amend;
pub use said::{Fate, Said};

use crate::engine::{Edit, Suspended, TAKEN_BACK, ToolCall};

/// A run, as far as its events have come.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    messages: Messages,
    activities: Activities,
    agents: Agents,
    interjections: Vec<Said>,
    outcome: Option<Ending>,
    run_id: String,
    cancel_reason: Option<String>,
    /// The tool calls that it ended asking about.
    asked: Vec<String>,
    error_code: Option<String>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The agent finished its work.
    Finished,
    /// It waits for answers.
    Waiting,
    /// It was stopped on purpose.
    Cancelled,
    /// It could not go on.
    Failed,
    /// The agent's process ended in the middle of it.
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

/// The `code` of the `RUN_ERROR` that ends a run whose process has gone.
pub const INTERRUPTED: &str = "interrupted";

impl Transcript {
    /// Takes in the next event of the run.
    pub fn read(&mut self, event: &Value) {
        self.messages.read(event);
        self.activities.read(event);
        self.agents.read(event);
        match event["type"].as_str().unwrap_or_default() {
            "RUN_STARTED" => {
                event["runId"]
                    .as_str()
                    .unwrap_or_default()
                    .clone_into(&mut self.run_id);
            }
            "CUSTOM" => self.custom(event),
            "RUN_FINISHED" => {
                let asked = event["outcome"]["interrupts"].as_array();
                let calls = asked.into_iter().flatten();
                let calls = calls.filter_map(|asked| asked["toolCallId"].as_str());
                self.asked = calls.map(str::to_owned).collect();
                self.outcome = Some(match event["outcome"]["type"].as_str() {
                    Some("interrupt") => Ending::Waiting,
                    Some("cancelled") => Ending::Cancelled,
                    _ => Ending::Finished,
                });
            }
            "RUN_ERROR" if event["code"] == INTERRUPTED => {
                self.outcome = Some(Ending::Interrupted);
            }
            "RUN_ERROR" => {
                self.outcome = Some(Ending::Failed);
                self.error_code = event["code"].as_str().map(str::to_owned);
            }
            _ => {}
        }
    }

    fn custom(&mut self, event: &Value) {
        let value = &event["value"];
        match event["name"].as_str().unwrap_or_default() {
            "user.interjection" => self.heard(value),
            "interjection.delivered" => {
                let fate = Fate::Delivered {
                    step: value["step"].as_u64().unwrap_or_default(),
                    tool_call_id: value["toolCallId"].as_str().map(str::to_owned),
                    after_id: value["afterId"].as_str().map(str::to_owned),
                };
                self.settle(value, &fate);
            }
            "interjection.undelivered" if value["reason"] == TAKEN_BACK => {
                self.settle(value, &Fate::TakenBack);
            }
            "interjection.undelivered" => self.settle(value, &Fate::Undelivered),
            // Of the run itself: parts of it have their own frame or result.
            "task.cancelled" if value["elementId"] == self.run_id => {
                self.cancel_reason = value["reason"].as_str().map(str::to_owned);
            }
            _ => {}
        }
    }

    fn heard(&mut self, value: &Value) {
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let said = Said {
            id: text("id"),
            message: text("message"),
            attachments: match &value["attachments"] {
                Value::Null => Value::Array(Vec::new()),
                attachments => attachments.clone(),
            },
            parent_id: text("parentId"),
            target_agent: text("targetAgent"),
            fate: Fate::Pending,
        };
        // The second time round it says something else, or has moved to another agent, behind what
        // that one has heard.
        let known = self.interjections.iter_mut().find(|one| one.id == said.id);
        match known {
            Some(one) if one.parent_id == said.parent_id => *one = said,
            _ => {
                self.interjections.retain(|one| one.id != said.id);
                self.interjections.push(said);
            }
        }
    }

    fn settle(&mut self, value: &Value, fate: &Fate) {
        let mut said = self.interjections.iter_mut();
        if let Some(one) = said.find(|one| value["id"] == one.id) {
            one.fate = fate.clone();
        }
    }

    /// The AG-UI messages that the run said, in order.
    pub fn messages(&self) -> &[Value] {
        self.messages.list()
    }

    /// What the run did, in order.
    pub fn activities(&self) -> Vec<Activity> {
        self.activities.list(self.outcome)
    }

    /// What came to its end in the run, also of what earlier runs have begun.
    pub fn ended(&self) -> &[Ended] {
        self.activities.ended()
    }

    /// What a person made of the arguments of calls, of earlier runs too.
    pub fn edits(&self) -> &[Edit] {
        self.messages.edits()
    }

    /// Whether something that was begun still waits for an answer when the run is over.
    pub fn leaves_open(&self, kind: &str, id: &str) -> bool {
        self.answered_nothing()
            || self.asked.iter().any(|asked| kind == "tool" && asked == id)
            || self.agents.is_waiting(kind, id)
    }

    /// What a person said meanwhile.
    pub fn interjections(&self) -> &[Said] {
        &self.interjections
    }

    /// How the run ended; `None` while it has not.
    pub fn ending(&self) -> Option<Ending> {
        self.outcome
    }

    /// Why the run was cancelled, when a person did.
    pub fn cancel_reason(&self) -> Option<&str> {
        match self.outcome {
            Some(Ending::Cancelled) => self.cancel_reason.as_deref(),
            _ => None,
        }
    }

    /// The tool calls that wait for a decision since the run ended, as the model asked for them.
    pub fn open_calls(&self) -> Vec<ToolCall> {
        if self.outcome != Some(Ending::Waiting) {
            return Vec::new();
        }
        let asked = self.asked.iter();
        asked.filter_map(|id| self.messages.call(id)).collect()
    }

    /// The subagents that the run ended with, waiting for an answer; whoever has started another
    /// comes before it.
    pub fn waiting_agents(&self) -> Vec<String> {
        self.agents.waiting()
    }

    /// Those subagents as far as they have come, when this is all that the thread has ever said.
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

    /// Whether the run failed over an answer that nothing had asked for, and changed nothing.
    pub fn answered_nothing(&self) -> bool {
        self.error_code.as_deref() == Some("interrupt_not_found")
    }
}

#[cfg(test)]
mod tests;
