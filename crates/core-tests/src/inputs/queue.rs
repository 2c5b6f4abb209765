//! What the person does with queued prompts.

use proptest::prelude::*;

use midturn_core::input::{Input, QueueInput};

use super::act::{Weighted, act, plain};
use super::words;

pub(super) fn acts() -> Vec<Weighted> {
    vec![
        act(2, 0..3usize, |world, place| {
            Input::Queue(QueueInput::Edit(world.prompt(place)))
        }),
        plain(1, Input::Queue(QueueInput::EditLast)),
        act(2, Just(()), |world, ()| {
            let edit = world.conversation.queue().edit();
            let before = edit.map(|edit| edit.draft.clone());
            let text = before.map_or_else(String::new, |before| world.typing(&before));
            Input::Queue(QueueInput::EditChanged(text))
        }),
        act(1, Just(()), |world, ()| {
            // Saving an empty edit discards the prompt with its words.
            let edit = world.conversation.queue().edit();
            let cleared = words(edit.map(|edit| edit.draft.as_str()).into_iter());
            world.typed.retain(|word| !cleared.contains(word));
            Input::Queue(QueueInput::EditChanged(" ".into()))
        }),
        plain(1, Input::Queue(QueueInput::EditDone)),
        act(1, Just(()), |world, ()| {
            world.forget_edit();
            Input::Queue(QueueInput::EditAbandoned)
        }),
        act(1, 0..3usize, |world, place| {
            let id = world.prompt(place);
            let prompts = world.conversation.queue().prompts();
            let before = prompts.iter().find(|held| held.id == id);
            // The person did not type it, and may write it over.
            let text = before.map_or_else(String::new, |held| format!("{} more", held.text));
            Input::Queue(QueueInput::Rewrite { id, text })
        }),
        act(1, (0..3usize, 0..4usize), |world, (from, to)| {
            let id = world.prompt(from);
            Input::Queue(QueueInput::Move { id, to })
        }),
        act(3, 0..3usize, |world, place| {
            Input::Queue(QueueInput::Remove(world.prompt(place)))
        }),
        plain(1, Input::Queue(QueueInput::Restore)),
        act(2, (0..3usize, any::<bool>()), |world, (place, held)| {
            let id = world.prompt(place);
            Input::Queue(QueueInput::Hold { id, held })
        }),
        act(2, 0..3usize, |world, place| {
            Input::Queue(QueueInput::RunNow(world.prompt(place)))
        }),
        act(1, any::<bool>(), |_, pauses| {
            Input::Queue(QueueInput::PauseAfterTurn(pauses))
        }),
        plain(1, Input::Queue(QueueInput::RunNext)),
    ]
}

pub(super) fn samples() -> Vec<Input> {
    let inputs = [
        QueueInput::Edit("q1".into()),
        QueueInput::EditLast,
        QueueInput::EditChanged("x".into()),
        QueueInput::EditDone,
        QueueInput::EditAbandoned,
        QueueInput::Rewrite {
            id: "q1".into(),
            text: "x".into(),
        },
        QueueInput::Move {
            id: "q1".into(),
            to: 300,
        },
        QueueInput::Remove("q1".into()),
        QueueInput::Restore,
        QueueInput::RunNow("q1".into()),
        QueueInput::Hold {
            id: "q1".into(),
            held: true,
        },
        QueueInput::PauseAfterTurn(true),
        QueueInput::RunNext,
    ];
    inputs.map(Input::Queue).into()
}
