//! Events of the backend about one task inside a run.

use serde::{Deserialize, Serialize};

/// An event of the backend about a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TaskEvent {
    /// The task can be stopped alone (`task.cancellable`).
    Cancellable,
    /// Progress (`task.progress`).
    Progress {
        /// 0 to 100.
        percent: u8,
        /// The current activity.
        message: String,
    },
    /// The task is being stopped (`task.cancelling`).
    Cancelling {
        /// What is still running.
        message: String,
    },
    /// The task was stopped (`task.cancelled`).
    Cancelled {
        /// The reason.
        reason: String,
        /// The partial result.
        partial: Option<String>,
    },
    /// The event that ended the task says that it was stopped. The reason may follow in
    /// [`Cancelled`](Self::Cancelled).
    Stopped,
    /// The task was not stopped (`task.cancel.failed`).
    CancelFailed {
        /// The reason.
        error: String,
    },
}
