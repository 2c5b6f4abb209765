//! The answer to one input: what changed and what to do.
//!
//! Not responsible for either.

use crate::change::Change;
use crate::effect::{Announcement, Diagnostic, Effect, FocusTarget};

/// What one input changed in a conversation, and what must be done for it outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// What changed, in order.
    pub changes: Vec<Change>,
    /// What to do, in order.
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

    pub(crate) fn diagnose(&mut self, diagnostic: Diagnostic) {
        self.effect(Effect::Diagnose(diagnostic));
    }
}
