//! The running card: one enum that says what the person sees of the turn at work.
//!
//! Not responsible for the queue, which outlives every state of the card, nor for runs. The
//! transitions are in [`crate::conversation`].

use serde::{Deserialize, Serialize};

use crate::id::RunId;

/// The running card. Its visibility is computed, never stored: it is there unless hidden.
///
/// `Paused` and `Resuming` hold only while the queue has a prompt; the conversation leaves them
/// in the same step that takes the last one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Card {
    /// No run, and no paused queue.
    #[default]
    Hidden,
    /// The agent works.
    Running {
        /// The run.
        run: RunId,
        /// What was written in the editor before "Keep running".
        draft: String,
    },
    /// The editor is open and the agent keeps running, unless it has finished by itself.
    Cancelling {
        /// The run that a submit or dismissal cancels.
        run: RunId,
        /// The editor's text.
        draft: String,
        /// The run ended by itself: nothing is left to cancel.
        over: bool,
    },
    /// No run; the queue waits for the person.
    Paused {
        /// What was written in the editor before it was dismissed.
        draft: String,
        /// Why the queue waits.
        reason: PauseReason,
    },
    /// The editor is open; a submit starts a turn and releases the queue.
    Resuming {
        /// The editor's text.
        draft: String,
        /// Why the queue waits.
        reason: PauseReason,
    },
}

/// Why a queue does not go on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PauseReason {
    /// The turn was cancelled.
    Cancelled,
    /// The turn failed.
    Failed,
    /// The turn's stream was lost.
    Interrupted,
    /// The agent waits for an answer.
    Waiting,
    /// The first prompt is being edited.
    Editing,
    /// The turn was over, and the person closed its editor.
    Finished,
}

impl Card {
    /// Whether it is shown.
    pub fn is_visible(&self) -> bool {
        !matches!(self, Self::Hidden)
    }

    /// The run it would cancel.
    pub fn run(&self) -> Option<&RunId> {
        match self {
            Self::Running { run, .. }
            | Self::Cancelling {
                run, over: false, ..
            } => Some(run),
            Self::Hidden
            | Self::Cancelling { over: true, .. }
            | Self::Paused { .. }
            | Self::Resuming { .. } => None,
        }
    }

    /// What is, or was, in its editor.
    pub(crate) fn draft(&self) -> &str {
        match self {
            Self::Hidden => "",
            Self::Running { draft, .. }
            | Self::Cancelling { draft, .. }
            | Self::Paused { draft, .. }
            | Self::Resuming { draft, .. } => draft,
        }
    }

    /// The editor's text, where an editor is open.
    pub fn editor(&self) -> Option<&str> {
        match self {
            Self::Cancelling { draft, .. } | Self::Resuming { draft, .. } => Some(draft),
            Self::Hidden | Self::Running { .. } | Self::Paused { .. } => None,
        }
    }
}
