//! Activities: the steps an agent shows in a turn.

use serde::{Deserialize, Serialize};

use super::{Answer, Asked, Interjection, Task, TaskStop};
use crate::attachment::Attachment;
use crate::id::{ActivityId, MessageId};
use crate::run_event::Interrupt;
use crate::stored::is_default;
use crate::time::Millis;

/// One step of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Activity {
    /// Unique within the turn.
    pub id: ActivityId,
    /// The activity that contains this one, such as a subagent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parent: Option<ActivityId>,
    /// The agent's last text before the activity; `None` if the turn had no text then.
    #[serde(default, skip_serializing_if = "is_default")]
    pub after: Option<MessageId>,
    /// The kind, with its data.
    pub kind: ActivityKind,
    /// How far the activity is.
    pub status: ActivityStatus,
    /// When it began.
    pub started_at: Millis,
    /// When it ended; `None` while it runs.
    pub ended_at: Option<Millis>,
    /// The activity's state as a task, and whether it can be stopped alone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub task: Task,
}

/// The kind of an activity.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ActivityKind {
    /// A tool call.
    Tool {
        /// The tool.
        name: String,
        /// Its arguments so far, as raw JSON text.
        arguments: String,
        /// The result.
        #[serde(default, skip_serializing_if = "is_default")]
        result: Option<ToolResult>,
        /// An opaque value the backend wants back with the call.
        #[serde(default, skip_serializing_if = "is_default")]
        encrypted: Option<String>,
    },
    /// The agent's reasoning.
    Reasoning {
        /// The text so far.
        text: String,
        /// An opaque value the backend wants back.
        #[serde(default, skip_serializing_if = "is_default")]
        encrypted: Option<String>,
    },
    /// Another agent that works for this one.
    Subagent {
        /// Its name.
        name: String,
        /// Its task.
        #[serde(default, skip_serializing_if = "is_default")]
        description: Option<String>,
        /// Its text so far.
        text: String,
        /// Its error, if it failed.
        #[serde(default, skip_serializing_if = "is_default")]
        error: Option<String>,
    },
    /// A named step of the agent's plan.
    Step {
        /// The step's name.
        name: String,
    },
    /// A question of the agent to the person: for approval, or for a reply.
    Approval {
        /// The question.
        interrupt: Interrupt,
        /// The person's answer.
        #[serde(default, skip_serializing_if = "is_default")]
        answer: Option<Answer>,
        /// Further state of the question.
        #[serde(default, skip_serializing_if = "is_default")]
        asked: Asked,
    },
    /// An interjection of the person.
    Interjection(Interjection),
    /// An activity of a kind that only the backend knows.
    Note {
        /// The backend's name for the kind.
        title: String,
        /// Its content as text.
        content: String,
    },
}

/// The result of a tool call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    /// The tool message that carried the result.
    pub message: MessageId,
    /// The result as text.
    pub content: String,
    /// An opaque value the backend wants back with the result.
    #[serde(default, skip_serializing_if = "is_default")]
    pub encrypted: Option<String>,
    /// The files in the result.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attachments: Vec<Attachment>,
}

/// How far an activity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ActivityStatus {
    /// Under way.
    Running,
    /// Finished without an error.
    Done,
    /// Finished with an error.
    Failed,
    /// Stopped before it finished.
    Cancelled,
    /// The turn ended before the result was known.
    Interrupted,
    /// Waits for the person.
    Waiting,
    /// Still running in a stopped turn: the backend has not confirmed its end.
    Stopping,
}

impl ActivityStatus {
    /// Its name in attributes and for code.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Interrupted => "interrupted",
            Self::Waiting => "waiting",
            Self::Stopping => "stopping",
        }
    }
}

impl Activity {
    /// Whether this is a tool or subagent that is running and whose result is still to come.
    pub fn is_under_way(&self) -> bool {
        self.ended_at.is_none()
            && matches!(
                self.kind,
                ActivityKind::Tool { .. } | ActivityKind::Subagent { .. }
            )
    }

    /// Whether it can be stopped alone, if its run is active.
    pub fn is_stoppable(&self) -> bool {
        self.ended_at.is_none() && self.task.cancellable && !self.task.is_stopping()
    }

    /// Whether it is a call that the person denied.
    pub fn is_denied(&self) -> bool {
        self.task.denied && self.ended_at.is_some()
    }

    /// The status for a person. An activity that was asked to stop is stopping until it ends. A call
    /// that the person denied is not done, whatever its result says.
    pub fn shown_status(&self) -> ActivityStatus {
        if self.ended_at.is_none() && self.task.is_stopping() {
            ActivityStatus::Stopping
        } else if self.is_denied() {
            ActivityStatus::Cancelled
        } else {
            self.status
        }
    }

    /// The name of its [status](Self::shown_status) for code, which tells a call that was denied from one
    /// that was cancelled.
    pub fn told_status(&self) -> &'static str {
        if self.is_denied() {
            "denied"
        } else {
            self.shown_status().name()
        }
    }

    /// A new activity that is running.
    pub(super) fn running(id: ActivityId, kind: ActivityKind, at: Millis) -> Self {
        Self {
            id,
            parent: None,
            after: None,
            kind,
            status: ActivityStatus::Running,
            started_at: at,
            ended_at: None,
            task: Task::default(),
        }
    }

    /// Ends the activity, unless it has already ended.
    pub(super) fn end(&mut self, status: ActivityStatus, at: Millis) {
        if self.ended_at.is_none() {
            // The activity ended before the requested stop took effect.
            if self.task.is_stopping() {
                self.task.stop = TaskStop::None;
            }
            self.status = status;
            self.ended_at = Some(at.max(self.started_at));
        }
    }

    /// Ends the activity with the status from the backend, which replaces an assumed status.
    pub(super) fn told(&mut self, status: ActivityStatus, at: Millis) {
        // A stop that the backend reported is not replaced by a later result.
        let was_stopped = matches!(self.task.stop, TaskStop::Stopped { .. });
        let assumed = matches!(
            self.status,
            ActivityStatus::Cancelled | ActivityStatus::Interrupted
        );
        if assumed && !was_stopped {
            self.ended_at = None;
        }
        self.end(status, at);
    }

    /// Whether this is an interjection of the person.
    pub fn is_interjection(&self) -> bool {
        matches!(self.kind, ActivityKind::Interjection(_))
    }

    /// Whether the activity counts as a step in "Cancelled after N steps".
    pub fn is_finished(&self) -> bool {
        matches!(self.status, ActivityStatus::Done | ActivityStatus::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_denied_call_is_denied_once_it_has_ended() {
        let told = |status, ended_at, denied| {
            let kind = ActivityKind::Step {
                name: "book".to_owned(),
            };
            let mut activity = Activity::running(ActivityId::from("a"), kind, 1);
            (activity.status, activity.ended_at) = (status, ended_at);
            activity.task.denied = denied;
            activity.told_status()
        };
        assert_eq!(told(ActivityStatus::Waiting, None, false), "waiting");
        assert_eq!(told(ActivityStatus::Running, None, true), "running");
        assert_eq!(told(ActivityStatus::Done, Some(2), true), "denied");
        assert_eq!(told(ActivityStatus::Cancelled, Some(2), false), "cancelled");
    }
}
