//! What the person does at the running card: stopping, and the card's editor.

use proptest::prelude::*;

use midturn_core::input::Input;
use midturn_core::testing::builder::run_of;

use super::World;
use super::act::{Weighted, Which, act, plain, which};

/// Stops the run and sends the composer's content.
pub(crate) fn replace(world: &mut World, which: Which) -> Input {
    Input::Replace {
        run: world.run(which),
        id: world.message(),
    }
}

pub(super) fn acts() -> Vec<Weighted> {
    vec![
        act(2, which(), |world, which| Input::Stop {
            run: world.run(which),
        }),
        act(2, which(), replace),
        act(4, which(), |world, which| Input::CancelClicked {
            run: world.run(which),
        }),
        act(4, Just(()), |world, ()| {
            let before = world.conversation.card().editor().map(str::to_owned);
            Input::EditorChanged {
                text: before.map_or_else(String::new, |before| world.typing(&before)),
            }
        }),
        act(4, Just(()), |world, ()| Input::EditorSubmit {
            id: world.message(),
        }),
        plain(1, Input::ResumeClicked),
        plain(1, Input::EditorDismiss),
        plain(1, Input::KeepRunning),
        act(
            2,
            (which(), prop_oneof![Just("s"), Just("c")]),
            |world, (which, task)| Input::StopTask {
                run: world.run(which),
                task: task.into(),
            },
        ),
        act(1, (which(), any::<bool>()), |world, (which, whole)| {
            Input::Force {
                run: world.run(which),
                task: (!whole).then(|| "s".into()),
            }
        }),
    ]
}

pub(super) fn samples() -> Vec<Input> {
    let run = || run_of("m1");
    vec![
        Input::Stop { run: run() },
        Input::Replace {
            run: run(),
            id: "m3".into(),
        },
        Input::StopTask {
            run: run(),
            task: "c".into(),
        },
        Input::Force {
            run: run(),
            task: None,
        },
        Input::CancelClicked { run: run() },
        Input::ResumeClicked,
        Input::EditorChanged { text: "d".into() },
        Input::EditorSubmit { id: "m5".into() },
        Input::EditorDismiss,
        Input::KeepRunning,
    ]
}
