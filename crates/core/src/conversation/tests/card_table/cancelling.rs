//! Rows that start with the cancel editor open.

use super::{
    Row, abort, cancel, cancelled, cancelling, check, composer_is, ends, open, opens,
    opens_or_stops, paused, running, running_with, submit,
};
use crate::card::{Card, PauseReason};
use crate::effect::{Announcement, Effect, FocusTarget};
use crate::input::{Input, QueueInput};
use crate::run_event::{FinishOutcome, RunEvent};
use crate::testing::builder::{Convo, controlled, convo, run_of};
use crate::testing::events::failure;
use crate::testing::inputs::replace;
use crate::transcript::{Outcome, Stop};

#[test]
#[expect(clippy::too_many_lines, reason = "one row per transition")]
fn from_cancelling() {
    check(vec![
        Row {
            name: "cancelling, submit: running with a new run, which waits for the answer",
            from: controlled()
                .running("m1")
                .queued(1)
                .steps(2)
                .cancelling("instead"),
            input: submit(),
            card: running("new"),
            must: vec![
                cancel("m1"),
                Effect::Announce(Announcement::Cancelled { steps: 2 }),
            ],
            never: opens,
            also: |c| {
                cancelled(c, "m1", Stop::Requested)
                    && c.turn("m1").finished_steps() == 2
                    && c.turn("new").text == "instead"
                    && c.prompts() == ["q1"]
            },
        },
        Row {
            name: "cancelling, submit, plain backend: aborted and sent in one step",
            from: convo().running("m1").cancelling("instead"),
            input: submit(),
            card: running("new"),
            must: vec![abort("m1"), open("new")],
            never: |effect| matches!(effect, Effect::SendCancel { .. }),
            also: |c| cancelled(c, "m1", Stop::Unknown),
        },
        Row {
            name: "cancelling, replace: running with the composer's text; the draft is kept",
            from: controlled()
                .running("m1")
                .cancelling("a draft")
                .composing("instead"),
            input: replace(run_of("m1"), "new"),
            card: running("new"),
            must: vec![cancel("m1")],
            never: opens,
            also: |c| c.turn("new").text == "instead" && composer_is(c, "a draft"),
        },
        Row {
            name: "cancelling, submit of a blank: cancelling",
            from: controlled().running("m1").cancelling(" \n"),
            input: submit(),
            card: cancelling("m1", " \n", false),
            must: vec![],
            never: opens_or_stops,
            also: Convo::was_refused,
        },
        Row {
            name: "cancelling, dismiss, queue: paused; the draft goes to the composer",
            from: controlled()
                .running("m1")
                .queued(2)
                .cancelling("draft")
                .composing("before"),
            input: Input::EditorDismiss,
            card: paused(PauseReason::Cancelled),
            must: vec![cancel("m1"), Effect::Focus(FocusTarget::Composer)],
            never: opens,
            also: |c| composer_is(c, "before\ndraft") && c.prompts() == ["q1", "q2"],
        },
        Row {
            name: "cancelling, dismiss without a draft, queue: paused, at the Resume button",
            from: controlled().running("m1").queued(1).cancelling(""),
            input: Input::EditorDismiss,
            card: paused(PauseReason::Cancelled),
            must: vec![cancel("m1"), Effect::Focus(FocusTarget::CardControl)],
            never: opens,
            also: |c| composer_is(c, ""),
        },
        Row {
            name: "cancelling, dismiss, queue empty: hidden; the draft goes to the composer",
            from: controlled().running("m1").cancelling("draft"),
            input: Input::EditorDismiss,
            card: Card::Hidden,
            must: vec![cancel("m1"), Effect::Focus(FocusTarget::Composer)],
            never: opens,
            also: |c| composer_is(c, "draft") && cancelled(c, "m1", Stop::Requested),
        },
        Row {
            name: "cancelling, dismiss without a draft: the composer is left alone",
            from: controlled().running("m1").cancelling(" ").composing("mine"),
            input: Input::EditorDismiss,
            card: Card::Hidden,
            must: vec![cancel("m1")],
            never: opens,
            also: |c| composer_is(c, "mine"),
        },
        Row {
            name: "cancelling, keep running: running; the draft is kept for the next time",
            from: controlled().running("m1").cancelling("draft"),
            input: Input::KeepRunning,
            card: running_with("m1", "draft"),
            must: vec![Effect::Focus(FocusTarget::CardControl)],
            never: opens_or_stops,
            also: |c| {
                let again = c.clone().given(Input::CancelClicked { run: run_of("m1") });
                again.card().editor() == Some("draft") && c.turn("m1").outcome.is_none()
            },
        },
        Row {
            name: "cancelling, the run ends: cancelling, over; the queue does not start",
            from: controlled().running("m1").queued(1).cancelling("draft"),
            input: ends("m1", RunEvent::Finished(FinishOutcome::Success)),
            card: cancelling("m1", "draft", true),
            must: vec![Effect::Announce(Announcement::FinishedWhileEditing)],
            never: opens_or_stops,
            also: |c| c.prompts() == ["q1"] && c.turn("m1").outcome == Some(Outcome::Completed),
        },
        Row {
            name: "cancelling, the run fails: cancelling, over; the failure is announced",
            from: controlled().running("m1").queued(1).cancelling("draft"),
            input: ends("m1", failure("broken")),
            card: cancelling("m1", "draft", true),
            must: vec![Effect::Announce(Announcement::Failed)],
            never: |held| {
                opens_or_stops(held)
                    || *held == Effect::Announce(Announcement::FinishedWhileEditing)
            },
            also: |c| c.prompts() == ["q1"],
        },
        Row {
            name: "cancelling, stop: paused; the draft goes to the composer",
            from: controlled().running("m1").queued(1).cancelling("draft"),
            input: Input::Stop { run: run_of("m1") },
            card: paused(PauseReason::Cancelled),
            must: vec![cancel("m1")],
            never: opens,
            also: |c| composer_is(c, "draft"),
        },
        Row {
            name: "cancelling, a prompt is sent: cancelling; it is queued",
            from: controlled()
                .running("m1")
                .cancelling("draft")
                .composing("later"),
            input: Input::Submit { id: "q1".into() },
            card: cancelling("m1", "draft", false),
            must: vec![Effect::Announce(Announcement::Queued { ahead: 0 })],
            never: opens_or_stops,
            also: |c| c.prompts() == ["q1"],
        },
        Row {
            name: "cancelling, run now: running; the draft goes to the composer",
            from: controlled().running("m1").queued(1).cancelling("draft"),
            input: Input::Queue(QueueInput::RunNow("q1".into())),
            card: running("q1"),
            must: vec![cancel("m1")],
            never: opens,
            also: |c| composer_is(c, "draft"),
        },
    ]);
}
