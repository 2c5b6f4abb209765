//! All of a conversation as bytes, for a recording: what is stored, and what is not.
//!
//! Not responsible for what is stored of it (see [`super::Conversation`]).

use super::Conversation;
use crate::record::{Reader, Stored};

impl Conversation {
    pub(crate) fn put_whole(&self, out: &mut Vec<u8>) {
        self.put(out);
        self.turns.put(out);
        self.past.put(out);
        self.tools.put(out);
    }

    pub(crate) fn take_whole(from: &mut Reader<'_>) -> Self {
        let mut held = Self::take(from).with_turns(Stored::take(from));
        held.past = Stored::take(from);
        held.tools = Stored::take(from);
        held
    }
}
