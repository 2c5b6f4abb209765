//! The ledger of a turn's interruptions: what was asked for, what came of it, and when.
//!
//! Not responsible for anything but the record: what is true now is in the activities.

use super::{Answer, Turn, Undelivered};
use crate::change::Change;
use crate::id::{ActivityId, MessageId};
use crate::step::Step;
use crate::stored;
use crate::time::Millis;

/// One line of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// When.
    pub at: Millis,
    /// What happened.
    pub event: LedgerEvent,
}

stored!(struct Entry { at, event });

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LedgerEvent {
    /// The person stopped the turn, with this many steps done.
    StopAsked {
        /// Steps done, which are kept.
        steps: usize,
    },
    /// The person did not wait for what was still at work.
    StopForced,
    /// The backend said that it has stopped.
    StopConfirmed,
    /// The backend could not be asked, or never answered: it may still be working.
    StopUnknown,
    /// The turn had ended before the stop came to it.
    StopTooLate,
    /// The backend stopped the turn by itself.
    StoppedByBackend,
    /// The person stopped one task.
    TaskStopAsked(ActivityId),
    /// A task was stopped.
    TaskStopped {
        /// The task.
        task: ActivityId,
        /// Why, in the backend's words.
        reason: String,
    },
    /// A task was not stopped.
    TaskStopRefused {
        /// The task.
        task: ActivityId,
        /// Why not, in the backend's words.
        error: String,
    },
    /// The person said something.
    Interjected(MessageId),
    /// The agent above the one that was meant gets it.
    FellBack(MessageId),
    /// The agent got it.
    Delivered(MessageId),
    /// The agent did not get it.
    NotDelivered {
        /// The interjection.
        id: MessageId,
        /// Why.
        why: Undelivered,
    },
    /// The agent asked for something.
    Asked(ActivityId),
    /// The person answered.
    Answered {
        /// The question's activity.
        question: ActivityId,
        /// The answer.
        answer: Answer,
    },
    /// The stream was lost.
    Lost,
    /// The stream was joined again.
    Rejoined,
}

stored!(enum LedgerEvent {
    0: StopAsked { steps },
    1: StopForced,
    2: StopConfirmed,
    3: StopUnknown,
    4: StopTooLate,
    5: StoppedByBackend,
    6: TaskStopAsked(task),
    7: TaskStopped { task, reason },
    8: TaskStopRefused { task, error },
    9: Interjected(id),
    10: FellBack(id),
    11: Delivered(id),
    12: NotDelivered { id, why },
    13: Asked(question),
    14: Answered { question, answer },
    15: Lost,
    16: Rejoined,
});

impl Turn {
    /// Writes a line.
    pub(crate) fn log(&mut self, event: LedgerEvent, at: Millis, step: &mut Step) {
        self.ledger.push(Entry { at, event });
        step.change(Change::TurnChanged(self.id.clone()));
    }
}
