//! Older messages. Random tests leave them out: they come to a thread before its first turn.

use midturn_core::history::{HistoryCall, HistoryMessage, PastRest};
use midturn_core::input::Input;
use midturn_core::testing::builder::file;
use midturn_core::testing::incoming::came;

pub(super) fn samples() -> Vec<Input> {
    let history = vec![
        HistoryMessage::User {
            id: "m0".into(),
            text: "hello".into(),
            attachments: vec![file("f")],
        },
        HistoryMessage::Assistant {
            id: "a0".into(),
            text: "hi".into(),
            calls: vec![HistoryCall {
                id: "c0".into(),
                name: "n".into(),
                arguments: "{}".into(),
                encrypted: Some("e".into()),
            }],
            encrypted: None,
        },
        HistoryMessage::Tool {
            id: "r0".into(),
            call: "c0".into(),
            content: "done".into(),
            failed: false,
            attachments: vec![came("c#0", 3)],
            encrypted: Some("e".into()),
        },
        HistoryMessage::Reasoning {
            id: "t0".into(),
            text: "hm".into(),
            encrypted: None,
        },
    ];
    vec![
        Input::PastWanted,
        Input::PastLoaded {
            before: None,
            messages: history,
            rest: PastRest::More,
        },
        Input::PastGone,
        Input::PastFailed {
            before: Some("m0".into()),
        },
    ]
}
