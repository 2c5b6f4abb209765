//! The ledger of a turn's interruptions: requests, their results, and the times. It is only a
//! record of the past; the current state is in the activities.

use serde::{Deserialize, Serialize};

use super::{Answer, Turn, Undelivered};
use crate::change::Change;
use crate::id::{ActivityId, MessageId};
use crate::step::Step;
use crate::time::Millis;

/// One entry of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The time.
    pub at: Millis,
    /// What happened.
    pub event: LedgerEvent,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LedgerEvent {
    /// The person stopped the turn after this many finished steps.
    StopAsked {
        /// Finished steps, which are kept.
        steps: usize,
    },
    /// The person forced the stop, without waiting for running work.
    StopForced,
    /// The backend confirmed that it stopped.
    StopConfirmed,
    /// The backend could not be asked to stop, or never answered, so it may still be working.
    StopUnknown,
    /// The turn had ended before the stop arrived.
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
    /// The person sent an interjection.
    Interjected(MessageId),
    /// The chosen agent had ended, so its parent agent or the main agent gets the interjection.
    FellBack(MessageId),
    /// The agent got the interjection.
    Delivered(MessageId),
    /// The agent did not get the interjection.
    NotDelivered {
        /// The interjection.
        id: MessageId,
        /// Why.
        why: Undelivered,
    },
    /// The agent asked a question.
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

/// One interruption: its first entry, and the entries about its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interruption {
    /// The first entry.
    pub began: Entry,
    /// The entries about the result, in order.
    pub came_of: Vec<Entry>,
}

/// The subject of an entry. Entries with the same subject form one interruption.
#[derive(PartialEq, Eq)]
enum Subject<'a> {
    Turn,
    Task(&'a ActivityId),
    MessageContent(&'a MessageId),
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
            | Self::NotDelivered { id, .. } => Subject::MessageContent(id),
            Self::Asked(question) | Self::Answered { question, .. } => Subject::Question(question),
            Self::Lost | Self::Rejoined => Subject::Stream,
        }
    }

    /// Whether the person did this, or it came of what the person did. The rest happens by itself: a
    /// lost connection, a question, a stop by the backend.
    pub fn is_of_person(&self) -> bool {
        match self {
            Self::StoppedByBackend | Self::Asked(_) | Self::Lost | Self::Rejoined => false,
            Self::StopAsked { .. }
            | Self::StopForced
            | Self::StopConfirmed
            | Self::StopUnknown
            | Self::StopTooLate
            | Self::TaskStopAsked(_)
            | Self::TaskStopped { .. }
            | Self::TaskStopRefused { .. }
            | Self::Interjected(_)
            | Self::FellBack(_)
            | Self::Delivered(_)
            | Self::NotDelivered { .. }
            | Self::Answered { .. } => true,
        }
    }

    /// Whether this event always begins a new interruption.
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

/// What the person changed in a turn, in the order it began: the interruptions in its ledger, without
/// what happened by itself.
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
    all.retain(|one| {
        let mut entries = [&one.began].into_iter().chain(&one.came_of);
        entries.any(|entry| entry.event.is_of_person())
    });
    all
}

impl Turn {
    /// Adds an entry.
    pub(crate) fn log(&mut self, event: LedgerEvent, at: Millis, step: &mut Step) {
        self.ledger.push(Entry { at, event });
        step.change(Change::TurnChanged(self.id.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times of each interruption in these events, which are a millisecond apart.
    fn times(events: impl IntoIterator<Item = LedgerEvent>) -> Vec<(Millis, Vec<Millis>)> {
        let entries = (1..).zip(events).map(|(at, event)| Entry { at, event });
        let found = interruptions(&entries.collect::<Vec<_>>());
        let times = found.iter().map(|one| {
            let came_of = one.came_of.iter().map(|entry| entry.at);
            (one.began.at, came_of.collect())
        });
        times.collect()
    }

    #[test]
    fn entries_with_the_same_subject_are_one_interruption() {
        use LedgerEvent::{Delivered, Interjected, TaskStopAsked, TaskStopped};
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
            stopped,
            // This interjection was sent from another page, so its first entry is not here.
            Delivered("c".into()),
        ];
        let wanted = [(1, vec![4]), (2, vec![]), (3, vec![5]), (6, vec![])];
        assert_eq!(times(events), wanted);
    }

    #[test]
    fn what_happens_by_itself_is_no_interruption() {
        use LedgerEvent::{Answered, Asked, Lost, Rejoined, StopAsked, StoppedByBackend};
        let question = ActivityId::from("q");
        let answered = Answered {
            question: question.clone(),
            answer: Answer::Approved { arguments: None },
        };
        assert_eq!(
            times([Lost, Rejoined, Asked(question.clone()), StoppedByBackend]),
            []
        );
        let events = [Asked(question), Lost, StopAsked { steps: 1 }, answered];
        assert_eq!(times(events), [(1, vec![4]), (3, vec![])]);
    }
}
