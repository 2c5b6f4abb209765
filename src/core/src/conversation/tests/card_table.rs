//! One row per transition of the running card.
//!
//! Not responsible for what holds beside the table (see `rules`).

use super::builder::{Convo, controlled, convo, run_of};
use super::invariants;
use crate::card::{Card, PauseReason};
use crate::effect::{Announcement, Effect, FocusTarget};
use crate::input::{Input, QueueInput};
use crate::run_event::{FinishOutcome, LostReason, RunError, RunEvent};
use crate::transcript::{Outcome, Stop};

struct Row {
    name: &'static str,
    from: Convo,
    input: Input,
    card: Card,
    /// Effects that are there, in this order among others.
    must: Vec<Effect>,
    /// Effects that are not there.
    never: fn(&Effect) -> bool,
    /// Everything else the row promises.
    also: fn(&Convo) -> bool,
}

fn check(rows: Vec<Row>) {
    for Row {
        name,
        from,
        input,
        card,
        must,
        never,
        also,
    } in rows
    {
        let after = from.given(input);
        assert_eq!(*after.card(), card, "{name}: the card");
        let mut effects = after.last.effects.iter();
        for effect in &must {
            assert!(
                effects.any(|held| held == effect),
                "{name}: {effect:?} in {:?}",
                after.last.effects
            );
        }
        let refused: Vec<_> = after
            .last
            .effects
            .iter()
            .filter(|effect| never(effect))
            .collect();
        assert!(refused.is_empty(), "{name}: {refused:?}");
        assert!(also(&after), "{name}: {after:#?}");
        assert_eq!(invariants::broken(&after.conversation), None, "{name}");
    }
}

fn running(id: &str) -> Card {
    Card::Running {
        run: run_of(id),
        draft: String::new(),
    }
}

fn cancelling(id: &str, draft: &str, over: bool) -> Card {
    Card::Cancelling {
        run: run_of(id),
        draft: draft.into(),
        over,
    }
}

fn paused(reason: PauseReason) -> Card {
    Card::Paused {
        draft: String::new(),
        reason,
    }
}

fn submit() -> Input {
    Input::EditorSubmit { id: "new".into() }
}

fn ends(id: &str, event: RunEvent) -> Input {
    Input::Run {
        run: run_of(id),
        cursor: None,
        event,
    }
}

fn open(id: &str) -> Effect {
    Effect::OpenStream { run: run_of(id) }
}

fn cancel(id: &str) -> Effect {
    Effect::SendCancel { run: run_of(id) }
}

fn abort(id: &str) -> Effect {
    Effect::AbortStream { run: run_of(id) }
}

fn opens_or_stops(effect: &Effect) -> bool {
    opens(effect) || stops(effect)
}

fn opens(effect: &Effect) -> bool {
    matches!(effect, Effect::OpenStream { .. })
}

fn stops(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::SendCancel { .. } | Effect::AbortStream { .. }
    )
}

fn composer_is(convo: &Convo, text: &str) -> bool {
    convo.conversation.composer() == text
}

fn cancelled(convo: &Convo, id: &str, known: Stop) -> bool {
    convo.turn(id).outcome == Some(Outcome::Cancelled(known))
}

#[test]
fn from_hidden() {
    check(vec![
        Row {
            name: "hidden, submit: running",
            from: convo().composing("hi"),
            input: Input::Submit { id: "m1".into() },
            card: running("m1"),
            must: vec![open("m1"), Effect::Announce(Announcement::Started)],
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
            from: controlled().running("m1"),
            input: ends("m1", RunEvent::Finished(FinishOutcome::Success)),
            card: Card::Hidden,
            must: vec![Effect::Announce(Announcement::Finished)],
            never: opens_or_stops,
            also: |c| c.turn("m1").outcome == Some(Outcome::Completed),
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
            name: "running, the run fails, queue: paused with the reason",
            from: controlled().running("m1").queued(2),
            input: ends(
                "m1",
                RunEvent::Failed(RunError {
                    message: "no".into(),
                    code: None,
                }),
            ),
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
            name: "running, the run fails, queue empty: hidden",
            from: controlled().running("m1"),
            input: ends(
                "m1",
                RunEvent::Failed(RunError {
                    message: "no".into(),
                    code: None,
                }),
            ),
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
            must: vec![cancel("m1"), Effect::Focus(FocusTarget::Composer)],
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
            name: "running, run now: running with that prompt",
            from: controlled().running("m1").queued(2),
            input: Input::Queue(QueueInput::RunNow("q2".into())),
            card: running("q2"),
            must: vec![cancel("m1"), Effect::Focus(FocusTarget::CardControl)],
            never: opens,
            also: |c| c.prompts() == ["q1"] && cancelled(c, "m1", Stop::Requested),
        },
    ]);
}

#[test]
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
                Effect::Announce(Announcement::Started),
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
            must: vec![cancel("m1"), Effect::Focus(FocusTarget::CardControl)],
            never: opens,
            also: |c| composer_is(c, "before\ndraft") && c.prompts() == ["q1", "q2"],
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
            card: Card::Running {
                run: run_of("m1"),
                draft: "draft".into(),
            },
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

#[test]
fn from_paused() {
    let from = |queued| convo().running("m1").queued(queued).paused();
    check(vec![
        Row {
            name: "paused, resume clicked: resuming",
            from: from(1),
            input: Input::ResumeClicked,
            card: Card::Resuming {
                draft: String::new(),
                reason: PauseReason::Cancelled,
            },
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
            from: convo()
                .running("m1")
                .queued(1)
                .resuming("draft")
                .given(Input::EditorDismiss),
            input: Input::Queue(QueueInput::Remove("q1".into())),
            card: Card::Hidden,
            must: vec![Effect::Focus(FocusTarget::Composer)],
            never: opens_or_stops,
            also: |c| composer_is(c, "draft"),
        },
        Row {
            name: "paused, run now: running; the draft is kept in the card",
            from: convo()
                .running("m1")
                .queued(2)
                .resuming("draft")
                .given(Input::EditorDismiss),
            input: Input::Queue(QueueInput::RunNow("q2".into())),
            card: Card::Running {
                run: run_of("q2"),
                draft: "draft".into(),
            },
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
            input: Input::TryAgain {
                turn: "m1".into(),
                id: "again".into(),
            },
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

#[test]
fn from_resuming() {
    let from = |draft| convo().running("m1").queued(2).resuming(draft);
    check(vec![
        Row {
            name: "resuming, submit: running; the queue goes on after it",
            from: from("first this"),
            input: submit(),
            card: running("new"),
            must: vec![open("new"), Effect::Focus(FocusTarget::CardControl)],
            never: stops,
            also: |c| c.turn("new").text == "first this" && c.prompts() == ["q1", "q2"],
        },
        Row {
            name: "resuming, submit of a blank: running with the first prompt",
            from: from(" "),
            input: submit(),
            card: running("q1"),
            must: vec![open("q1")],
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
            card: Card::Resuming {
                draft: "draft".into(),
                reason: PauseReason::Cancelled,
            },
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
            card: Card::Running {
                run: run_of("q2"),
                draft: "draft".into(),
            },
            must: vec![open("q2")],
            never: stops,
            also: |c| c.prompts() == ["q1"],
        },
        Row {
            name: "resuming, run next with the only prompt in its editor: resuming",
            from: convo()
                .running("m1")
                .queued(1)
                .resuming("")
                .editing("q1", "hm"),
            input: submit(),
            card: Card::Resuming {
                draft: String::new(),
                reason: PauseReason::Cancelled,
            },
            must: vec![],
            never: opens_or_stops,
            also: Convo::was_refused,
        },
    ]);
}

/// Every control that belongs to another state changes nothing.
#[test]
fn controls_of_other_states_change_nothing() {
    let editor = || Input::EditorChanged { text: "x".into() };
    let cancel = || Input::CancelClicked { run: run_of("m1") };
    let hidden = || convo().running("m1").finished();
    let running = || convo().running("m1").queued(1);
    let paused = || convo().running("m1").queued(1).paused();
    let rows = [
        (
            hidden(),
            vec![
                cancel(),
                Input::ResumeClicked,
                editor(),
                submit(),
                Input::EditorDismiss,
                Input::KeepRunning,
                Input::Stop { run: run_of("m1") },
            ],
        ),
        (
            running(),
            vec![
                Input::ResumeClicked,
                editor(),
                submit(),
                Input::EditorDismiss,
                Input::KeepRunning,
                Input::TryAgain {
                    turn: "m1".into(),
                    id: "x".into(),
                },
            ],
        ),
        (
            running().cancelling(""),
            vec![cancel(), Input::ResumeClicked],
        ),
        (
            paused(),
            vec![
                cancel(),
                editor(),
                submit(),
                Input::EditorDismiss,
                Input::KeepRunning,
            ],
        ),
        (
            paused().given(Input::ResumeClicked),
            vec![cancel(), Input::ResumeClicked, Input::KeepRunning],
        ),
    ];
    for (from, inputs) in rows {
        for input in inputs {
            let after = from.clone().given(input.clone());
            assert!(after.was_refused(), "{input:?}: {:?}", after.last);
            assert_eq!(after.conversation, from.conversation, "{input:?}");
        }
    }
}
