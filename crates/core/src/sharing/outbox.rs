//! The person's acts in this page, until storage has them.
//!
//! A driver applies an act first and writes it to storage later. If the driver closes in between,
//! the next driver is asked again.

use super::draft::types_on;
use super::{Act, Place};
use crate::chat::ChatInput;

/// The acts of a page that are not known to be stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outbox {
    acts: Vec<Act>,
    /// The acts that a driver has applied, and the driver's place after each.
    taken: Vec<(u64, Place)>,
    /// The number of the last act of this page.
    count: u64,
}

impl Outbox {
    pub(super) fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// Makes an act of an input, with the next number.
    pub(super) fn next(&mut self, input: ChatInput) -> Act {
        self.count += 1;
        let number = self.count;
        Act { number, input }
    }

    pub(super) fn add(&mut self, act: Act) {
        self.acts.push(act);
    }

    /// Adds an act that this page applies itself, at this place. While storage fails, no act leaves:
    /// of a text that is being typed, there is one act and not one for each key.
    pub(super) fn add_own(&mut self, act: Act, at: Place) {
        let last = self.acts.last();
        let typed = last.filter(|last| types_on(&last.input, &act.input));
        if let Some(number) = typed.map(|last| last.number) {
            self.remove(number);
        }
        let number = act.number;
        self.add(act);
        self.took(number, at);
    }

    /// Records that a driver has applied an act; `at` is the driver's place afterwards. Returns
    /// whether that is new.
    pub(super) fn took(&mut self, number: u64, at: Place) -> bool {
        let held = self.acts.iter().any(|act| act.number == number);
        let new = held && self.taken_at(number).is_none();
        if new {
            self.taken.push((number, at));
        }
        new
    }

    /// Drops an act: nothing of it is left to be done or stored.
    pub(super) fn remove(&mut self, number: u64) {
        self.acts.retain(|act| act.number != number);
        self.taken.retain(|(of, _)| *of != number);
    }

    fn taken_at(&self, number: u64) -> Option<Place> {
        let mut taken = self.taken.iter();
        taken.find(|(of, _)| *of == number).map(|(_, at)| *at)
    }

    /// Drops the stored acts: storage has everything of the epoch up to the place `until`. Returns
    /// whether an act was dropped.
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

    /// The acts that the driver does not have. `at` is the driver's place; `base` is the place of
    /// the state that the driver began with. Either no driver applied these acts, or a driver
    /// applied them and closed before it wrote them.
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
