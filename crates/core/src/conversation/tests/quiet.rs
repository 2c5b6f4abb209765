//! Streams that say nothing for a long time.

use crate::change::Change;
use crate::control::CancelAnswer;
use crate::conversation::Phase;
use crate::effect::{Announcement, Effect, Retry};
use crate::input::Input;
use crate::run_event::{FinishOutcome, LostReason, RunEvent};
use crate::testing::builder::{Convo, ONLY_CANCEL, controlled, convo, run_of, text};
use crate::testing::inputs::{of_run, retry_due, retry_later};
use crate::transcript::{LedgerEvent, Outcome, Stop};

fn listens(convo: Convo) -> Convo {
    convo.given(retry_due("m1", Retry::Listen))
}

fn later(after: u64) -> Effect {
    retry_later("m1", Retry::Listen, after)
}

fn after(mut convo: Convo, time: u64) -> Convo {
    convo.now += time;
    convo
}

fn is_quiet(convo: &Convo) -> bool {
    convo.conversation.active().is_some_and(|run| run.quiet)
}

fn says_so(convo: &Convo) -> bool {
    let quiet = Effect::Announce(Announcement::Quiet);
    convo.last.effects.contains(&quiet)
}

#[test]
fn a_stream_is_listened_to_from_its_opening() {
    let opened = convo().running("m1");
    assert_eq!(opened.outward(), [later(30_000)]);
    assert!(!is_quiet(&opened));
}

#[test]
fn a_stream_that_says_nothing_for_30_seconds_is_quiet_until_it_speaks() {
    let opened = after(convo().running("m1"), 29_999);
    let quiet = listens(opened);
    assert!(is_quiet(&quiet));
    assert!(quiet.last.changes.contains(&Change::Run));
    assert!(says_so(&quiet));
    let speaks = quiet.event(text("a", "x"));
    assert!(!is_quiet(&speaks));
    assert!(speaks.last.changes.contains(&Change::Run));
    assert!(speaks.outward().contains(&later(30_000)));
    assert!(is_quiet(&listens(after(speaks, 29_999))));
}

#[test]
fn a_word_in_time_begins_the_wait_anew() {
    let spoke = after(convo().running("m1"), 10_000).event(text("a", "x"));
    let listened = listens(after(spoke, 19_999));
    assert!(!is_quiet(&listened));
    assert_eq!(listened.outward(), [later(10_000)]);
}

#[test]
fn a_quiet_run_that_can_be_joined_again_is_joined_again_and_not_lost() {
    let quiet = listens(after(controlled().running("m1"), 29_999));
    assert!(is_quiet(&quiet));
    assert_eq!(quiet.outward(), [retry_later("m1", Retry::Rejoin, 0)]);
    // However often it is quiet, the run goes on.
    let mut again = quiet;
    for _ in 0..20 {
        again = again
            .given(retry_due("m1", Retry::Rejoin))
            .event(RunEvent::Opened);
        again = listens(after(again, 29_999));
        assert!(!says_so(&again), "that is said once");
    }
    let active = again.conversation.active().expect("the run goes on");
    assert_eq!(active.phase, Phase::Rejoining { attempt: 1 });
    let spoke = again.event(RunEvent::Opened).event(text("a", "x"));
    assert!(!is_quiet(&spoke));
    assert!(spoke.turn("m1").ledger.is_empty());
}

#[test]
fn nothing_is_listened_to_without_a_stream() {
    let lost = controlled()
        .running("m1")
        .event(RunEvent::Lost(LostReason::Truncated));
    assert!(listens(after(lost, 40_000)).was_refused());
    assert!(listens(after(convo().running("m1").finished(), 40_000)).was_refused());
}

#[test]
fn a_stopped_run_whose_stream_says_nothing_ends_by_the_word_of_the_backend_that_keeps_it() {
    let joins = || [retry_later("m1", Retry::Rejoin, 0), later(30_000)];
    let answered = controlled()
        .running("m1")
        .event(text("a", "x"))
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted);
    assert!(answered.outward().contains(&later(3_000)));
    let mut asked = listens(after(answered, 2_999));
    assert_eq!(asked.outward(), joins());
    // It is asked until it says so, however long that takes.
    for _ in 0..20 {
        asked = asked.given(retry_due("m1", Retry::Rejoin));
        asked = of_stopped(asked, RunEvent::Opened);
        asked = listens(after(asked, 29_999));
        assert_eq!(asked.outward(), joins());
    }
    let over = of_stopped(asked, RunEvent::Finished(FinishOutcome::Cancelled));
    assert_eq!(
        over.turn("m1").outcome,
        Some(Outcome::Cancelled(Stop::Confirmed))
    );
    assert!(listens(over).was_refused());
}

#[test]
fn a_stopped_run_whose_stream_speaks_or_cannot_be_joined_again_is_left_alone() {
    let answered = controlled()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted);
    let spoke = listens(of_stopped(answered, text("a", "x")));
    assert_eq!(spoke.outward(), [later(30_000)]);
    let mut alone = controlled()
        .running("m1")
        .event(RunEvent::Abilities(ONLY_CANCEL));
    alone = alone
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted);
    assert_eq!(alone.outward(), []);
}

fn of_stopped(convo: Convo, event: RunEvent) -> Convo {
    convo.given(of_run(run_of("m1"), event))
}

#[test]
fn a_run_that_was_joined_again_before_its_stop_is_asked_too() {
    let joined = controlled()
        .running("m1")
        .event(text("a", "x"))
        .event(RunEvent::Lost(LostReason::Truncated))
        .given(retry_due("m1", Retry::Rejoin))
        .event(RunEvent::Opened);
    let answered = joined
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted);
    let asked = listens(after(answered, 2_999));
    assert!(
        asked
            .outward()
            .contains(&retry_later("m1", Retry::Rejoin, 0))
    );
}

#[test]
fn a_connection_that_was_lost_before_the_silence_is_noted_as_joined_again() {
    let lost = controlled()
        .running("m1")
        .event(RunEvent::Lost(LostReason::Truncated))
        .given(retry_due("m1", Retry::Rejoin))
        .event(RunEvent::Opened);
    let joined = listens(after(lost, 40_000))
        .given(retry_due("m1", Retry::Rejoin))
        .event(RunEvent::Opened)
        .event(text("a", "x"));
    let events: Vec<_> = joined
        .turn("m1")
        .ledger
        .iter()
        .map(|held| &held.event)
        .collect();
    assert_eq!(events, [&LedgerEvent::Lost, &LedgerEvent::Rejoined]);
}

#[test]
fn a_request_that_is_sent_again_has_a_silence_of_its_own() {
    let reloaded = convo()
        .running("m1")
        .event(text("a", "half"))
        .given(Input::Restored);
    let quiet = after(reloaded.running("m2"), 40_000).given(retry_due("m2", Retry::Listen));
    assert!(is_quiet(&quiet));
    let waits = quiet.event(RunEvent::Lost(LostReason::Truncated));
    assert_eq!(
        waits
            .conversation
            .active()
            .map(|run| (run.phase, run.quiet)),
        Some((Phase::Busy, false))
    );
}
