//! Backends with a plain stop URL, whose events do not say that a run was stopped.
//!
//! The control extension's cancel is tested in `cancels`.

use crate::control::CancelAnswer;
use crate::effect::{Effect, Retry};
use crate::input::Input;
use crate::run_event::{FinishOutcome, LostReason, RunEvent};
use crate::testing::builder::{Convo, ONLY_CANCEL, PLAIN_STOP, convo, run_of, text};
use crate::testing::events::failure;
use crate::testing::inputs::{force, replace, retry_due, retry_later};
use crate::transcript::{Outcome, Stop};

/// The stop of the first turn was requested, and a message waits.
fn asked() -> Convo {
    let convo = convo()
        .with_abilities(PLAIN_STOP)
        .running("m1")
        .event(text("a", "half"))
        .composing("next");
    let replaced = convo.given(replace(run_of("m1"), "m2"));
    assert_eq!(
        replaced.outward(),
        [Effect::SendCancel { run: run_of("m1") }]
    );
    assert_eq!(
        outcome(&replaced),
        Some(Outcome::Cancelled(Stop::Requested))
    );
    replaced
}

fn outcome(convo: &Convo) -> Option<Outcome> {
    convo.turn("m1").outcome.clone()
}

fn of_m1(convo: Convo, event: RunEvent) -> Convo {
    convo.event_in("m1", event)
}

fn abort() -> Effect {
    Effect::AbortStream { run: run_of("m1") }
}

fn open() -> Effect {
    Effect::OpenStream { run: run_of("m2") }
}

#[test]
fn after_an_accepted_stop_the_stream_stays_open_and_the_next_run_starts() {
    let heard = asked().answered("m1", CancelAnswer::Accepted);
    let hang_up = retry_later("m1", Retry::HangUp, 3_000);
    assert_eq!(heard.outward(), [hang_up, open()]);
    let late = heard.clone().event_in("m1", text("a", " more"));
    assert_eq!(late.turn("m1").text_of(&"a".into()), "half more");
    for end in [
        RunEvent::Finished(FinishOutcome::Success),
        failure("aborted"),
        RunEvent::Lost(LostReason::Truncated),
    ] {
        let over = of_m1(heard.clone(), end);
        assert_eq!(outcome(&over), Some(Outcome::Cancelled(Stop::Confirmed)));
        assert!(over.conversation.stopping().is_empty());
    }
}

#[test]
fn a_run_that_ends_before_the_answer_counts_as_stopped() {
    let over = of_m1(asked(), RunEvent::Finished(FinishOutcome::Success));
    assert_eq!(outcome(&over), Some(Outcome::Cancelled(Stop::Confirmed)));
    assert_eq!(over.outward(), [open()]);
    assert!(over.answered("m1", CancelAnswer::Accepted).was_refused());
}

#[test]
fn a_stream_that_does_not_end_is_closed_after_a_delay() {
    let heard = asked().answered("m1", CancelAnswer::Accepted);
    let closed = heard.given(retry_due("m1", Retry::HangUp));
    assert_eq!(closed.outward(), [abort()]);
    assert_eq!(outcome(&closed), Some(Outcome::Cancelled(Stop::Confirmed)));
    let late = closed.given(retry_due("m1", Retry::HangUp));
    assert!(late.was_refused());
}

#[test]
fn after_a_refused_stop_the_stream_is_closed_and_the_stop_is_unknown() {
    let refused = asked().answered("m1", CancelAnswer::Refused);
    assert_eq!(refused.outward(), [abort(), open()]);
    assert_eq!(outcome(&refused), Some(Outcome::Cancelled(Stop::Unknown)));
}

#[test]
fn force_closes_the_stream_at_once() {
    let forced = asked().given(force("m1"));
    assert_eq!(forced.outward(), [abort(), open()]);
    assert_eq!(outcome(&forced), Some(Outcome::Cancelled(Stop::Unknown)));
}

#[test]
fn an_announced_cancel_is_used_instead_of_the_stop_url() {
    let convo = convo()
        .with_abilities(PLAIN_STOP)
        .running("m1")
        .event(RunEvent::Abilities(ONLY_CANCEL));
    assert!(
        convo.conversation.abilities().plain_stop,
        "it is still there"
    );
    let stopped = convo
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted);
    assert_eq!(stopped.outward(), [], "it says itself how the run ends");
    let over = of_m1(stopped, RunEvent::Finished(FinishOutcome::Success));
    assert_eq!(outcome(&over), Some(Outcome::Completed));
}
