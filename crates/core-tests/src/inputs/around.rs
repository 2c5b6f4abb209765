//! What the page, the browser and the embedder do: timers, reloads, files, client tools.

use proptest::prelude::*;

use midturn_core::client_tool::ClientTool;
use midturn_core::effect::Retry;
use midturn_core::input::Input;
use midturn_core::testing::builder::run_of;

use super::act::{Weighted, act, plain, which};
use crate::storage::stored_and_read;

const RETRIES: [Retry; 6] = [
    Retry::Open,
    Retry::Cancel,
    Retry::Rejoin,
    Retry::Interject,
    Retry::HangUp,
    Retry::Listen,
];

pub(super) fn acts() -> Vec<Weighted> {
    let retry = prop::sample::select(&RETRIES[..]);
    let found = prop_oneof![4 => Just(true), 1 => Just(false)];
    vec![
        act(4, (which(), retry), |world, (which, what)| {
            Input::RetryDue {
                run: world.run(which),
                what,
            }
        }),
        plain(1, Input::Online),
        act(1, Just(()), |world, ()| {
            // A file removed from the composer can be restored only until a reload.
            if let Some(file) = world.conversation.attached().removed() {
                world.files.remove(&file.id);
            }
            world.conversation = stored_and_read(&world.conversation);
            Input::Restored
        }),
        act(
            9,
            (which(), 0..2usize, found),
            |world, (which, place, found)| {
                let active = world.conversation.active();
                let mut files = active
                    .into_iter()
                    .flat_map(|run| run.unread.iter().chain(&run.lost));
                let file = files.nth(place).cloned();
                Input::FileRead {
                    run: world.run(which),
                    file: file.unwrap_or_else(|| "none".into()),
                    found,
                }
            },
        ),
        act(2, any::<bool>(), |_, confirm| {
            Input::ToolsOffered(vec![ClientTool {
                name: "search".into(),
                confirm,
            }])
        }),
        act(3, (which(), any::<bool>()), |world, (which, failed)| {
            Input::ToolAnswered {
                run: world.run(which),
                call: "c".into(),
                content: "r".into(),
                failed,
            }
        }),
    ]
}

pub(super) fn samples() -> Vec<Input> {
    let run = || run_of("m1");
    let mut inputs = vec![
        Input::Restored,
        Input::FileRead {
            run: run(),
            file: "f".into(),
            found: false,
        },
        Input::ToolsOffered(vec![ClientTool {
            name: "n".into(),
            confirm: true,
        }]),
        Input::StateGiven { state: "{}".into() },
        Input::ToolAnswered {
            run: run(),
            call: "c".into(),
            content: "r".into(),
            failed: true,
        },
        Input::Online,
    ];
    inputs.extend(RETRIES.map(|what| Input::RetryDue { run: run(), what }));
    inputs
}
