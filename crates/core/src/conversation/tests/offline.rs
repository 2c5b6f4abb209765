//! A browser that is offline: what waits for the connection, and what ends the wait.
//!
//! Broken connections are tested in `retries`.

use crate::conversation::Phase;
use crate::effect::{Effect, Retry};
use crate::input::Input;
use crate::run_event::{LostReason, OpenError, RunEvent};
use crate::testing::builder::{Convo, controlled, convo, run_of, text};
use crate::testing::inputs::{retry_due, retry_later};
use crate::transcript::{Outcome, Stop};

fn offline() -> RunEvent {
    RunEvent::OpenFailed(OpenError::Offline)
}

fn sent(from: Convo) -> Convo {
    from.composing("hi")
        .given(Input::Submit { id: "m1".into() })
}

fn later(what: Retry, after: u64) -> [Effect; 1] {
    [retry_later("m1", what, after)]
}

fn due(from: Convo, what: Retry) -> Convo {
    from.given(retry_due("m1", what))
}

#[test]
fn a_message_is_sent_when_the_connection_is_back() {
    for backend in [convo(), controlled()] {
        let waits = sent(backend).event(offline());
        assert_eq!(waits.phase(), Some(Phase::Offline { attempt: 1 }));
        assert_eq!(waits.outward(), later(Retry::Open, 30_000));
        assert_eq!(waits.turn("m1").outcome, None);
        let back = waits.given(Input::Online);
        assert_eq!(back.outward(), later(Retry::Open, 0));
        let opening = due(back, Retry::Open);
        assert_eq!(
            opening.outward(),
            [Effect::OpenStream { run: run_of("m1") }],
            "under the same id"
        );
        let done = opening
            .event(RunEvent::Opened)
            .event(text("a", "x"))
            .finished();
        assert_eq!(done.turn("m1").outcome, Some(Outcome::Completed));
    }
}

#[test]
fn the_number_of_retries_while_offline_is_not_limited() {
    let mut waits = sent(convo()).event(offline());
    for _ in 0..50 {
        waits = due(waits, Retry::Open).event(offline());
        assert_eq!(waits.outward(), later(Retry::Open, 30_000));
    }
}

#[test]
fn a_waiting_message_is_sent_after_a_reload() {
    let back = sent(convo())
        .event(offline())
        .queued(1)
        .given(Input::Restored);
    assert_eq!(back.outward(), [Effect::OpenStream { run: run_of("m1") }]);
    assert_eq!(back.prompts(), ["q1"]);
}

#[test]
fn a_run_that_waits_for_the_connection_can_be_stopped() {
    let waits = sent(convo()).event(offline());
    let stopped = waits.given(Input::Stop { run: run_of("m1") });
    assert_eq!(stopped.outward(), []);
    assert_eq!(
        stopped.turn("m1").outcome,
        Some(Outcome::Cancelled(Stop::Confirmed))
    );
    assert_eq!(stopped.given(Input::Online).outward(), []);
}

#[test]
fn a_stop_while_offline_reaches_a_backend_that_may_have_the_run() {
    let unanswered = RunEvent::OpenFailed(OpenError::Network("reset".into()));
    let repeated = due(sent(controlled()).event(unanswered), Retry::Open);
    let waits = repeated.event(offline());
    assert_eq!(waits.phase(), Some(Phase::Offline { attempt: 2 }));
    let stopped = waits.clone().given(Input::Stop { run: run_of("m1") });
    let cancel = Effect::SendCancel { run: run_of("m1") };
    assert!(stopped.outward().contains(&cancel));
    assert_eq!(
        stopped.turn("m1").outcome,
        Some(Outcome::Cancelled(Stop::Requested))
    );
    let again = due(waits.given(Input::Online), Retry::Open);
    assert_eq!(again.phase(), Some(Phase::Opening { attempt: 2 }));
}

#[test]
fn a_lost_stream_is_rejoined_when_the_connection_is_back() {
    let lost = RunEvent::Lost(LostReason::Network("cut".into()));
    let mut waits = due(controlled().running("m1").event(lost), Retry::Rejoin);
    for _ in 0..10 {
        waits = due(waits.event(offline()), Retry::Rejoin);
    }
    let waits = waits.event(offline());
    assert_eq!(waits.phase(), Some(Phase::Rejoining { attempt: 1 }));
    assert_eq!(waits.outward(), later(Retry::Rejoin, 30_000));
    assert_eq!(
        waits.given(Input::Online).outward(),
        later(Retry::Rejoin, 0)
    );
}

#[test]
fn a_cancel_is_sent_again_when_the_connection_is_back() {
    let stopped = controlled()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") });
    assert_eq!(
        stopped.given(Input::Online).outward(),
        later(Retry::Cancel, 0)
    );
}

#[test]
fn an_online_event_does_not_shorten_a_delay_that_the_backend_asked_for() {
    let refused = sent(controlled()).event(RunEvent::OpenFailed(OpenError::Status {
        status: 429,
        body: String::new(),
        retry_after: Some(60_000),
    }));
    assert_eq!(refused.given(Input::Online).outward(), []);
    let running = convo().running("m1");
    assert_eq!(running.given(Input::Online).outward(), []);
}
