//! Rows that start paused.

use super::{
    Row, check, composer_is, open, opens_or_stops, paused, resuming, running, running_with, stops,
};
use crate::card::{Card, PauseReason};
use crate::effect::{Announcement, Effect, FocusTarget};
use crate::input::{Input, QueueInput};
use crate::testing::builder::{Convo, convo, run_of};
use crate::testing::inputs::try_again;

#[test]
#[expect(clippy::too_many_lines, reason = "one row per transition")]
fn from_paused() {
    let from = |queued| convo().running("m1").queued(queued).paused();
    let with_draft = |queued| {
        let resuming = convo().running("m1").queued(queued).resuming("draft");
        resuming.given(Input::EditorDismiss)
    };
    check(vec![
        Row {
            name: "paused, resume clicked: resuming",
            from: from(1),
            input: Input::ResumeClicked,
            card: resuming(""),
            must: vec![Effect::Focus(FocusTarget::Editor)],
            never: opens_or_stops,
            also: |c| c.prompts() == ["q1"],
        },
        Row {
            name: "paused, a prompt is sent: paused; it is queued",
            from: from(1).composing("two"),
            input: Input::Submit { id: "q2".into() },
            card: paused(PauseReason::Cancelled),
            must: vec![Effect::Announce(Announcement::Queued { ahead: 1 })],
            never: opens_or_stops,
            also: |c| c.prompts() == ["q1", "q2"],
        },
        Row {
            name: "paused, a prompt of several is removed: paused",
            from: from(2),
            input: Input::Queue(QueueInput::Remove("q1".into())),
            card: paused(PauseReason::Cancelled),
            must: vec![Effect::Announce(Announcement::Removed)],
            never: opens_or_stops,
            also: |c| c.prompts() == ["q2"],
        },
        Row {
            name: "paused, the last prompt is removed: hidden; the draft goes to the composer",
            from: with_draft(1),
            input: Input::Queue(QueueInput::Remove("q1".into())),
            card: Card::Hidden,
            must: vec![Effect::Focus(FocusTarget::Composer)],
            never: opens_or_stops,
            also: |c| composer_is(c, "draft"),
        },
        Row {
            name: "paused, run next: running; the draft is kept in the card",
            from: with_draft(2),
            input: Input::Queue(QueueInput::RunNext),
            card: running_with("q1", "draft"),
            must: vec![open("q1"), Effect::Focus(FocusTarget::AfterSend)],
            never: stops,
            also: |c| c.prompts() == ["q2"],
        },
        Row {
            name: "resuming, run next: running; the draft is kept in the card",
            from: convo().running("m1").queued(1).resuming("draft"),
            input: Input::Queue(QueueInput::RunNext),
            card: running_with("q1", "draft"),
            must: vec![open("q1")],
            never: stops,
            also: |c| c.prompts().is_empty(),
        },
        Row {
            name: "paused, pause after this turn: the queue already waits",
            from: from(1),
            input: Input::Queue(QueueInput::PauseAfterTurn(true)),
            card: paused(PauseReason::Cancelled),
            must: vec![],
            never: opens_or_stops,
            also: |c| c.was_refused() && !c.conversation.queue().pauses(),
        },
        Row {
            name: "paused, run now: running; the draft is kept in the card",
            from: with_draft(2),
            input: Input::Queue(QueueInput::RunNow("q2".into())),
            card: running_with("q2", "draft"),
            must: vec![open("q2")],
            never: stops,
            also: |c| c.prompts() == ["q1"],
        },
        Row {
            name: "paused, stop: paused, there is nothing to stop",
            from: from(1),
            input: Input::Stop { run: run_of("m1") },
            card: paused(PauseReason::Cancelled),
            must: vec![],
            never: opens_or_stops,
            also: Convo::was_refused,
        },
        Row {
            name: "paused, try again: running; the queue goes on after it",
            from: from(1),
            input: try_again("m1", "again"),
            card: running("again"),
            must: vec![open("again")],
            never: stops,
            also: |c| c.turn("again").text == "text of m1" && c.prompts() == ["q1"],
        },
        Row {
            name: "paused for an edit, the edit ends: running with the next prompt",
            from: convo()
                .running("m1")
                .queued(1)
                .editing("q1", "better")
                .finished(),
            input: Input::Queue(QueueInput::EditDone),
            card: running("q1"),
            must: vec![open("q1")],
            never: stops,
            also: |c| c.turn("q1").text == "better",
        },
        Row {
            name: "paused for an edit, the edit is abandoned: running with the next prompt",
            from: convo()
                .running("m1")
                .queued(1)
                .editing("q1", "better")
                .finished(),
            input: Input::Queue(QueueInput::EditAbandoned),
            card: running("q1"),
            must: vec![open("q1")],
            never: stops,
            also: |c| c.turn("q1").text == "text of q1",
        },
    ]);
}
