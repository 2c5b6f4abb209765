//! The result of one input: changes and effects.

use crate::change::Change;
use crate::effect::{Announcement, Diagnostic, Effect, FocusTarget, Retry};
use crate::id::RunId;
use crate::time::Millis;

/// The changes of one input in a conversation, and the effects for the shell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The changes, in order.
    pub changes: Vec<Change>,
    /// The effects, in order.
    pub effects: Vec<Effect>,
}

impl Step {
    pub(crate) fn change(&mut self, change: Change) {
        if self.changes.last() != Some(&change) {
            self.changes.push(change);
        }
    }

    pub(crate) fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(crate) fn announce(&mut self, announcement: Announcement) {
        self.effect(Effect::Announce(announcement));
    }

    pub(crate) fn focus(&mut self, target: FocusTarget) {
        self.effect(Effect::Focus(target));
    }

    pub(crate) fn retry_later(&mut self, run: &RunId, what: Retry, after: Millis) {
        let run = run.clone();
        self.effect(Effect::RetryLater { run, what, after });
    }

    pub(crate) fn diagnose(&mut self, diagnostic: Diagnostic) {
        self.effect(Effect::Diagnose(diagnostic));
    }
}
