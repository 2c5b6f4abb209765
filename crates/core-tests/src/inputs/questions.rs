//! The person's answers to questions of the agent.

use proptest::prelude::*;

use midturn_core::input::{AlwaysInput, Input};
use midturn_core::testing::inputs::answer_to;
use midturn_core::transcript::{Answer, AnswerDraft};

use super::act::{Weighted, act, plain};

pub(super) fn acts() -> Vec<Weighted> {
    let answer = prop_oneof![
        2 => Just(Answer::Approved { arguments: None }),
        1 => Just(Answer::Denied { reason: None }),
    ];
    vec![
        act(5, (0..2usize, answer), |world, (place, answer)| {
            Input::Answer {
                turn: world.last_turn(),
                interrupt: world.question(place),
                answer,
            }
        }),
        act(2, 0..2usize, |world, place| {
            Input::Always(AlwaysInput::Allow {
                turn: world.last_turn(),
                interrupt: world.question(place),
            })
        }),
        plain(
            1,
            Input::Always(AlwaysInput::AskAgain {
                tool: "search".into(),
            }),
        ),
    ]
}

pub(super) fn samples() -> Vec<Input> {
    let mut inputs = vec![
        Input::Always(AlwaysInput::Allow {
            turn: "m1".into(),
            interrupt: "q".into(),
        }),
        Input::Always(AlwaysInput::AskAgain {
            tool: "search".into(),
        }),
        Input::AnswerDraft {
            turn: "m1".into(),
            interrupt: "q".into(),
            draft: AnswerDraft {
                text: "because".into(),
                fields: vec![("path".into(), "a\nb".into())],
            },
        },
    ];
    let answers = [
        Answer::Approved {
            arguments: Some("{}".into()),
        },
        Answer::Denied { reason: None },
        Answer::Reply("1".into()),
        Answer::Abandoned,
    ];
    inputs.extend(answers.map(|answer| answer_to("m1", "q", answer)));
    inputs
}
