//! Bugs that can be put into the reducer to see that the tests catch them.
//!
//! Only for tests, in `midturn-exploration`: the feature `seeded-bugs` turns it on, and nothing
//! else does. Not responsible for anything outside tests: none of this is compiled there.

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
    /// Events of an old run are applied to the turn at work.
    StaleEventsApplied,
    /// An event that comes twice is applied twice.
    ReplayNotDeduplicated,
    /// A cancel without an answer is forgotten.
    CancelNotRetried,
    /// The next message goes out before the cancel is answered.
    SendBeforeCancelAnswered,
}

impl Conversation {
    /// The same conversation with a bug in it. Only with the feature `seeded-bugs`.
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

    /// What a client does that takes every finish for the end of the run at work.
    pub(super) fn seeded_late_finish(&mut self, at: Millis, step: &mut Step) {
        if self.seeded(SeededBug::LateFinishStartsQueue) && self.active.is_none() {
            self.start_next(String::new(), at, step);
        }
    }

    /// What a client does that does not look at the run an event belongs to.
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
