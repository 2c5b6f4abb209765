//! The backend's events about stopping one task of a turn: a tool or a subagent.
//!
//! `conversation::tasks` sends the requests.

use serde::{Deserialize, Serialize};

use super::{Activity, ActivityStatus, LedgerEvent, Turn};
use crate::change::Change;
use crate::id::ActivityId;
use crate::run_event::TaskEvent;
use crate::step::Step;
use crate::stored::is_default;
use crate::time::Millis;

/// The state of a task, and whether it can be stopped alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// Whether the backend can stop it alone.
    pub cancellable: bool,
    /// Progress in percent.
    pub progress: Option<u8>,
    /// The current activity, in the backend's words.
    pub note: Option<String>,
    /// The state of a stop of this task.
    pub stop: TaskStop,
    /// The partial result when it was stopped.
    pub partial: Option<String>,
    /// Whether the person denied the call.
    #[serde(default, skip_serializing_if = "is_default")]
    pub denied: bool,
}

/// The state of a stop of one task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TaskStop {
    /// No stop was requested.
    #[default]
    None,
    /// The backend was asked and has not answered yet.
    Asking {
        /// The time of the request.
        since: Millis,
    },
    /// The backend is stopping it.
    Stopping {
        /// The time of the request.
        since: Millis,
    },
    /// It was stopped, for this reason.
    Stopped {
        /// The reason, in the backend's words; may be empty.
        reason: String,
        /// The enclosing task whose stop stopped this one.
        with: Option<ActivityId>,
    },
    /// The backend refused, or could not be reached. The text is the backend's reason; empty
    /// without one.
    Refused(String),
}

impl Task {
    /// Whether a stop is requested or under way.
    pub fn is_stopping(&self) -> bool {
        matches!(
            self.stop,
            TaskStop::Asking { .. } | TaskStop::Stopping { .. }
        )
    }
}

impl Turn {
    /// Applies a backend's event about one of this turn's activities. An event that names the run
    /// and not an activity is ignored.
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
                // The task may have been stopped meanwhile, together with another task.
                if !matches!(task.stop, TaskStop::Stopped { .. }) {
                    task.stop = TaskStop::Refused(error.clone());
                }
                let task = element.clone();
                self.log(LedgerEvent::TaskStopRefused { task, error }, at, step);
            }
        }
    }

    /// The nearest enclosing task that was stopped or is being stopped.
    fn stopped_above(&self, element: &ActivityId) -> Option<ActivityId> {
        let mut above = self.activity(element)?.parent.as_ref()?;
        // Bounded, because a backend could send a cycle of parents.
        for _ in 0..self.activities.len() {
            let held = self.activity(above)?;
            if held.task.is_stopping() || matches!(held.task.stop, TaskStop::Stopped { .. }) {
                return Some(held.id.clone());
            }
            above = held.parent.as_ref()?;
        }
        None
    }

    /// Stops the running activities inside a stopped task.
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

    /// Records the request to stop one task.
    pub(crate) fn ask_task_to_stop(&mut self, element: &ActivityId, at: Millis, step: &mut Step) {
        if let Some(activity) = self.change(element, step) {
            activity.task.stop = TaskStop::Asking { since: at };
            let event = LedgerEvent::TaskStopAsked(element.clone());
            self.log(event, at, step);
        }
    }

    /// Records that the backend has agreed to stop a task.
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
