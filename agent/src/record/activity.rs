//! The activities of a run: what the agent did, in steps.
//!
//! `message.rs` has the messages.

use serde::Serialize;

use super::Ending;
use crate::agui::{Custom, Event, EventKind, SubagentOutcome};
use crate::conversation::ToolStatus;
use crate::engine::TAKEN_BACK;

/// One activity of the agent. Its serialised form is that of the thread's snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Activity {
    /// Unique in the run, for its kind.
    pub id: String,
    /// tool, subagent, reasoning, step or interjection.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// The activity that contains this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<String>,
    /// Its status.
    pub status: Status,
    /// The start, in milliseconds since the Unix epoch.
    pub started_at: u64,
    /// The end, in milliseconds since the Unix epoch; `None` while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
}

/// The status of an activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It still runs.
    Running,
    /// It is done.
    Completed,
    /// It failed.
    Failed,
    /// A person did not allow it.
    Denied,
    /// It was stopped.
    Cancelled,
    /// The process ended before it was done.
    Interrupted,
}

impl Status {
    /// The name in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Denied => "denied",
            Self::Cancelled => "cancelled",
            Self::Interrupted => "interrupted",
        }
    }
}

impl From<ToolStatus> for Status {
    fn from(status: ToolStatus) -> Self {
        match status {
            ToolStatus::Ok => Self::Completed,
            ToolStatus::Error => Self::Failed,
            ToolStatus::Denied => Self::Denied,
            ToolStatus::Cancelled => Self::Cancelled,
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Activities {
    list: Vec<Activity>,
    ended: Vec<Ended>,
}

/// The end of a tool call or subagent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// `tool` or `subagent`. Other activities do not outlast their run.
    pub kind: &'static str,
    /// Unique in the thread.
    pub id: String,
    /// How it ended.
    pub status: Status,
    /// Milliseconds since the Unix epoch.
    pub at: u64,
}

impl Activities {
    /// All activities. When the run was cancelled, failed or was interrupted, those still running
    /// get the run's ending as status.
    pub(super) fn list(&self, ending: Option<Ending>) -> Vec<Activity> {
        let mut list = self.list.clone();
        let left = match ending {
            None | Some(Ending::Finished | Ending::Waiting) => Status::Running,
            Some(Ending::Cancelled) => Status::Cancelled,
            Some(Ending::Failed) => Status::Failed,
            Some(Ending::Interrupted) => Status::Interrupted,
        };
        for activity in &mut list {
            if activity.status == Status::Running {
                activity.status = left;
            }
        }
        list
    }

    pub(super) fn read(&mut self, event: &Event) {
        let at = event.timestamp;
        let owner = event.subagent_run_id.as_deref();
        let agent = owner.unwrap_or_default();
        match &event.kind {
            EventKind::ToolCallStart {
                tool_call_id,
                tool_call_name,
                ..
            } => self.start("tool", tool_call_id, tool_call_name, owner, at),
            EventKind::ToolCallResult { tool_call_id, .. } => {
                let status = event.metadata.as_ref().map(|metadata| metadata.status);
                let status = status.unwrap_or(ToolStatus::Ok);
                self.end("tool", tool_call_id, status.into(), at);
            }
            EventKind::SubagentStarted {
                name,
                parent_tool_call_id,
                ..
            } => self.start("subagent", agent, name, Some(parent_tool_call_id), at),
            // A suspended subagent continues in a later run.
            EventKind::SubagentFinished {
                outcome: SubagentOutcome::Success,
                ..
            } => self.end("subagent", agent, Status::Completed, at),
            EventKind::SubagentError { code, .. } => {
                let status = if code == "cancelled" {
                    Status::Cancelled
                } else {
                    Status::Failed
                };
                self.end("subagent", agent, status, at);
            }
            EventKind::ReasoningStart { message_id } => {
                self.start("reasoning", message_id, "reasoning", owner, at);
            }
            EventKind::ReasoningEnd { message_id } => {
                self.end("reasoning", message_id, Status::Completed, at);
            }
            EventKind::StepStarted { step_name } => {
                self.start("step", step_name, step_name, owner, at);
            }
            EventKind::StepFinished { step_name } => {
                self.end("step", step_name, Status::Completed, at);
            }
            EventKind::Custom(custom) => self.interjection(custom, at),
            _ => {}
        }
    }

    fn interjection(&mut self, custom: &Custom, at: u64) {
        match custom {
            Custom::Interjection {
                id,
                message,
                parent_id,
                ..
            } => {
                let parent = Some(parent_id.as_str()).filter(|id| *id != "root");
                self.list
                    .retain(|one| one.kind != "interjection" || one.id != *id);
                self.start("interjection", id, message, parent, at);
            }
            Custom::Delivered { id, .. } => self.end("interjection", id, Status::Completed, at),
            Custom::Undelivered { id, reason } if reason == TAKEN_BACK => {
                self.end("interjection", id, Status::Cancelled, at);
            }
            Custom::Undelivered { id, .. } => self.end("interjection", id, Status::Failed, at),
            _ => {}
        }
    }

    fn start(
        &mut self,
        kind: &'static str,
        id: &str,
        name: &str,
        parent_id: Option<&str>,
        at: u64,
    ) {
        self.list.push(Activity {
            id: id.to_owned(),
            kind,
            name: name.to_owned(),
            parent_id: parent_id.map(str::to_owned),
            status: Status::Running,
            started_at: at,
            ended_at: None,
        });
    }

    pub(super) fn ended(&self) -> &[Ended] {
        &self.ended
    }

    fn end(&mut self, kind: &'static str, id: &str, status: Status, at: u64) {
        if ["tool", "subagent"].contains(&kind) {
            let id = id.to_owned();
            self.ended.push(Ended {
                kind,
                id,
                status,
                at,
            });
        }
        let list = self.list.iter_mut().rev();
        let mut open = list.filter(|one| one.kind == kind && one.status == Status::Running);
        if let Some(activity) = open.find(|one| one.id == id) {
            activity.status = status;
            activity.ended_at = Some(at);
        }
    }
}
