//! The ledger of a turn's interruptions: what was asked for, what came of it, and when.
//!
//! Not responsible for anything but the record: what is true now is in the activities.

use serde::{Deserialize, Serialize};

use super::{Answer, Turn, Undelivered};
use crate::change::Change;
use crate::id::{ActivityId, MessageId};
use crate::step::Step;
use crate::time::Millis;

/// One line of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// When.
    pub at: Millis,
    /// What happened.
    pub event: LedgerEvent,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
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

/// One interruption: the line that it began with, and the lines that say what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interruption {
    /// How it began.
    pub began: Entry,
    /// What came of it, in order.
    pub came_of: Vec<Entry>,
}

/// What a line is about. Lines about the same are one interruption.
#[derive(PartialEq, Eq)]
enum Subject<'a> {
    Turn,
    Task(&'a ActivityId),
    Said(&'a MessageId),
    Question(&'a ActivityId),
    Stream,
}

impl LedgerEvent {
    fn subject(&self) -> Subject<'_> {
        match self {
            Self::StopAsked { .. }
            | Self::StopForced
            | Self::StopConfirmed
            | Self::StopUnknown
            | Self::StopTooLate
            | Self::StoppedByBackend => Subject::Turn,
            Self::TaskStopAsked(task)
            | Self::TaskStopped { task, .. }
            | Self::TaskStopRefused { task, .. } => Subject::Task(task),
            Self::Interjected(id)
            | Self::FellBack(id)
            | Self::Delivered(id)
            | Self::NotDelivered { id, .. } => Subject::Said(id),
            Self::Asked(question) | Self::Answered { question, .. } => Subject::Question(question),
            Self::Lost | Self::Rejoined => Subject::Stream,
        }
    }

    /// Whether an interruption begins with this, whatever was before.
    fn begins(&self) -> bool {
        matches!(
            self,
            Self::StopAsked { .. }
                | Self::StoppedByBackend
                | Self::TaskStopAsked(_)
                | Self::Interjected(_)
                | Self::Asked(_)
                | Self::Lost
        )
    }
}

/// The interruptions that a ledger tells of, in the order in which they began.
pub fn interruptions(ledger: &[Entry]) -> Vec<Interruption> {
    let mut all: Vec<Interruption> = Vec::new();
    for entry in ledger {
        let subject = entry.event.subject();
        let same = |held: &&mut Interruption| held.began.event.subject() == subject;
        match all.iter_mut().rev().find(same) {
            Some(held) if !entry.event.begins() => held.came_of.push(entry.clone()),
            Some(_) | None => all.push(Interruption {
                began: entry.clone(),
                came_of: Vec::new(),
            }),
        }
    }
    all
}

impl Turn {
    /// Writes a line.
    pub(crate) fn log(&mut self, event: LedgerEvent, at: Millis, step: &mut Step) {
        self.ledger.push(Entry { at, event });
        step.change(Change::TurnChanged(self.id.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_about_the_same_are_one_interruption() {
        use LedgerEvent::{Delivered, Interjected, Lost, Rejoined, TaskStopAsked, TaskStopped};
        let task = ActivityId::from("t");
        let stopped = TaskStopped {
            task: task.clone(),
            reason: String::new(),
        };
        let events = [
            Interjected("a".into()),
            Interjected("b".into()),
            TaskStopAsked(task),
            Delivered("a".into()),
            Lost,
            stopped.clone(),
            Rejoined,
            Lost,
            // What was said on another page has no line of its beginning here.
            Delivered("c".into()),
        ];
        let ledger: Vec<Entry> = (1..)
            .zip(events)
            .map(|(at, event)| Entry { at, event })
            .collect();
        let shape: Vec<(Millis, Vec<Millis>)> = interruptions(&ledger)
            .iter()
            .map(|one| {
                (
                    one.began.at,
                    one.came_of.iter().map(|line| line.at).collect(),
                )
            })
            .collect();
        let wanted = [
            (1, vec![4]),
            (2, vec![]),
            (3, vec![6]),
            (5, vec![7]),
            (8, vec![]),
            (9, vec![]),
        ];
        assert_eq!(shape, wanted);
    }
}
