//! Rows that start with the cancel editor open over a run that has ended.

use super::{
    Row, cancelling, check, composer_is, open, opens_or_stops, paused, running, stops, submit,
};
use crate::card::{Card, PauseReason};
use crate::effect::{Announcement, Effect, FocusTarget};
use crate::input::{Input, QueueInput};
use crate::testing::builder::{Convo, controlled, run_of};
use crate::transcript::Outcome;

#[test]
fn from_cancelling_over() {
    let over = |queued| {
        controlled()
            .running("m1")
            .queued(queued)
            .cancelling("draft")
            .finished()
    };
    check(vec![
        Row {
            name: "over, submit: running, ahead of the queue; nothing is cancelled",
            from: over(1),
            input: submit(),
            card: running("new"),
            must: vec![open("new")],
            never: stops,
            also: |c| {
                c.prompts() == ["q1"]
                    && c.turn("new").text == "draft"
                    && c.turn("m1").outcome == Some(Outcome::Completed)
            },
        },
        Row {
            name: "over, submit of a blank: over",
            from: over(1).given(Input::EditorChanged { text: " ".into() }),
            input: submit(),
            card: cancelling("m1", " ", true),
            must: vec![],
            never: opens_or_stops,
            also: Convo::was_refused,
        },
        Row {
            name: "over, dismiss, queue: paused; nothing is cancelled",
            from: over(1),
            input: Input::EditorDismiss,
            card: paused(PauseReason::Finished),
            must: vec![Effect::Announce(Announcement::Paused { prompts: 1 })],
            never: opens_or_stops,
            also: |c| composer_is(c, "draft") && c.turn("m1").outcome == Some(Outcome::Completed),
        },
        Row {
            name: "over, dismiss, queue empty: hidden; nothing is cancelled",
            from: over(0),
            input: Input::EditorDismiss,
            card: Card::Hidden,
            must: vec![Effect::Focus(FocusTarget::Composer)],
            never: opens_or_stops,
            also: |c| composer_is(c, "draft"),
        },
        Row {
            name: "over after a failure, dismiss: paused with that reason",
            from: controlled().running("m1").queued(1).cancelling("").failed(),
            input: Input::EditorDismiss,
            card: paused(PauseReason::Failed),
            must: vec![],
            never: opens_or_stops,
            also: |_| true,
        },
        Row {
            name: "over, keep running: over, there is nothing to keep",
            from: over(0),
            input: Input::KeepRunning,
            card: cancelling("m1", "draft", true),
            must: vec![],
            never: opens_or_stops,
            also: Convo::was_refused,
        },
        Row {
            name: "over, stop: over, there is nothing to stop",
            from: over(0),
            input: Input::Stop { run: run_of("m1") },
            card: cancelling("m1", "draft", true),
            must: vec![],
            never: opens_or_stops,
            also: Convo::was_refused,
        },
        Row {
            name: "over, a prompt is sent: over; it is queued and does not start",
            from: over(0).composing("later"),
            input: Input::Submit { id: "q1".into() },
            card: cancelling("m1", "draft", true),
            must: vec![Effect::Announce(Announcement::Queued { ahead: 0 })],
            never: opens_or_stops,
            also: |c| c.prompts() == ["q1"],
        },
        Row {
            name: "over, run now: running; the draft goes to the composer",
            from: over(1),
            input: Input::Queue(QueueInput::RunNow("q1".into())),
            card: running("q1"),
            must: vec![open("q1")],
            never: stops,
            also: |c| composer_is(c, "draft"),
        },
    ]);
}
