//! Turns that are no longer part of the conversation: the person sent a message of an earlier turn
//! again, and the conversation goes on from there.
//!
//! They are kept and can be read. They are stored with the conversation, not with the turn: turns
//! from an embedder's past are not stored, and can be left out too.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::id::MessageId;

/// The turns of a conversation that are no longer part of it, each with the message that was sent in
/// its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeftOut(BTreeMap<MessageId, MessageId>);

impl LeftOut {
    /// Whether this turn is left out.
    pub fn has(&self, turn: &MessageId) -> bool {
        self.since(turn).is_some()
    }

    /// The message that was sent in place of this turn; `None` for a turn that is part of the
    /// conversation.
    pub fn since(&self, turn: &MessageId) -> Option<&MessageId> {
        self.0.get(turn)
    }

    /// Whether all turns are part of the conversation.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Leaves these turns out, because this message is sent in their place.
    pub(crate) fn add(&mut self, turns: impl IntoIterator<Item = MessageId>, message: &MessageId) {
        for turn in turns {
            self.0.insert(turn, message.clone());
        }
    }

    /// The turns whose message is there.
    pub(crate) fn of(&self, is_there: impl Fn(&MessageId) -> bool) -> Self {
        let mut messages: Vec<&MessageId> = self.0.values().collect();
        // Hundreds of turns in a row have one message.
        messages.dedup();
        messages.retain(|message| is_there(message));
        let held = self.0.iter().filter(|(_, by)| messages.contains(by));
        Self(held.map(|(turn, by)| (turn.clone(), by.clone())).collect())
    }

    /// Whether the agent is told of `turn` in a run of `own`. A run of a turn that was left out
    /// meanwhile still belongs to the conversation as it was.
    pub(crate) fn tells(&self, turn: &MessageId, own: &MessageId) -> bool {
        let since = self.since(turn);
        since.is_none() || since == self.since(own)
    }
}
