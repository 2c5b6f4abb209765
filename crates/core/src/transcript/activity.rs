//! Activities: the steps an agent shows in a turn.
//!
//! Not responsible for how they are drawn, nor for their order, which is the turn's.

use serde::{Deserialize, Serialize};

use super::{Answer, Asked, Interjection, Task, TaskStop};
use crate::attachment::Attachment;
use crate::id::{ActivityId, MessageId};
use crate::record::is_default;
use crate::run_event::Interrupt;
use crate::time::Millis;

/// One step of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Activity {
    /// Unique within the turn.
    pub id: ActivityId,
    /// The activity it happened inside of, such as a subagent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parent: Option<ActivityId>,
    /// What it is, with the data only that kind has.
    pub kind: ActivityKind,
    /// How far it is.
    pub status: ActivityStatus,
    /// When it began.
    pub started_at: Millis,
    /// When it ended; none while it goes on.
    pub ended_at: Option<Millis>,
    /// How far it is as a task, and whether it can be stopped alone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub task: Task,
}

/// What an activity is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ActivityKind {
    /// A tool call.
    Tool {
        /// The tool.
        name: String,
        /// Its arguments so far, as raw JSON text.
        arguments: String,
        /// What it gave back.
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
    /// Another agent at work for this one.
    Subagent {
        /// Its name.
        name: String,
        /// What it is to do.
        #[serde(default, skip_serializing_if = "is_default")]
        description: Option<String>,
        /// What it has said so far.
        text: String,
        /// Why it failed, if it did.
        #[serde(default, skip_serializing_if = "is_default")]
        error: Option<String>,
    },
    /// A named step of the agent's plan.
    Step {
        /// The step's name.
        name: String,
    },
    /// Something the agent may not do before the person has agreed.
    Approval {
        /// The question.
        interrupt: Interrupt,
        /// What the person answered.
        #[serde(default, skip_serializing_if = "is_default")]
        answer: Option<Answer>,
        /// What else is known about it.
        #[serde(default, skip_serializing_if = "is_default")]
        asked: Asked,
    },
    /// Something the person told an agent inside the turn.
    Interjection(Interjection),
    /// A step of a kind only the backend knows.
    Note {
        /// The backend's name for it.
        title: String,
        /// Its content as text.
        content: String,
    },
}

/// What a tool gave back.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    /// The tool message that carried it.
    pub message: MessageId,
    /// The result as text.
    pub content: String,
    /// An opaque value the backend wants back with the result.
    #[serde(default, skip_serializing_if = "is_default")]
    pub encrypted: Option<String>,
    /// The files it gave beside the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attachments: Vec<Attachment>,
}

/// How far an activity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ActivityStatus {
    /// Under way.
    Running,
    /// Finished well.
    Done,
    /// Finished with an error.
    Failed,
    /// Stopped before it finished.
    Cancelled,
    /// The turn ended and nobody said what became of it.
    Interrupted,
    /// Waits for the person.
    Waiting,
    /// Under way, in a turn that was stopped: the backend has not said yet that it is over.
    Stopping,
}

impl Activity {
    /// A new activity that is under way.
    pub(super) fn running(id: ActivityId, kind: ActivityKind, at: Millis) -> Self {
        Self {
            id,
            parent: None,
            kind,
            status: ActivityStatus::Running,
            started_at: at,
            ended_at: None,
            task: Task::default(),
        }
    }

    /// Ends it, unless it has ended before.
    pub(super) fn end(&mut self, status: ActivityStatus, at: Millis) {
        if self.ended_at.is_none() {
            // It ended before the stop came to it.
            if self.task.is_stopping() {
                self.task.stop = TaskStop::None;
            }
            self.status = status;
            self.ended_at = Some(at.max(self.started_at));
        }
    }

    /// Ends it as the backend says; what was only assumed of it gives way.
    pub(super) fn told(&mut self, status: ActivityStatus, at: Millis) {
        // What the backend itself has stopped stays so, whatever its result says.
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

    /// Whether it is something the person said.
    pub fn is_interjection(&self) -> bool {
        matches!(self.kind, ActivityKind::Interjection(_))
    }

    /// Whether it counts as one of the steps in "Cancelled after N steps".
    pub fn is_finished(&self) -> bool {
        matches!(self.status, ActivityStatus::Done | ActivityStatus::Failed)
    }
}
