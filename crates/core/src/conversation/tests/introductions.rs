//! Runs that are stopped before their backend has said what it can do.

use crate::control::CancelAnswer;
use crate::conversation::Phase;
use crate::effect::{Effect, Retry};
use crate::input::Input;
use crate::run_event::{Abilities, FinishOutcome, LostReason, OpenError, RunEvent};
use crate::testing::builder::{CONTROLLED, Convo, run_of, strange, text};
use crate::testing::inputs::{force, replace, retry_due, retry_later};
use crate::transcript::{Outcome, Stop};

/// The first turn was stopped before the backend has said anything, and a message waits.
fn stopped() -> Convo {
    let mut convo = strange().composing("one");
    convo.put(Input::Submit { id: "m1".into() });
    let replaced = convo.composing("two").given(replace(run_of("m1"), "m2"));
    let hang_up = retry_later("m1", Retry::HangUp, 2_000);
    let unsent = Effect::DropUnsent { run: run_of("m1") };
    assert_eq!(replaced.outward(), [unsent, hang_up]);
    assert_eq!(
        outcome(&replaced),
        Some(Outcome::Cancelled(Stop::Requested))
    );
    assert_eq!(replaced.phase(), Some(Phase::Blocked));
    replaced
}

fn outcome(convo: &Convo) -> Option<Outcome> {
    convo.turn("m1").outcome.clone()
}

fn of_m1(convo: Convo, event: RunEvent) -> Convo {
    convo.event_in("m1", event)
}

fn began() -> Convo {
    let began = of_m1(of_m1(stopped(), RunEvent::Opened), RunEvent::Started);
    // What a protocol keeps for the thread may come first too.
    of_m1(began, RunEvent::Memory("kept".to_owned()))
}

fn abort() -> Effect {
    Effect::AbortStream { run: run_of("m1") }
}

fn open() -> Effect {
    Effect::OpenStream { run: run_of("m2") }
}

#[test]
fn a_backend_that_takes_cancels_gets_one_as_soon_as_it_says_so() {
    let told = of_m1(began(), RunEvent::Abilities(CONTROLLED));
    assert_eq!(told.outward(), [Effect::SendCancel { run: run_of("m1") }]);
    assert_eq!(told.phase(), Some(Phase::Blocked));
    let answered = told.answered("m1", CancelAnswer::Accepted);
    assert_eq!(answered.acts(), [open()]);
    let over = of_m1(answered, RunEvent::Finished(FinishOutcome::Cancelled));
    assert_eq!(outcome(&over), Some(Outcome::Cancelled(Stop::Confirmed)));
}

#[test]
fn a_backend_that_takes_no_cancels_is_left() {
    for event in [
        RunEvent::Abilities(Abilities::default()),
        text("a", "working"),
        RunEvent::Lost(LostReason::Truncated),
        RunEvent::OpenFailed(OpenError::Network("down".into())),
    ] {
        let left = of_m1(began(), event.clone());
        assert_eq!(left.outward(), [abort(), open()], "{event:?}");
        assert_eq!(outcome(&left), Some(Outcome::Cancelled(Stop::Unknown)));
    }
}

#[test]
fn a_backend_that_says_nothing_is_left_after_a_while() {
    let due = retry_due("m1", Retry::HangUp);
    let left = stopped().given(due.clone());
    assert_eq!(left.outward(), [abort(), open()]);
    assert_eq!(outcome(&left), Some(Outcome::Cancelled(Stop::Unknown)));
    let asked = of_m1(began(), RunEvent::Abilities(CONTROLLED)).given(due);
    assert!(asked.was_refused(), "the answer to the cancel decides");
}

#[test]
fn the_end_of_the_run_is_what_became_of_it() {
    let over = of_m1(began(), RunEvent::Finished(FinishOutcome::Success));
    assert_eq!(outcome(&over), Some(Outcome::Completed));
    assert_eq!(over.outward(), [open()]);
}

#[test]
fn force_closes_the_stream_at_once() {
    let forced = stopped().given(force("m1"));
    assert_eq!(forced.outward(), [abort(), open()]);
}

#[test]
fn after_a_reload_there_is_nothing_to_listen_to() {
    let restored = stopped().given(Input::Restored);
    assert_eq!(restored.outward(), [abort(), open()]);
    assert_eq!(outcome(&restored), Some(Outcome::Cancelled(Stop::Unknown)));
}

#[test]
fn a_backend_that_has_worked_without_saying_anything_is_left_at_once() {
    let worked = strange()
        .running("m0")
        .event(text("a", "done"))
        .finished()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") });
    assert_eq!(worked.outward(), [abort()]);
}

#[test]
fn a_backend_that_began_without_saying_anything_is_left_at_once() {
    let mut convo = strange().running("m1").event(RunEvent::Started);
    convo.put(Input::Stop { run: run_of("m1") });
    assert_eq!(convo.outward(), [abort()]);
}

#[test]
fn a_request_that_was_not_sent_is_not_waited_for() {
    let never = stopped().answered("m1", CancelAnswer::Unknown);
    assert_eq!(never.outward(), [abort(), open()]);
    assert_eq!(outcome(&never), Some(Outcome::Cancelled(Stop::Confirmed)));
    assert!(
        stopped()
            .answered("m1", CancelAnswer::Accepted)
            .was_refused()
    );
}
