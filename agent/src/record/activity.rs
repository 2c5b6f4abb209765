//! The activities of a run: what the agent did, in steps.
//!
//! `message.rs` has the messages.

use serde_json::{Value, json};

use super::Ending;
use crate::engine::TAKEN_BACK;

/// One activity of the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    /// Unique in the run, for its kind.
    pub id: String,
    /// tool, subagent, reasoning, step or interjection.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// The activity that contains this one.
    pub parent_id: Option<String>,
    /// Its status.
    pub status: Status,
    /// The start, in milliseconds since the Unix epoch.
    pub started_at: u64,
    /// The end, in milliseconds since the Unix epoch; `None` while it runs.
    pub ended_at: Option<u64>,
}

/// The status of an activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// The name in the store and on the wire.
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

impl Activity {
    /// The activity as the thread's snapshot shows it.
    pub fn view(&self) -> Value {
        let mut view = json!({
            "id": self.id,
            "kind": self.kind,
            "name": self.name,
            "status": self.status.name(),
            "startedAt": self.started_at,
        });
        if let Some(parent) = &self.parent_id {
            view["parentId"] = json!(parent);
        }
        if let Some(ended) = self.ended_at {
            view["endedAt"] = json!(ended);
        }
        view
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

    pub(super) fn read(&mut self, event: &Value) {
        let text = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
        let owner = event["subagentRunId"].as_str().map(str::to_owned);
        let at = event["timestamp"].as_u64().unwrap_or_default();
        match event["type"].as_str().unwrap_or_default() {
            "TOOL_CALL_START" => {
                self.start("tool", text("toolCallId"), text("toolCallName"), owner, at);
            }
            "TOOL_CALL_RESULT" => {
                let status = match event["metadata"]["status"].as_str() {
                    Some("error") => Status::Failed,
                    Some("denied") => Status::Denied,
                    Some("cancelled") => Status::Cancelled,
                    _ => Status::Completed,
                };
                self.end("tool", &text("toolCallId"), status, at);
            }
            "SUBAGENT_STARTED" => {
                let parent = event["parentToolCallId"].as_str().map(str::to_owned);
                let id = text("subagentRunId");
                self.start("subagent", id, text("name"), parent, at);
            }
            // A suspended subagent continues in a later run.
            "SUBAGENT_FINISHED" if event["outcome"]["type"] == "suspended" => {}
            "SUBAGENT_FINISHED" => {
                self.end("subagent", &text("subagentRunId"), Status::Completed, at);
            }
            "SUBAGENT_ERROR" => {
                let cancelled = event["code"] == "cancelled";
                let status = if cancelled {
                    Status::Cancelled
                } else {
                    Status::Failed
                };
                self.end("subagent", &text("subagentRunId"), status, at);
            }
            "REASONING_START" => {
                let name = "reasoning".to_owned();
                self.start("reasoning", text("messageId"), name, owner, at);
            }
            "REASONING_END" => self.end("reasoning", &text("messageId"), Status::Completed, at),
            "STEP_STARTED" => self.start("step", text("stepName"), text("stepName"), owner, at),
            "STEP_FINISHED" => self.end("step", &text("stepName"), Status::Completed, at),
            "CUSTOM" => self.interjection(event, at),
            _ => {}
        }
    }

    fn interjection(&mut self, event: &Value, at: u64) {
        let value = &event["value"];
        let id = value["id"].as_str().unwrap_or_default();
        match event["name"].as_str().unwrap_or_default() {
            "user.interjection" => {
                let parent = value["parentId"].as_str().filter(|id| *id != "root");
                let parent = parent.map(str::to_owned);
                self.list
                    .retain(|one| one.kind != "interjection" || one.id != id);
                let name = value["message"].as_str().unwrap_or_default().to_owned();
                self.start("interjection", id.to_owned(), name, parent, at);
            }
            "interjection.delivered" => self.end("interjection", id, Status::Completed, at),
            "interjection.undelivered" if value["reason"] == TAKEN_BACK => {
                self.end("interjection", id, Status::Cancelled, at);
            }
            "interjection.undelivered" => self.end("interjection", id, Status::Failed, at),
            _ => {}
        }
    }

    fn start(
        &mut self,
        kind: &'static str,
        id: String,
        name: String,
        parent_id: Option<String>,
        at: u64,
    ) {
        self.list.push(Activity {
            id,
            kind,
            name,
            parent_id,
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
