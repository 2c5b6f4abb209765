//! The running card: what the person sees of the active turn.
//!
//! The queue is not part of the card. The transitions are in [`crate::conversation`].

use serde::{Deserialize, Serialize};

use crate::id::RunId;

/// The state of the running card. The card is visible in every state except `Hidden`.
///
/// `Paused` and `Resuming` exist only while the queue has a prompt. The input that takes the
/// last prompt out of the queue also changes the state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Card {
    /// No run, and no paused queue.
    #[default]
    Hidden,
    /// The agent is working.
    Running {
        /// The run.
        run: RunId,
        /// The text of the closed editor, for when the editor opens again.
        draft: String,
    },
    /// The editor is open and the agent keeps running, unless it has finished by itself.
    Cancelling {
        /// The run that a submit or dismissal cancels.
        run: RunId,
        /// The editor's text.
        draft: String,
        /// The run ended by itself, so nothing is left to cancel.
        over: bool,
    },
    /// No run; the queue waits for the person.
    Paused {
        /// The text of the closed editor, for when the editor opens again.
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

/// Why the queue waits for the person.
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
    /// The last turn ended well, and the next prompt did not start: the card's editor was open, or
    /// the person restored a removed prompt.
    Finished,
    /// The person asked the queue to pause after the turn.
    Asked,
    /// The person holds every prompt that is left.
    Held,
}

impl Card {
    /// Whether the card is shown.
    pub fn is_visible(&self) -> bool {
        !matches!(self, Self::Hidden)
    }

    /// The run that a cancel on the card would stop.
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

    /// The current or earlier text of the card's editor.
    pub(crate) fn draft(&self) -> &str {
        match self {
            Self::Hidden => "",
            Self::Running { draft, .. }
            | Self::Cancelling { draft, .. }
            | Self::Paused { draft, .. }
            | Self::Resuming { draft, .. } => draft,
        }
    }

    /// The editor's text; `None` if no editor is open.
    pub fn editor(&self) -> Option<&str> {
        match self {
            Self::Cancelling { draft, .. } | Self::Resuming { draft, .. } => Some(draft),
            Self::Hidden | Self::Running { .. } | Self::Paused { .. } => None,
        }
    }
}
