//! The state of a thread, as the list of threads and an embedder's page see it.

use serde::{Deserialize, Serialize};

use super::{Chat, ThreadHead};
use crate::card::Card;
use crate::conversation::Conversation;
use crate::delivery::Situation;
use crate::transcript::Turn;

/// The state of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ThreadState {
    /// No turn is at work.
    #[default]
    Idle,
    /// A turn is at work.
    Running,
    /// The queue is paused.
    Paused,
    /// The agent waits for an answer.
    Waiting,
}

impl ThreadState {
    /// The state of a loaded thread.
    pub fn of(conversation: &Conversation) -> Self {
        let waits = conversation.turns().last().is_some_and(Turn::is_waiting);
        let card = conversation.card();
        match Situation::of(card, waits, conversation.queue().free()) {
            Situation::Working => Self::Running,
            Situation::Waiting => Self::Waiting,
            // The turn is over; the person is only writing in the card's editor.
            Situation::Resting if matches!(card, Card::Cancelling { .. }) => Self::Idle,
            Situation::Resting => Self::Paused,
            Situation::Idle => Self::Idle,
        }
    }

    /// The state of this name; `Idle` for any other name.
    pub fn named(name: &str) -> Self {
        let all = [Self::Running, Self::Paused, Self::Waiting];
        all.into_iter()
            .find(|state| state.name() == name)
            .unwrap_or_default()
    }

    /// Its name for an embedder's page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Waiting => "waiting",
        }
    }
}

impl Chat {
    /// The state of a listed thread: of one that is not loaded, as its list entry has it.
    pub fn state_of(&self, head: &ThreadHead) -> ThreadState {
        match self.conversation(&head.id) {
            Some(conversation) => ThreadState::of(conversation),
            None if head.running => ThreadState::Running,
            None => head.state,
        }
    }
}
