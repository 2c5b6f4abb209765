//! Rows that start with the resume editor open.

use super::{
    Row, check, composer_is, open, opens_or_stops, resuming, running, running_with, stops, submit,
};
use crate::card::{Card, PauseReason};
use crate::effect::{Announcement, Effect, FocusTarget};
use crate::input::{Input, QueueInput};
use crate::testing::builder::{Convo, convo};

#[test]
fn from_resuming() {
    let from = |draft| convo().running("m1").queued(2).resuming(draft);
    check(vec![
        Row {
            name: "resuming, submit: running with the draft; the queued prompts wait behind it",
            from: from("first this"),
            input: submit(),
            card: running("new"),
            must: vec![open("new"), Effect::Focus(FocusTarget::AfterSend)],
            never: stops,
            also: |c| c.turn("new").text == "first this" && c.prompts() == ["q1", "q2"],
        },
        Row {
            name: "resuming, submit of a blank: running with the first prompt",
            from: from(" "),
            input: submit(),
            card: running("q1"),
            must: vec![open("q1"), Effect::Focus(FocusTarget::AfterSend)],
            never: stops,
            also: |c| c.prompts() == ["q2"] && c.conversation.turn(&"new".into()).is_none(),
        },
        Row {
            name: "resuming, dismiss: paused; the draft is kept",
            from: from("draft"),
            input: Input::EditorDismiss,
            card: Card::Paused {
                draft: "draft".into(),
                reason: PauseReason::Cancelled,
            },
            must: vec![Effect::Focus(FocusTarget::CardControl)],
            never: opens_or_stops,
            also: |c| {
                composer_is(c, "")
                    && c.clone().given(Input::ResumeClicked).card().editor() == Some("draft")
            },
        },
        Row {
            name: "resuming, a prompt is sent: resuming; it is queued",
            from: from("draft").composing("three"),
            input: Input::Submit { id: "q3".into() },
            card: resuming("draft"),
            must: vec![Effect::Announce(Announcement::Queued { ahead: 2 })],
            never: opens_or_stops,
            also: |c| c.prompts() == ["q1", "q2", "q3"],
        },
        Row {
            name: "resuming, the last prompt is removed: hidden; the draft goes to the composer",
            from: convo().running("m1").queued(1).resuming("draft"),
            input: Input::Queue(QueueInput::Remove("q1".into())),
            card: Card::Hidden,
            must: vec![Effect::Focus(FocusTarget::Composer)],
            never: opens_or_stops,
            also: |c| composer_is(c, "draft"),
        },
        Row {
            name: "resuming, run now: running; the draft is kept in the card",
            from: from("draft"),
            input: Input::Queue(QueueInput::RunNow("q2".into())),
            card: running_with("q2", "draft"),
            must: vec![open("q2")],
            never: stops,
            also: |c| c.prompts() == ["q1"],
        },
        Row {
            name: "resuming, blank submit while the only prompt is edited: refused, resuming",
            from: convo()
                .running("m1")
                .queued(1)
                .resuming("")
                .editing("q1", "hm"),
            input: submit(),
            card: resuming(""),
            must: vec![],
            never: opens_or_stops,
            also: Convo::was_refused,
        },
    ]);
}
