//! Writes a conversation and reads it back, as a new page would.

use midturn_core::conversation::Conversation;
use midturn_core::input::Input;
use midturn_core::record::{Envelope, Record};
use midturn_core::testing::builder::Convo;
use midturn_core::transcript::Turn;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The record of a value, as the driver writes it.
pub(crate) fn write(value: &(impl Record + Serialize)) -> String {
    serde_json::to_string(&Envelope::of(value)).expect("a record can be written")
}

/// The value of a record, as the driver reads it.
pub(crate) fn read<T: DeserializeOwned>(record: &str) -> serde_json::Result<T> {
    serde_json::from_str(record).map(Envelope::into_value)
}

/// A conversation, stored and read back. The composer's content has a record of its own, so it is
/// put back separately.
pub(crate) fn stored_and_read(conversation: &Conversation) -> Conversation {
    let again = |turn: &Turn| read(&write(turn)).expect("a turn that was written can be read");
    let turns = conversation.turns().iter().map(again).collect();
    let held: Conversation =
        read(&write(conversation)).expect("a conversation that was written can be read");
    let mut held = held.with_turns(turns);
    let said = conversation.composed();
    // This input has no effects to perform.
    let _ = held.apply(Input::Kept { said }, 0);
    held
}

/// A page reload.
pub(crate) trait Reload {
    /// The conversation on a new page: stored and read back.
    fn reloaded(self) -> Self;
}

impl Reload for Convo {
    fn reloaded(mut self) -> Self {
        self.conversation = stored_and_read(&self.conversation);
        self.given(Input::Restored)
    }
}
