//! Backends with a plain stop URL, whose events do not say that a run was stopped.
//!
//! The control extension's cancel is tested in `cancels`.

use crate::control::CancelAnswer;
use crate::conversation::Phase;
use crate::effect::{Effect, Retry};
use crate::id::RunId;
use crate::input::Input;
use crate::run_event::{FinishOutcome, LostReason, RunEvent};
use crate::testing::builder::{Convo, ONLY_CANCEL, PLAIN_STOP, convo, run_of, text};
use crate::testing::events::{failure, refused};
use crate::testing::inputs::{force, replace, retry_due, retry_later};
use crate::transcript::{LedgerEvent, Outcome, Stop};

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

/// The first run writes, and the person steers.
fn steered() -> Convo {
    convo()
        .with_abilities(PLAIN_STOP)
        .running("m1")
        .event(text("a", "half"))
        .interjecting("i1", "shorter")
}

#[test]
fn a_run_that_makes_way_is_stopped_before_the_next_is_sent() {
    let asked = steered();
    let stop = Effect::SendCancel { run: run_of("m1") };
    assert_eq!(asked.outward(), [stop, abort()]);
    assert_eq!(asked.phase(), Some(Phase::Blocked));
    for answer in [CancelAnswer::Accepted, CancelAnswer::Refused] {
        let sent = asked.clone().answered("m1", answer);
        assert_eq!(sent.phase(), Some(Phase::Opening { attempt: 1 }));
        assert_eq!(outcome(&sent), None, "the turn goes on");
        let mut ledger = sent.turn("m1").ledger.iter();
        assert!(!ledger.any(|held| {
            matches!(
                held.event,
                LedgerEvent::StopConfirmed | LedgerEvent::StopUnknown
            )
        }));
    }
}

#[test]
fn a_stop_of_a_run_that_waits_for_the_one_before_stops_that_one() {
    let second = RunId::of_attempt(&"m1".into(), 2);
    let stop = Effect::SendCancel { run: run_of("m1") };
    let blocked = steered().given(Input::Stop {
        run: second.clone(),
    });
    assert_eq!(blocked.outward(), [], "it is asked for already");
    let busy = steered()
        .answered("m1", CancelAnswer::Accepted)
        .event(refused(409));
    assert_eq!(busy.phase(), Some(Phase::Busy));
    let busy = busy.given(Input::Stop {
        run: second.clone(),
    });
    assert_eq!(busy.outward(), [stop]);
    for stopped in [blocked, busy] {
        assert_eq!(outcome(&stopped), Some(Outcome::Cancelled(Stop::Requested)));
        for (answer, known) in [
            (CancelAnswer::Accepted, Stop::Confirmed),
            (CancelAnswer::Refused, Stop::Unknown),
            (CancelAnswer::Unknown, Stop::Unknown),
        ] {
            let over = stopped.clone().answered("m1", answer);
            assert_eq!(outcome(&over), Some(Outcome::Cancelled(known)));
        }
    }
    let mut helpless = convo()
        .running("m1")
        .event(text("a", "half"))
        .interjecting("i1", "shorter")
        .event(refused(409));
    helpless.put(Input::Stop { run: second });
    assert_eq!(helpless.outward(), []);
    assert_eq!(outcome(&helpless), Some(Outcome::Cancelled(Stop::Unknown)));
}
