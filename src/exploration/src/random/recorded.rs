//! A recording that begins at any moment is played again as it was.
//!
//! Not responsible for what happens.

use proptest::prelude::*;

use midturn_core::chat::{Chat, ChatInput};
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::input::Input;
use midturn_core::recording::{read_chat, read_input, write_chat, write_input};
use midturn_core::run_event::Abilities;

/// Plays what has happened, and from the middle on a second time from what was recorded of it.
pub(super) fn check(abilities: Abilities, inputs: &[Input]) -> Result<(), TestCaseError> {
    let thread = ThreadId::from("t");
    let mut chat = Chat::new(abilities);
    let empty = Conversation::new(thread.clone());
    chat.apply(ChatInput::Open(thread.clone()), 0);
    chat.apply(ChatInput::Loaded(Box::new(empty)), 0);
    let mut again = None;
    for (place, input) in inputs.iter().enumerate() {
        if place == inputs.len() / 2 {
            again = read_chat(&write_chat(&chat, &thread));
            prop_assert!(again.is_some(), "the chat is not read back");
        }
        let input = ChatInput::In(thread.clone(), input.clone());
        let recorded = read_input(&write_input(&input, place as u64));
        let step = chat.apply(input, place as u64);
        let Some((at, recorded)) = recorded else {
            return Err(TestCaseError::fail("an input is not read back"));
        };
        if let Some(again) = &mut again {
            prop_assert_eq!(again.apply(recorded, at), step);
        }
    }
    if let Some(again) = &again {
        prop_assert_eq!(again.conversation(&thread), chat.conversation(&thread));
    }
    Ok(())
}
