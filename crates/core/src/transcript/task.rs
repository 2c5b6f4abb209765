//! What a backend says about stopping one task of a turn: a tool or a subagent.
//!
//! Not responsible for asking it to (see `conversation::tasks`).

use serde::{Deserialize, Serialize};

use super::{Activity, ActivityStatus, LedgerEvent, Turn};
use crate::change::Change;
use crate::id::ActivityId;
use crate::step::Step;
use crate::time::Millis;

/// How far a task is, and whether it can be stopped alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// The backend can stop it alone.
    pub cancellable: bool,
    /// How much is done, in percent.
    pub progress: Option<u8>,
    /// What it is doing, in the backend's words.
    pub note: Option<String>,
    /// How far its stop is.
    pub stop: TaskStop,
    /// What it had done when it was stopped.
    pub partial: Option<String>,
}

/// How far the stop of one task is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TaskStop {
    /// Nobody has asked for it.
    #[default]
    None,
    /// The backend was asked and has not answered yet.
    Asking {
        /// When.
        since: Millis,
    },
    /// The backend is stopping it.
    Stopping {
        /// Since when.
        since: Millis,
    },
    /// It was stopped, for this reason.
    Stopped {
        /// In the backend's words; may be empty.
        reason: String,
        /// The task above it that was stopped, and this one with it.
        with: Option<ActivityId>,
    },
    /// The backend would not, or could not be reached; why, in its words. Empty where it gave none.
    Refused(String),
}

impl Task {
    /// Whether the backend is asked to stop it, or is about to.
    pub fn is_stopping(&self) -> bool {
        matches!(
            self.stop,
            TaskStop::Asking { .. } | TaskStop::Stopping { .. }
        )
    }
}

/// One thing a backend says about a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TaskEvent {
    /// It can be stopped alone (`task.cancellable`).
    Cancellable,
    /// How far it is (`task.progress`).
    Progress {
        /// 0 to 100.
        percent: u8,
        /// What it is doing.
        message: String,
    },
    /// It is being stopped (`task.cancelling`).
    Cancelling {
        /// What is still at work.
        message: String,
    },
    /// It was stopped (`task.cancelled`).
    Cancelled {
        /// Why.
        reason: String,
        /// What it had done.
        partial: Option<String>,
    },
    /// Its end says that it was stopped; why may follow.
    Stopped,
    /// It was not stopped (`task.cancel.failed`).
    CancelFailed {
        /// Why not.
        error: String,
    },
}

impl Turn {
    /// What a backend says about one of this turn's activities. Says nothing about the run itself,
    /// whose id is none of an activity.
    pub(crate) fn task(
        &mut self,
        element: &ActivityId,
        event: TaskEvent,
        at: Millis,
        step: &mut Step,
    ) {
        let above = self.stopped_above(element);
        let Some(activity) = self.change(element, step) else {
            return;
        };
        let task = &mut activity.task;
        match event {
            TaskEvent::Cancellable => task.cancellable = true,
            TaskEvent::Progress { percent, message } => {
                task.progress = Some(percent.min(100));
                task.note = (!message.is_empty()).then_some(message);
            }
            TaskEvent::Cancelling { message } => {
                task.note = (!message.is_empty()).then_some(message);
                if activity.ended_at.is_none() {
                    let since = match task.stop {
                        TaskStop::Asking { since } | TaskStop::Stopping { since } => since,
                        TaskStop::None | TaskStop::Stopped { .. } | TaskStop::Refused(_) => at,
                    };
                    task.stop = TaskStop::Stopping { since };
                }
            }
            TaskEvent::Cancelled { reason, partial } => {
                task.partial = partial;
                task.note = None;
                stop(activity, reason.clone(), None, at);
                self.stop_below(element, at, step);
                let task = element.clone();
                self.log(LedgerEvent::TaskStopped { task, reason }, at, step);
            }
            TaskEvent::Stopped => {
                if !matches!(task.stop, TaskStop::Stopped { .. }) {
                    stop(activity, String::new(), above, at);
                }
            }
            TaskEvent::CancelFailed { error } => {
                // It may have been stopped with another one in the meantime.
                if !matches!(task.stop, TaskStop::Stopped { .. }) {
                    task.stop = TaskStop::Refused(error.clone());
                }
                let task = element.clone();
                self.log(LedgerEvent::TaskStopRefused { task, error }, at, step);
            }
        }
    }

    /// The nearest task around this one that was stopped, or is being stopped.
    fn stopped_above(&self, element: &ActivityId) -> Option<ActivityId> {
        let mut above = self.activity(element)?.parent.as_ref()?;
        // A backend could send a circle.
        for _ in 0..self.activities.len() {
            let held = self.activity(above)?;
            if held.task.is_stopping() || matches!(held.task.stop, TaskStop::Stopped { .. }) {
                return Some(held.id.clone());
            }
            above = held.parent.as_ref()?;
        }
        None
    }

    /// What is at work inside of a task that was stopped was stopped with it.
    fn stop_below(&mut self, above: &ActivityId, at: Millis, step: &mut Step) {
        let below: Vec<_> = self
            .activities
            .iter()
            .filter(|held| held.parent.as_ref() == Some(above) && held.ended_at.is_none())
            .filter(|held| !held.is_interjection())
            .map(|held| held.id.clone())
            .collect();
        for id in below {
            if let Some(activity) = self.change(&id, step) {
                stop(activity, String::new(), Some(above.clone()), at);
            }
            self.stop_below(&id, at, step);
        }
    }

    /// A stop of one task was asked for.
    pub(crate) fn ask_task_to_stop(&mut self, element: &ActivityId, at: Millis, step: &mut Step) {
        if let Some(activity) = self.change(element, step) {
            activity.task.stop = TaskStop::Asking { since: at };
            let event = LedgerEvent::TaskStopAsked(element.clone());
            self.log(event, at, step);
        }
    }

    /// The backend has answered that it will stop a task.
    pub(crate) fn task_accepted(&mut self, element: &ActivityId, step: &mut Step) {
        let id = self.id.clone();
        if let Some(activity) = self.activities.iter_mut().find(|held| held.id == *element)
            && let TaskStop::Asking { since } = activity.task.stop
        {
            activity.task.stop = TaskStop::Stopping { since };
            step.change(Change::ActivityChanged {
                turn: id,
                activity: element.clone(),
            });
        }
    }
}

fn stop(activity: &mut Activity, reason: String, with: Option<ActivityId>, at: Millis) {
    activity.ended_at = None;
    activity.end(ActivityStatus::Cancelled, at);
    activity.task.stop = TaskStop::Stopped { reason, with };
}
