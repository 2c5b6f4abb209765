//! What a person did in this page, until storage has it.
//!
//! A driver first takes an act and then writes it. If it is gone in between, the next driver is asked
//! again. Not responsible for who asks whom.

use super::{Act, Place};
use crate::chat::ChatInput;

/// The acts of a page that are not known to be stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outbox {
    acts: Vec<Act>,
    /// The acts that a driver has taken, and where it was after that.
    taken: Vec<(u64, Place)>,
    /// Counts the acts of this page.
    count: u64,
}

impl Outbox {
    pub(super) fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// The next act.
    pub(super) fn next(&mut self, input: ChatInput) -> Act {
        self.count += 1;
        let number = self.count;
        Act { number, input }
    }

    pub(super) fn add(&mut self, act: Act) {
        self.acts.push(act);
    }

    /// A driver has taken an act, and is there after it. Says whether that is new.
    pub(super) fn took(&mut self, number: u64, at: Place) -> bool {
        let held = self.acts.iter().any(|act| act.number == number);
        let new = held && self.taken_at(number).is_none();
        if new {
            self.taken.push((number, at));
        }
        new
    }

    fn taken_at(&self, number: u64) -> Option<Place> {
        let mut taken = self.taken.iter();
        taken.find(|(of, _)| *of == number).map(|(_, at)| *at)
    }

    /// Storage has everything of an epoch up to there. Says whether something is wanted no more.
    pub(super) fn kept(&mut self, until: Place) -> bool {
        let before = self.acts.len();
        let kept = |at: Place| at.epoch == until.epoch && at.seq <= until.seq;
        let taken = &mut self.taken;
        self.acts.retain(|act| {
            let mut taken = taken.iter();
            !taken.any(|(of, at)| *of == act.number && kept(*at))
        });
        taken.retain(|(_, at)| !kept(*at));
        self.acts.len() < before
    }

    /// The acts that a driver does not have, which is at a place and began with what another one had
    /// at `base`: whoever took them was gone before they were written, or nobody took them.
    pub(super) fn missing(&mut self, at: Place, base: Place) -> Vec<Act> {
        let within =
            |taken: Place, until: Place| taken.epoch == until.epoch && taken.seq <= until.seq;
        let start = Place { seq: 0, ..at };
        self.taken.retain_mut(|(_, taken)| {
            if within(*taken, base) {
                *taken = start;
            }
            within(*taken, at)
        });
        let missing = self.acts.iter();
        let missing = missing.filter(|act| self.taken_at(act.number).is_none());
        missing.cloned().collect()
    }
}
