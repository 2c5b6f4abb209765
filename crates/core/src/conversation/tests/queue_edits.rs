//! The editor of a queued prompt: where the focus goes when it closes (to where the person came from),
//! and what code writes beside it.

use crate::effect::{Effect, FocusTarget};
use crate::input::QueueInput;
use crate::testing::builder::{Convo, convo};

/// A turn runs, and three prompts wait.
fn three() -> Convo {
    convo().running("m1").queued(3)
}

/// Closes the editor; returns the last move of the focus.
fn focus_after(open: &Convo, close: QueueInput) -> Option<FocusTarget> {
    let closed = open.clone().queue(close);
    let mut moves = closed
        .last
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Focus(target) => Some(target.clone()),
            _ => None,
        });
    moves.next_back()
}

#[test]
fn the_focus_returns_to_the_prompt_that_was_edited() {
    for close in [QueueInput::EditDone, QueueInput::EditAbandoned] {
        for id in ["q1", "q2", "q3"] {
            let open = three().editing(id, "better");
            let focus = focus_after(&open, close.clone());
            assert_eq!(focus, Some(FocusTarget::Queue(id.into())));
        }
    }
}

#[test]
fn the_focus_returns_to_the_composer_where_the_editor_was_opened_from_there() {
    for close in [QueueInput::EditDone, QueueInput::EditAbandoned] {
        let open = three().queue(QueueInput::EditLast);
        let focus = focus_after(&open, close.clone());
        assert_eq!(focus, Some(FocusTarget::Composer));
        // Also where the editor was open already, and the person had gone to the composer.
        let again = three().editing("q3", "better").queue(QueueInput::EditLast);
        let focus = focus_after(&again, close.clone());
        assert_eq!(focus, Some(FocusTarget::Composer));
        // An editor that was opened from its row after that returns to its row.
        let other = open.editing("q2", "better");
        let focus = focus_after(&other, close);
        assert_eq!(focus, Some(FocusTarget::Queue("q2".into())));
    }
}

#[test]
fn the_focus_goes_to_the_composer_if_the_last_prompt_is_gone() {
    let open = convo().running("m1").queued(1).editing("q1", " ");
    let focus = focus_after(&open, QueueInput::EditDone);
    assert_eq!(focus, Some(FocusTarget::Composer));
}

#[test]
fn code_replaces_a_text_beside_an_open_editor() {
    let rewrite = |id: &str, text: &str| QueueInput::Rewrite {
        id: id.into(),
        text: text.into(),
    };
    let queued = convo().running("m1").queued(2).editing("q1", "half");
    let written = queued
        .queue(rewrite("q1", "by code"))
        .queue(rewrite("q2", "by code"));
    assert_eq!(written.last.effects, []);
    let texts = |convo: &Convo| {
        let prompts = convo.conversation.queue().prompts().iter();
        prompts.map(|held| held.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&written), ["by code", "by code"]);
    let edited = written.clone().queue(QueueInput::EditDone);
    assert_eq!(texts(&edited), ["half", "by code"]);
    let removed = written.queue(rewrite("q2", " "));
    assert_eq!(texts(&removed), ["by code"]);
    assert!(removed.queue(rewrite("gone", "x")).was_refused());
}
