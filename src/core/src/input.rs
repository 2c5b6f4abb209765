//! Everything that can happen to a conversation: what a person does, what a backend says, and
//! what time brings.
//!
//! Not responsible for where it comes from. Every input that concerns a run names it.

use crate::effect::Retry;
use crate::id::{MessageId, RunId};
use crate::run_event::RunEvent;

/// One thing that happened. Fresh ids come with it; the time is passed beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// The composer's text is now this.
    ComposerChanged {
        /// The whole text.
        text: String,
    },
    /// The composer's text is submitted.
    Submit {
        /// A fresh id for the message.
        id: MessageId,
    },
    /// Stop was pressed: this run is cancelled and the queue waits.
    Stop {
        /// The run the person saw.
        run: RunId,
    },
    /// Replace was pressed: this run is cancelled, and the composer's text is sent instead.
    Replace {
        /// The run the person saw.
        run: RunId,
        /// A fresh id for the message.
        id: MessageId,
    },
    /// The card's Cancel was pressed: its editor opens and nothing is stopped yet.
    CancelClicked {
        /// The run the person saw.
        run: RunId,
    },
    /// The card's Resume was pressed: its editor opens.
    ResumeClicked,
    /// The text of the card's editor is now this.
    EditorChanged {
        /// The whole text.
        text: String,
    },
    /// The card's editor is submitted. Without text it means "run next" while resuming, and
    /// nothing while cancelling.
    EditorSubmit {
        /// A fresh id for the message.
        id: MessageId,
    },
    /// The card's editor is dismissed.
    EditorDismiss,
    /// "Keep running" was pressed in the card's editor.
    KeepRunning,
    /// Something about the queue.
    Queue(QueueInput),
    /// "Try again" on the last turn, which did not end well: its message is sent once more.
    TryAgain {
        /// The turn.
        turn: MessageId,
        /// A fresh id for the message.
        id: MessageId,
    },
    /// The backend said something about a run.
    Run {
        /// The run.
        run: RunId,
        /// The event's place in the backend's log, where it has one.
        cursor: Option<u64>,
        /// What it said.
        event: RunEvent,
    },
    /// The backend answered a cancel.
    CancelAnswered {
        /// The run.
        run: RunId,
        /// The answer.
        answer: CancelAnswer,
    },
    /// The time of a [`RetryLater`](crate::effect::Effect::RetryLater) has come.
    RetryDue {
        /// The run.
        run: RunId,
        /// What to try again.
        what: Retry,
    },
    /// The conversation was read back from storage in a new page.
    Restored,
}

/// What a person does to the queue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum QueueInput {
    /// Open a prompt's editor; the prompt is held back meanwhile.
    Edit(MessageId),
    /// Open the editor of the last prompt.
    EditLast,
    /// The text of the open editor is now this.
    EditChanged(String),
    /// Keep the edited text. A blank one removes the prompt.
    EditDone,
    /// Leave the prompt as it was.
    EditAbandoned,
    /// Move a prompt to this index.
    Move {
        /// The prompt.
        id: MessageId,
        /// Its new index, from 0; past the end means the end.
        to: usize,
    },
    /// Remove a prompt; it can be restored until the next is removed.
    Remove(MessageId),
    /// Put the removed prompt back where it was.
    Restore,
    /// Start this prompt's turn now; a running turn is cancelled for it.
    RunNow(MessageId),
}

/// How a backend answered a cancel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CancelAnswer {
    /// It will stop (HTTP 202).
    Accepted,
    /// There was nothing left to stop (HTTP 409).
    AlreadyFinished,
    /// It knows no such run, and will not start it (HTTP 404).
    Unknown,
    /// No answer came.
    Unreachable,
}
