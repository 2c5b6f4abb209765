//! The backend's answers to requests about a run.

use proptest::prelude::*;

use midturn_core::control::{CancelAnswer, InterjectionAnswer};
use midturn_core::input::Input;
use midturn_core::testing::builder::run_of;

use super::act::{Weighted, act, which};

pub(super) fn acts() -> Vec<Weighted> {
    let cancel = prop_oneof![
        3 => Just(CancelAnswer::Accepted),
        1 => Just(CancelAnswer::AlreadyFinished),
        1 => Just(CancelAnswer::Unknown),
        2 => Just(CancelAnswer::Unreachable),
        1 => Just(CancelAnswer::Refused),
    ];
    let interjection = prop_oneof![
        3 => Just(InterjectionAnswer::Accepted),
        1 => Just(InterjectionAnswer::TooLate),
        1 => Just(InterjectionAnswer::Unreachable),
    ];
    vec![
        act(4, (which(), cancel), |world, (which, answer)| {
            Input::CancelAnswered {
                run: world.run(which),
                answer,
            }
        }),
        act(
            5,
            (which(), 0..3usize, interjection),
            |world, (which, place, answer)| Input::InterjectionAnswered {
                run: world.run(which),
                id: world.said(place).0,
                answer,
            },
        ),
    ]
}

pub(super) fn samples() -> Vec<Input> {
    let run = || run_of("m1");
    let mut inputs = vec![
        Input::InterjectionAnswered {
            run: run(),
            id: "i".into(),
            answer: InterjectionAnswer::TooLate,
        },
        Input::TaskStopAnswered {
            run: run(),
            task: "c".into(),
            answer: CancelAnswer::Refused,
        },
    ];
    let answers = [
        CancelAnswer::Accepted,
        CancelAnswer::AlreadyFinished,
        CancelAnswer::Unknown,
        CancelAnswer::Unreachable,
        CancelAnswer::Refused,
    ];
    inputs.extend(answers.map(|answer| Input::CancelAnswered { run: run(), answer }));
    inputs
}
