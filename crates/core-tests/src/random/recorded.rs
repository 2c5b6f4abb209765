//! Checks that a recording that begins in the middle of a sequence replays identically, and that
//! stored records are read back unchanged.

use proptest::prelude::*;

use midturn_core::chat::{Chat, ChatInput};
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::input::Input;
use midturn_core::recording::TimedInput;
use midturn_core::run_event::Abilities;
use midturn_core::transcript::Turn;

use crate::recordings::{read_chat, write_chat};
use crate::storage::{read, write};

/// Applies the inputs. From the middle on, also applies the recorded inputs to a recorded chat, and
/// compares the results.
pub(super) fn check(abilities: Abilities, inputs: &[Input]) -> Result<(), TestCaseError> {
    let thread = ThreadId::from("t");
    let mut chat = Chat::new(abilities);
    let empty = Conversation::new(thread.clone());
    chat.apply(ChatInput::Open(thread.clone()), 0);
    chat.apply(ChatInput::Loaded(Box::new(empty)), 0);
    let mut again = None;
    for (place, input) in inputs.iter().enumerate() {
        if place == inputs.len() / 2 {
            let read = read_chat(&write_chat(&chat, thread.as_str()));
            again = Some(read.map_err(|error| failed(&error))?);
        }
        let input = ChatInput::In(thread.clone(), input.clone());
        let at = place as u64;
        let happened = TimedInput { at, input };
        let recorded: TimedInput = read(&write(&happened)).map_err(|error| failed(&error))?;
        let step = chat.apply(happened.input, at);
        if let Some(again) = &mut again {
            prop_assert_eq!(again.apply(recorded.input, recorded.at), step);
        }
    }
    if let Some(again) = &again {
        prop_assert_eq!(again.conversation(&thread), chat.conversation(&thread));
    }
    chat.conversation(&thread).map_or(Ok(()), check_records)
}

/// Checks that the stored records of a conversation are read back unchanged.
fn check_records(held: &Conversation) -> Result<(), TestCaseError> {
    let stored: Conversation = read(&write(held)).map_err(|error| failed(&error))?;
    prop_assert_eq!(stored.queue(), held.queue());
    prop_assert_eq!(stored.card(), held.card());
    prop_assert_eq!(stored.active(), held.active());
    prop_assert_eq!(stored.stopping(), held.stopping());
    prop_assert_eq!(write(&stored), write(held));
    for turn in held.turns() {
        prop_assert_eq!(
            &read::<Turn>(&write(turn)).map_err(|error| failed(&error))?,
            turn
        );
    }
    Ok(())
}

fn failed(error: &serde_json::Error) -> TestCaseError {
    TestCaseError::fail(format!("it is not read back: {error}"))
}
