//! Rates an answer.

use super::Conversation;
use crate::change::Change;
use crate::effect::Diagnostic;
use crate::id::MessageId;
use crate::rating::{Rating, Ratings};
use crate::step::Step;

impl Conversation {
    /// The person's ratings.
    pub fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// Rates a turn that has ended, or takes the rating back. A turn that is not here is rated too:
    /// it may be from the past, of which each page loads another part.
    pub(super) fn rate(&mut self, turn: MessageId, rating: Option<Rating>, step: &mut Step) {
        if self.turn(&turn).is_some_and(|turn| !turn.is_over()) {
            step.diagnose(Diagnostic::Unknown(turn.to_string()));
        } else if self.ratings.set(turn.clone(), rating) {
            step.change(Change::Rated(turn));
        }
    }
}
