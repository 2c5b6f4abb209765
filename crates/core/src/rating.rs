//! What the person thinks of the agent's answers.
//!
//! Ratings are stored with the conversation, not with the turn: turns from an embedder's past are
//! not stored, and can be rated too.

use serde::{Deserialize, Serialize};

use crate::id::MessageId;

/// What the person thinks of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Rating {
    /// "Good answer".
    Good,
    /// "Bad answer".
    Bad,
}

/// The ratings of a conversation, by turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ratings(Vec<(MessageId, Rating)>);

impl Ratings {
    /// The rating of a turn; `None` if it has none.
    pub fn of(&self, turn: &MessageId) -> Option<Rating> {
        let held = self.0.iter().find(|(held, _)| held == turn);
        held.map(|(_, rating)| *rating)
    }

    /// Sets the rating of a turn, or takes it back. Returns whether that changed anything.
    pub(crate) fn set(&mut self, turn: MessageId, rating: Option<Rating>) -> bool {
        if self.of(&turn) == rating {
            return false;
        }
        self.0.retain(|(held, _)| *held != turn);
        self.0.extend(rating.map(|rating| (turn, rating)));
        true
    }
}
