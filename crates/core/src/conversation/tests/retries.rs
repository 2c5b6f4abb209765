//! Requests that fail and streams that break: what is retried, when, and how often.
//!
//! Cancelled runs are tested in `cancels`.

use std::iter::repeat;

use crate::card::Card;
use crate::change::Change;
use crate::conversation::Phase;
use crate::effect::{Effect, Retry};
use crate::input::Input;
use crate::run_event::{FinishOutcome, LostReason, OpenError, RunEvent};
use crate::testing::builder::{CONTROLLED, Convo, controlled, convo, run_of, text};
use crate::testing::events::failure;
use crate::testing::inputs::{retry_due, retry_later};
use crate::transcript::{Failure, Outcome};

fn opening(convo: Convo) -> Convo {
    convo
        .composing("hi")
        .given(Input::Submit { id: "m1".into() })
}

fn status(status: u16, retry_after: Option<u64>) -> RunEvent {
    RunEvent::OpenFailed(OpenError::Status {
        status,
        body: "why".into(),
        retry_after,
    })
}

fn network() -> RunEvent {
    RunEvent::OpenFailed(OpenError::Network("down".into()))
}

fn lost() -> RunEvent {
    RunEvent::Lost(LostReason::Network("cut".into()))
}

fn due(convo: Convo, what: Retry) -> Convo {
    convo.given(retry_due("m1", what))
}

fn later(what: Retry, after: u64) -> Vec<Effect> {
    vec![retry_later("m1", what, after)]
}

#[test]
fn only_temporary_refusals_are_retried() {
    for passing in [408, 409, 425, 429, 502, 503, 504] {
        let refused = opening(convo()).event(status(passing, None));
        assert_eq!(refused.outward(), later(Retry::Open, 500), "{passing}");
        assert_eq!(
            due(refused, Retry::Open).outward(),
            [Effect::OpenStream { run: run_of("m1") }]
        );
    }
    for lasting in [400, 401, 403, 404, 413, 422] {
        let refused = opening(convo()).event(status(lasting, None));
        let failure = Failure::Refused {
            status: lasting,
            body: "why".into(),
        };
        assert_eq!(refused.turn("m1").outcome, Some(Outcome::Failed(failure)));
    }
}

#[test]
fn a_run_that_may_have_begun_is_not_sent_again() {
    for status_of in [500, 501, 505, 520] {
        for backend in [convo(), controlled()] {
            let failed = opening(backend).event(status(status_of, Some(1_000)));
            assert_eq!(failed.outward(), [], "{status_of}");
            let failure = Failure::Refused {
                status: status_of,
                body: "why".into(),
            };
            assert_eq!(failed.turn("m1").outcome, Some(Outcome::Failed(failure)));
        }
    }
}

#[test]
fn a_rejoin_is_retried_after_every_temporary_error() {
    let joined = due(controlled().running("m1").event(lost()), Retry::Rejoin);
    let again = joined.event(status(500, None));
    assert_eq!(again.outward(), later(Retry::Rejoin, 1_000));
}

#[test]
fn the_delay_that_the_backend_asks_for_is_used() {
    let refused = opening(convo()).event(status(429, Some(7_000)));
    assert_eq!(refused.outward(), later(Retry::Open, 7_000));
}

#[test]
fn a_run_knows_when_a_wait_that_the_backend_asked_for_is_over() {
    let wait = |convo: &Convo| convo.conversation.active().and_then(|run| run.due);
    // Too many requests, and busy with another run.
    for code in [429, 409] {
        let refused = opening(convo()).event(status(code, Some(7_000)));
        assert_eq!(wait(&refused), Some(refused.now + 7_000));
        assert_eq!(wait(&due(refused, Retry::Open)), None);
    }
    assert_eq!(wait(&opening(convo()).event(status(429, None))), None);
    // It is joined before the wait is over: the connection is back.
    let lost = due(controlled().running("m1").event(lost()), Retry::Rejoin);
    let waits = lost.event(status(503, Some(9_000)));
    assert_eq!(wait(&waits), Some(waits.now + 9_000));
    let joins = due(waits, Retry::Rejoin);
    assert_eq!(wait(&joins), None);
    assert!(joins.last.changes.contains(&Change::Run));
}

#[test]
fn the_delay_doubles_and_the_fifth_failure_ends_the_turn() {
    let mut convo = opening(convo());
    for after in [500, 1_000, 2_000, 4_000] {
        convo = convo.event(status(503, None));
        assert_eq!(convo.outward(), later(Retry::Open, after));
        convo = due(convo, Retry::Open);
    }
    let failed = convo.event(status(503, None));
    assert_eq!(failed.outward(), []);
    assert!(matches!(
        failed.turn("m1").outcome,
        Some(Outcome::Failed(_))
    ));
}

#[test]
fn an_unanswered_request_is_repeated_only_if_the_backend_recognises_it() {
    let plain = opening(convo()).event(network());
    assert_eq!(
        plain.turn("m1").outcome,
        Some(Outcome::Failed(Failure::Unreachable("down".into())))
    );
    let known = opening(controlled()).event(network());
    assert_eq!(known.outward(), later(Retry::Open, 500));
    let again = due(known, Retry::Open);
    assert_eq!(
        again.outward(),
        [Effect::OpenStream { run: run_of("m1") }],
        "under the same id"
    );
}

#[test]
fn a_backend_that_asks_for_a_long_wait_fails_the_turn_at_once() {
    let waits = opening(controlled()).event(status(429, Some(60_000)));
    assert_eq!(waits.outward(), later(Retry::Open, 60_000));
    let failed = opening(controlled()).event(status(429, Some(60_001)));
    assert_eq!(failed.outward(), []);
    assert!(matches!(
        failed.turn("m1").outcome,
        Some(Outcome::Failed(Failure::Refused { status: 429, .. }))
    ));
    let busy = opening(controlled()).event(status(409, Some(60_001)));
    assert!(matches!(
        busy.turn("m1").outcome,
        Some(Outcome::Failed(Failure::Refused { status: 409, .. }))
    ));
    let lost = due(controlled().running("m1").event(lost()), Retry::Rejoin);
    let given_up = lost.event(status(503, Some(60_001)));
    assert!(matches!(
        given_up.turn("m1").outcome,
        Some(Outcome::Interrupted(_))
    ));
}

#[test]
fn an_answer_that_is_not_a_stream_fails_the_turn() {
    let failed = opening(controlled()).event(RunEvent::OpenFailed(OpenError::NotAStream(
        "text/html".into(),
    )));
    assert!(matches!(
        failed.turn("m1").outcome,
        Some(Outcome::Failed(Failure::NotAStream(_)))
    ));
}

#[test]
fn a_lost_stream_is_rejoined_after_the_last_applied_event() {
    let lost = controlled()
        .running("m1")
        .event_of(run_of("m1"), Some(7), text("a", "x"))
        .event(lost());
    assert_eq!(lost.outward(), later(Retry::Rejoin, 500));
    assert!(matches!(lost.card(), Card::Running { .. }));
    let joined = due(lost, Retry::Rejoin);
    assert_eq!(
        joined.outward(),
        [Effect::Rejoin {
            run: run_of("m1"),
            cursor: Some(7)
        }]
    );
    let open = joined.event(RunEvent::Opened);
    assert_eq!(open.phase(), Some(Phase::Rejoined { attempt: 1 }));
    let replayed = open.clone().event_of(run_of("m1"), Some(7), text("a", "x"));
    assert!(replayed.was_refused());
    let goes_on = replayed.event_of(run_of("m1"), Some(8), text("a", "y"));
    assert_eq!(goes_on.turn("m1").text_of(&"a".into()), "xy");
}

#[test]
fn a_backend_without_rejoin_may_number_its_events_as_it_likes() {
    for ids in [[4, 4, 4], [9, 8, 7]] {
        let [first, second, last] = ids.map(Some);
        let run = || run_of("m1");
        let finished = RunEvent::Finished(FinishOutcome::Success);
        let done = convo()
            .running("m1")
            .event_of(run(), first, text("a", "x"))
            .event_of(run(), second, text("a", "y"))
            .event_of(run(), last, finished);
        assert_eq!(done.turn("m1").text_of(&"a".into()), "xy");
        assert_eq!(done.turn("m1").outcome, Some(Outcome::Completed));
    }
}

#[test]
fn the_end_of_a_run_counts_whatever_its_number() {
    for end in [
        RunEvent::Finished(FinishOutcome::Success),
        failure("broken"),
    ] {
        let done = controlled()
            .running("m1")
            .event_of(run_of("m1"), Some(7), text("a", "x"))
            .event_of(run_of("m1"), Some(7), end);
        assert!(done.turn("m1").outcome.is_some());
    }
}

#[test]
fn a_stream_that_closes_after_each_rejoin_is_given_up() {
    let mut convo = controlled().running("m1").event(lost());
    for after in [1_000, 2_000, 4_000, 8_000] {
        convo = due(convo, Retry::Rejoin)
            .event(RunEvent::Opened)
            .event(lost());
        assert_eq!(convo.outward(), later(Retry::Rejoin, after));
    }
    let given_up = due(convo, Retry::Rejoin)
        .event(RunEvent::Opened)
        .event(lost());
    assert!(given_up.turn("m1").outcome.is_some());
}

#[test]
fn a_stream_that_delivered_events_restarts_the_count_of_attempts() {
    let convo = controlled().running("m1").event(lost());
    let open = due(convo, Retry::Rejoin).event(RunEvent::Opened);
    let again = open
        .event_of(run_of("m1"), Some(9), text("a", "x"))
        .event(lost());
    assert_eq!(again.outward(), later(Retry::Rejoin, 500));
}

/// A run that could not be joined again this often.
fn out_of_reach(times: usize) -> Convo {
    let mut convo = controlled().running("m1").queued(1).event(lost());
    let pauses = [1_000, 2_000, 4_000].into_iter().chain(repeat(8_000));
    for after in pauses.take(times) {
        convo = due(convo, Retry::Rejoin).event(network());
        assert_eq!(convo.outward(), later(Retry::Rejoin, after));
    }
    convo
}

#[test]
fn a_run_is_joined_again_after_minutes_without_its_backend() {
    let convo = due(out_of_reach(30), Retry::Rejoin).event(RunEvent::Opened);
    let goes_on = convo.event_of(run_of("m1"), Some(9), text("a", "x"));
    assert_eq!(goes_on.turn("m1").text_of(&"a".into()), "x");
    assert_eq!(goes_on.phase(), Some(Phase::Streaming));
    // A stream that ends at once is another matter.
    let convo = due(out_of_reach(30), Retry::Rejoin).event(RunEvent::Opened);
    assert!(convo.event(lost()).turn("m1").outcome.is_some());
}

#[test]
fn rejoining_is_given_up_after_some_attempts() {
    let convo = out_of_reach(39);
    let given_up = due(convo, Retry::Rejoin).event(network());
    assert!(matches!(given_up.card(), Card::Paused { .. }));
    let reason = LostReason::Network("down".into());
    assert_eq!(
        given_up.turn("m1").outcome,
        Some(Outcome::Interrupted(reason))
    );
}

#[test]
fn a_run_unknown_to_the_backend_is_not_rejoined() {
    let joined = due(controlled().running("m1").event(lost()), Retry::Rejoin);
    let gone = joined.event(status(404, None));
    assert!(matches!(
        gone.turn("m1").outcome,
        Some(Outcome::Interrupted(_))
    ));
}

#[test]
fn a_lost_stream_of_a_plain_backend_interrupts_the_turn() {
    let lost = convo().running("m1").event(lost());
    assert_eq!(lost.outward(), []);
    assert!(matches!(
        lost.turn("m1").outcome,
        Some(Outcome::Interrupted(_))
    ));
}

#[test]
fn a_late_timer_changes_nothing() {
    let cases = [
        opening(controlled()),
        controlled().running("m1"),
        controlled().running("m1").finished(),
        controlled().running("m1").finished().running("m2"),
    ];
    for case in cases {
        for what in [Retry::Open, Retry::Cancel, Retry::Rejoin] {
            let after = due(case.clone(), what);
            assert!(after.was_refused(), "{what:?}: {:?}", after.last);
            assert_eq!(after.conversation, case.conversation);
        }
    }
}

#[test]
fn announced_abilities_are_used_at_once() {
    let stopped = convo()
        .running("m1")
        .event(RunEvent::Abilities(CONTROLLED))
        .given(Input::Stop { run: run_of("m1") });
    assert_eq!(
        stopped.outward(),
        [Effect::SendCancel { run: run_of("m1") }]
    );
}
