//! Rows that start hidden or running.

use super::{
    Row, abort, cancel, cancelled, cancelling, check, composer_is, ends, open, opens,
    opens_or_stops, paused, running, stops,
};
use crate::card::{Card, PauseReason};
use crate::effect::{Announcement, Effect, FocusTarget};
use crate::input::{Input, QueueInput};
use crate::run_event::{FinishOutcome, LostReason, RunError, RunEvent};
use crate::testing::builder::{controlled, convo, run_of};
use crate::testing::events::failure;
use crate::testing::inputs::replace;
use crate::transcript::{Outcome, Stop};

/// The agent says that the run was cut off.
fn cut_off() -> RunEvent {
    RunEvent::Failed(RunError {
        message: "restarted".into(),
        code: Some("interrupted".into()),
    })
}

#[test]
fn from_hidden() {
    check(vec![
        Row {
            name: "hidden, submit: running",
            from: convo().composing("hi"),
            input: Input::Submit { id: "m1".into() },
            card: running("m1"),
            must: vec![open("m1")],
            never: stops,
            also: |c| c.turn("m1").text == "hi" && composer_is(c, ""),
        },
        Row {
            name: "hidden, submit of a blank: hidden",
            from: convo().composing(" \n "),
            input: Input::Submit { id: "m1".into() },
            card: Card::Hidden,
            must: vec![],
            never: opens_or_stops,
            also: |c| c.was_refused() && composer_is(c, " \n "),
        },
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one row per transition")]
fn from_running() {
    check(vec![
        Row {
            name: "running, cancel clicked: cancelling",
            from: controlled().running("m1"),
            input: Input::CancelClicked { run: run_of("m1") },
            card: cancelling("m1", "", false),
            must: vec![Effect::Focus(FocusTarget::Editor)],
            never: opens_or_stops,
            also: |c| c.turn("m1").outcome.is_none(),
        },
        Row {
            name: "running, the run ends, queue empty: hidden",
            from: controlled().running("m1").steps(1),
            input: ends("m1", RunEvent::Finished(FinishOutcome::Success)),
            card: Card::Hidden,
            must: vec![Effect::Announce(Announcement::Finished)],
            never: opens_or_stops,
            also: |c| c.turn("m1").outcome == Some(Outcome::Completed),
        },
        Row {
            name: "running, the run ends without a word: hidden, and said",
            from: controlled().running("m1"),
            input: ends("m1", RunEvent::Finished(FinishOutcome::Success)),
            card: Card::Hidden,
            must: vec![Effect::Announce(Announcement::Unanswered)],
            never: opens_or_stops,
            also: |c| c.turn("m1").unanswered,
        },
        Row {
            name: "running, the run ends well, queue: running with the next prompt",
            from: controlled().running("m1").queued(2),
            input: ends("m1", RunEvent::Finished(FinishOutcome::Success)),
            card: running("q1"),
            must: vec![open("q1")],
            never: stops,
            also: |c| c.prompts() == ["q2"] && c.turn("q1").text == "text of q1",
        },
        Row {
            name: "running, pause after this turn: running",
            from: controlled().running("m1").queued(2),
            input: Input::Queue(QueueInput::PauseAfterTurn(true)),
            card: running("m1"),
            must: vec![],
            never: opens_or_stops,
            also: |c| c.conversation.queue().pauses(),
        },
        Row {
            name: "running, pause asked for, the run ends well, queue: paused",
            from: controlled()
                .running("m1")
                .steps(1)
                .queued(2)
                .queue(QueueInput::PauseAfterTurn(true)),
            input: ends("m1", RunEvent::Finished(FinishOutcome::Success)),
            card: paused(PauseReason::Asked),
            must: vec![
                Effect::Announce(Announcement::Finished),
                Effect::Announce(Announcement::Paused { prompts: 2 }),
            ],
            never: opens_or_stops,
            also: |c| c.prompts() == ["q1", "q2"] && !c.conversation.queue().pauses(),
        },
        Row {
            name: "running, pause taken back, the run ends well, queue: running",
            from: controlled()
                .running("m1")
                .queued(1)
                .queue(QueueInput::PauseAfterTurn(true))
                .queue(QueueInput::PauseAfterTurn(false)),
            input: ends("m1", RunEvent::Finished(FinishOutcome::Success)),
            card: running("q1"),
            must: vec![open("q1")],
            never: stops,
            also: |c| c.prompts().is_empty(),
        },
        Row {
            name: "running, pause without a queue: nothing to pause",
            from: controlled().running("m1"),
            input: Input::Queue(QueueInput::PauseAfterTurn(true)),
            card: running("m1"),
            must: vec![],
            never: opens_or_stops,
            also: |c| !c.conversation.queue().pauses(),
        },
        Row {
            name: "running, the run fails, queue: paused with the reason",
            from: controlled().running("m1").queued(2),
            input: ends("m1", failure("no")),
            card: paused(PauseReason::Failed),
            must: vec![
                Effect::Announce(Announcement::Failed),
                Effect::Announce(Announcement::Paused { prompts: 2 }),
            ],
            never: opens_or_stops,
            also: |c| c.prompts() == ["q1", "q2"],
        },
        Row {
            name: "running, the stream is lost, queue: paused with the reason",
            from: convo().running("m1").queued(1),
            input: ends("m1", RunEvent::Lost(LostReason::Truncated)),
            card: paused(PauseReason::Interrupted),
            must: vec![Effect::Announce(Announcement::Interrupted)],
            never: opens_or_stops,
            also: |c| c.turn("m1").outcome == Some(Outcome::Interrupted(LostReason::Truncated)),
        },
        Row {
            name: "running, the agent was restarted, queue: interrupted and paused",
            from: controlled().running("m1").queued(1),
            input: ends("m1", cut_off()),
            card: paused(PauseReason::Interrupted),
            must: vec![Effect::Announce(Announcement::Interrupted)],
            never: opens_or_stops,
            also: |c| matches!(c.turn("m1").outcome, Some(Outcome::Interrupted(_))),
        },
        Row {
            name: "running, the run fails, queue empty: hidden",
            from: controlled().running("m1"),
            input: ends("m1", failure("no")),
            card: Card::Hidden,
            must: vec![Effect::Announce(Announcement::Failed)],
            never: opens_or_stops,
            also: |c| matches!(c.turn("m1").outcome, Some(Outcome::Failed(_))),
        },
        Row {
            name: "running, a prompt is sent: running",
            from: controlled().running("m1").queued(1).composing("two"),
            input: Input::Submit { id: "q2".into() },
            card: running("m1"),
            must: vec![Effect::Announce(Announcement::Queued { ahead: 1 })],
            never: opens_or_stops,
            also: |c| c.prompts() == ["q1", "q2"] && composer_is(c, ""),
        },
        Row {
            name: "running, stop, queue: paused",
            from: controlled().running("m1").queued(1),
            input: Input::Stop { run: run_of("m1") },
            card: paused(PauseReason::Cancelled),
            must: vec![cancel("m1"), Effect::Focus(FocusTarget::AfterSend)],
            never: |effect| opens(effect) || matches!(effect, Effect::AbortStream { .. }),
            also: |c| cancelled(c, "m1", Stop::Requested),
        },
        Row {
            name: "running, stop, queue empty: hidden",
            from: controlled().running("m1"),
            input: Input::Stop { run: run_of("m1") },
            card: Card::Hidden,
            must: vec![cancel("m1")],
            never: opens,
            also: |c| cancelled(c, "m1", Stop::Requested),
        },
        Row {
            name: "running, stop, plain backend: the stream is aborted",
            from: convo().running("m1").queued(1),
            input: Input::Stop { run: run_of("m1") },
            card: paused(PauseReason::Cancelled),
            must: vec![abort("m1")],
            never: |effect| opens(effect) || matches!(effect, Effect::SendCancel { .. }),
            also: |c| cancelled(c, "m1", Stop::Unknown) && c.conversation.stopping().is_empty(),
        },
        Row {
            name: "running, replace: running with a new run, ahead of the queue",
            from: convo().running("m1").queued(1).composing("instead"),
            input: replace(run_of("m1"), "new"),
            card: running("new"),
            must: vec![abort("m1"), open("new")],
            never: |effect| matches!(effect, Effect::SendCancel { .. }),
            also: |c| {
                cancelled(c, "m1", Stop::Unknown)
                    && c.turn("new").text == "instead"
                    && c.prompts() == ["q1"]
                    && composer_is(c, "")
            },
        },
        Row {
            name: "running, replace without text: running",
            from: convo().running("m1").composing(" "),
            input: replace(run_of("m1"), "new"),
            card: running("m1"),
            must: vec![],
            never: opens_or_stops,
            also: |c| c.was_refused() && composer_is(c, " "),
        },
        Row {
            name: "running, replace of a run that has gone: running",
            from: convo().running("m1").composing("instead"),
            input: replace(run_of("m0"), "new"),
            card: running("m1"),
            must: vec![],
            never: opens_or_stops,
            also: |c| c.was_refused() && composer_is(c, "instead"),
        },
        Row {
            name: "running, run now: running with that prompt",
            from: controlled().running("m1").queued(2),
            input: Input::Queue(QueueInput::RunNow("q2".into())),
            card: running("q2"),
            must: vec![cancel("m1"), Effect::Focus(FocusTarget::AfterSend)],
            never: opens,
            also: |c| c.prompts() == ["q1"] && cancelled(c, "m1", Stop::Requested),
        },
    ]);
}
