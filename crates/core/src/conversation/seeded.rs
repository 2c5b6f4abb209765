//! Bugs that tests can put into the reducer, to prove that the tests catch them.
//!
//! Compiled only with the feature `seeded-bugs`, which only `midturn-exploration` turns on.

use super::Conversation;
use crate::change::Change;
use crate::id::RunId;
use crate::run_event::RunEvent;
use crate::step::Step;
use crate::time::Millis;

/// A bug of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeededBug {
    /// A retry goes out under a new run id and message id.
    NoIdempotencyKey,
    /// A late finish of an old run starts the queue.
    LateFinishStartsQueue,
    /// Events of an old run are applied to the active turn.
    StaleEventsApplied,
    /// A repeated event is applied twice.
    ReplayNotDeduplicated,
    /// An unanswered cancel is not retried.
    CancelNotRetried,
    /// The next message is sent before the cancel is answered.
    SendBeforeCancelAnswered,
}

impl Conversation {
    /// The same conversation with a bug. Only with the feature `seeded-bugs`.
    #[must_use]
    pub fn with_bug(mut self, bug: Option<SeededBug>) -> Self {
        self.seeded = bug;
        self
    }

    pub(super) fn seeded(&self, bug: SeededBug) -> bool {
        self.seeded == Some(bug)
    }

    pub(super) fn seeded_new_key(&mut self) {
        if !self.seeded(SeededBug::NoIdempotencyKey) {
            return;
        }
        if let (Some(active), Some(turn)) = (&mut self.active, self.turns.last_mut()) {
            let fresh = format!("{}'", turn.id);
            turn.id = fresh.as_str().into();
            active.id = RunId::of_attempt(&turn.id, 1);
            active.turn = turn.id.clone();
            if let crate::card::Card::Running { run, .. }
            | crate::card::Card::Cancelling { run, .. } = &mut self.card
            {
                *run = active.id.clone();
            }
        }
    }

    /// Imitates a client that takes every finish for the end of the active run.
    pub(super) fn seeded_late_finish(&mut self, at: Millis, step: &mut Step) {
        if self.seeded(SeededBug::LateFinishStartsQueue) && self.active.is_none() {
            self.start_next(String::new(), at, step);
        }
    }

    /// Imitates a client that ignores which run an event belongs to.
    pub(super) fn apply_to_last(&mut self, event: RunEvent, at: Millis, step: &mut Step) {
        let Some(turn) = self.turns.last().map(|turn| turn.id.clone()) else {
            return;
        };
        if matches!(event, RunEvent::Finished(_) | RunEvent::Failed(_)) && self.active.is_some() {
            self.run_ended(crate::transcript::Outcome::Completed, at, step);
        } else {
            let last_run = RunId::of_attempt(&turn, 1);
            self.content(&last_run, Some(&turn), event, at, step);
        }
        step.change(Change::Run);
    }
}
