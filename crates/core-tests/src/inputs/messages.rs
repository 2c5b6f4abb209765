//! What the person does with messages that were sent, or wait for their files.

use proptest::prelude::*;

use midturn_core::input::{EditInput, Input, InterjectionInput, UnsentInput};
use midturn_core::rating::Rating;
use midturn_core::testing::builder::run_of;
use midturn_core::testing::inputs::try_again;
use midturn_core::testing::invariants;

use super::act::{Weighted, act, which};
use super::words;

pub(super) fn acts() -> Vec<Weighted> {
    let rating = prop_oneof![
        Just(None),
        Just(Some(Rating::Good)),
        Just(Some(Rating::Bad)),
    ];
    vec![
        act(1, Just(()), |world, ()| Input::TryAgain {
            turn: world.last_turn(),
            id: world.message(),
        }),
        act(1, 0..3usize, |world, back| {
            let turn = world.conversation.turns().iter().rev().nth(back);
            let said = turn.map(|turn| (turn.id.clone(), turn.text.clone()));
            let (turn, text) = said.unwrap_or_else(|| ("none".into(), String::new()));
            Input::SendAgain {
                turn,
                id: world.message(),
                text,
            }
        }),
        act(1, 0..3usize, |world, back| {
            let turn = world.conversation.turns().iter().rev().nth(back);
            let id = turn.map_or_else(|| "none".into(), |turn| turn.id.clone());
            Input::Edit(EditInput::Begin(id))
        }),
        act(3, 0..3usize, |world, place| {
            Input::Edit(EditInput::Begin(world.said(place).0))
        }),
        act(3, 0..2usize, |world, place| {
            let (id, before) = world.edit(place);
            let text = before.map_or_else(String::new, |before| world.typing(&before));
            Input::Edit(EditInput::Changed { id, text })
        }),
        act(1, 0..2usize, |world, place| {
            let (id, text) = world.edit(place);
            let text = text.unwrap_or_default();
            if world.conversation.turn(&id).is_some() {
                let (turn, id) = (id, world.message());
                Input::SendAgain { turn, id, text }
            } else {
                Input::Interjection(InterjectionInput::Revise { id, text })
            }
        }),
        act(1, 0..2usize, |world, place| {
            let (id, text) = world.edit(place);
            // The person discards what is only in the editor.
            let thrown = words(text.as_deref().into_iter());
            let mut rest = world.conversation.clone();
            rest.apply(Input::Edit(EditInput::Abandoned(id.clone())), world.now);
            let kept = words(invariants::kept_texts(&rest, true));
            world
                .typed
                .retain(|word| !thrown.contains(word) || kept.contains(word));
            Input::Edit(EditInput::Abandoned(id))
        }),
        act(1, 0..3usize, |world, back| {
            let last = world.conversation.discarded().get(back);
            let id = last.map_or_else(|| "none".into(), |held| held.id.clone());
            Input::Edit(EditInput::Restore(id))
        }),
        act(1, Just(()), |_, ()| Input::Edit(EditInput::Forget)),
        act(2, which(), |world, which| {
            let run = world.run(which);
            Input::Unsent(UnsentInput::SendWithout { run })
        }),
        act(1, which(), |world, which| {
            let run = world.run(which);
            Input::Unsent(UnsentInput::KeepEditing { run })
        }),
        act(1, Just(()), |world, ()| Input::EditAgain {
            turn: world.last_turn(),
        }),
        act(1, (0..3usize, rating), |world, (place, rating)| {
            let turn = world.conversation.turns().get(place);
            Input::Rate {
                turn: turn.map_or_else(|| "none".into(), |turn| turn.id.clone()),
                rating,
            }
        }),
    ]
}

pub(super) fn samples() -> Vec<Input> {
    let run = || run_of("m1");
    vec![
        Input::EditAgain { turn: "m1".into() },
        Input::Edit(EditInput::Begin("m1".into())),
        Input::Edit(EditInput::Changed {
            id: "m1".into(),
            text: "x".into(),
        }),
        Input::Edit(EditInput::Abandoned("m1".into())),
        Input::Edit(EditInput::Restore("m1".into())),
        Input::Edit(EditInput::Forget),
        Input::Unsent(UnsentInput::SendWithout { run: run() }),
        Input::Unsent(UnsentInput::KeepEditing { run: run() }),
        Input::SendAgain {
            turn: "m1".into(),
            id: "m7".into(),
            text: "again".into(),
        },
        try_again("m1", "m6"),
        Input::Rate {
            turn: "m1".into(),
            rating: Some(Rating::Bad),
        },
    ]
}
