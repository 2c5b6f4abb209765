//! A conversation as a new page has it: written, and read back.
//!
//! Not responsible for where it is kept.

use midturn_core::conversation::Conversation;
use midturn_core::input::Input;
use midturn_core::record;
use midturn_core::testing::builder::Convo;
use midturn_core::transcript::Turn;

pub(crate) fn stored_and_read(conversation: &Conversation) -> Conversation {
    let turns: Vec<Turn> = conversation
        .turns()
        .iter()
        .map(|turn| {
            let bytes = record::write(turn);
            record::read(&bytes).expect("a turn that was written can be read")
        })
        .collect();
    let bytes = record::write(conversation);
    let read: Conversation =
        record::read(&bytes).expect("a conversation that was written can be read");
    read.with_turns(turns)
}

/// The page is loaded again.
pub(crate) trait Reload {
    /// As a new page has it: what is stored, read back.
    fn reloaded(self) -> Self;
}

impl Reload for Convo {
    fn reloaded(mut self) -> Self {
        self.conversation = stored_and_read(&self.conversation);
        self.given(Input::Restored)
    }
}
