//! Interjections: sending, changing and addressing them.

use midturn_core::input::{Input, InterjectionInput};
use midturn_core::testing::builder::run_of;
use midturn_core::transcript::Target;

use super::World;
use super::act::{Weighted, Which, act, which};

/// Interjects the composer's text.
pub(crate) fn interject(world: &mut World, which: Which) -> Input {
    Input::Interject {
        run: world.run(which),
        id: world.message(),
    }
}

pub(super) fn acts() -> Vec<Weighted> {
    vec![
        act(5, which(), interject),
        act(2, 0..3usize, |world, place| {
            let (id, before) = world.said(place);
            let text = world.typing(&before);
            Input::Interjection(InterjectionInput::Revise { id, text })
        }),
        act(2, 0..3usize, |world, place| {
            Input::Interjection(InterjectionInput::TakeBack(world.said(place).0))
        }),
        act(2, 0..3usize, |world, place| {
            Input::Interjection(InterjectionInput::QueueInstead(world.said(place).0))
        }),
    ]
}

pub(super) fn samples() -> Vec<Input> {
    let run = || run_of("m1");
    vec![
        Input::Interject {
            run: run(),
            id: "i".into(),
        },
        Input::InterjectAfter {
            run: run(),
            id: "i2".into(),
        },
        Input::TargetChosen {
            target: Some(Target::Agent("s".into())),
        },
        Input::Interjection(InterjectionInput::Revise {
            id: "i".into(),
            text: "x".into(),
        }),
        Input::Interjection(InterjectionInput::TakeBack("i".into())),
        Input::Interjection(InterjectionInput::QueueInstead("i".into())),
    ]
}
