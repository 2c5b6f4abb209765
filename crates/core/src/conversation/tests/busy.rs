//! A backend that is already running something for the thread: the request waits and is sent again.
//!
//! Unreachable backends are tested in `retries`.

use crate::control::CancelAnswer;
use crate::conversation::Phase;
use crate::effect::{Effect, Retry};
use crate::id::RunId;
use crate::input::Input;
use crate::run_event::{FinishOutcome, LostReason, RunError, RunEvent};
use crate::testing::builder::{Convo, PLAIN_STOP, convo, run_of, text};
use crate::testing::events::refused;
use crate::testing::inputs::{retry_due, retry_later};
use crate::transcript::{Failure, Outcome, Stop};

/// The second turn is sent after a stop of the first turn that the backend has not confirmed.
fn after_a_cancel() -> Convo {
    let stopped = convo()
        .running("m1")
        .event(text("a", "half"))
        .given(Input::Stop { run: run_of("m1") });
    assert_eq!(
        stopped.turn("m1").outcome,
        Some(Outcome::Cancelled(Stop::Unknown))
    );
    stopped.running("m2")
}

fn busy() -> RunEvent {
    RunEvent::Failed(RunError {
        message: "The thread is in use".into(),
        code: Some("THREAD_BUSY".into()),
    })
}

fn empty() -> RunEvent {
    RunEvent::Lost(LostReason::Truncated)
}

fn due(convo: Convo) -> Convo {
    convo.given(retry_due("m2", Retry::Open))
}

fn again(after: u64) -> [Effect; 1] {
    [retry_later("m2", Retry::Open, after)]
}

/// Sends the request again, as after its delay.
fn opening(convo: Convo) -> Convo {
    let convo = due(convo);
    assert_eq!(convo.outward(), [Effect::OpenStream { run: run_of("m2") }]);
    convo
}

#[test]
fn every_form_of_a_busy_answer_is_retried() {
    let sent = convo()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .composing("next")
        .given(Input::Submit { id: "m2".into() });
    let refused = sent.event(refused(409));
    assert_eq!(refused.outward(), again(500));
    assert_eq!(refused.phase(), Some(Phase::Busy));
    for said in [vec![RunEvent::Started, busy()], vec![busy()], vec![empty()]] {
        let waits = said.into_iter().fold(after_a_cancel(), Convo::event);
        assert_eq!(waits.outward(), again(500));
        assert_eq!(waits.phase(), Some(Phase::Busy));
        let done = opening(waits).event(RunEvent::Opened).finished();
        assert_eq!(done.turn("m2").outcome, Some(Outcome::Completed));
    }
}

#[test]
fn a_busy_backend_is_retried_with_growing_delays_and_then_the_turn_fails() {
    let mut convo = after_a_cancel();
    let mut waited = 0;
    for after in [500, 1_000, 2_000, 4_000]
        .into_iter()
        .chain(std::iter::repeat_n(8_000, 8))
    {
        convo = convo.event(RunEvent::Started).event(busy());
        assert_eq!(convo.outward(), again(after));
        waited += after;
        convo = opening(convo).event(RunEvent::Opened);
    }
    assert!(waited > 60_000);
    let failed = convo.event(RunEvent::Started).event(busy());
    assert!(matches!(
        failed.turn("m2").outcome,
        Some(Outcome::Failed(Failure::Agent(_)))
    ));
    assert_eq!(failed.turn("m2").text, "text of m2", "it can be sent again");
}

#[test]
fn an_empty_stream_means_busy_only_if_an_earlier_run_may_be_active() {
    let first = convo().running("m1").event(empty());
    assert_eq!(
        first.turn("m1").outcome,
        Some(Outcome::Interrupted(LostReason::Truncated))
    );
    let began = after_a_cancel().event(RunEvent::Started).event(empty());
    assert_eq!(
        began.turn("m2").outcome,
        Some(Outcome::Interrupted(LostReason::Truncated)),
        "this one had begun: sending it again would run it twice"
    );
}

#[test]
fn an_empty_stream_after_an_interjection_is_retried() {
    let follows = convo()
        .running("m1")
        .event(text("a", "half"))
        .interjecting("i1", "look there");
    let run = RunId::of_attempt(&"m1".into(), 2);
    let waits = follows.event(RunEvent::Opened).event(empty());
    assert_eq!(
        waits.outward(),
        [Effect::RetryLater {
            run,
            what: Retry::Open,
            after: 500
        }]
    );
    assert_eq!(waits.phase(), Some(Phase::Busy));
}

#[test]
fn an_empty_stream_after_a_reload_is_retried() {
    let reloaded = convo()
        .running("m1")
        .event(text("a", "half"))
        .given(Input::Restored);
    let waits = reloaded.running("m2").event(empty());
    assert_eq!(waits.outward(), again(500));
    assert_eq!(waits.phase(), Some(Phase::Busy));
}

#[test]
fn an_empty_stream_still_means_busy_after_a_stopped_turn_without_output() {
    let gave_up = after_a_cancel()
        .event(busy())
        .given(Input::Stop { run: run_of("m2") });
    let waits = gave_up.running("m3").event(empty());
    assert_eq!(waits.phase(), Some(Phase::Busy));
    let answered = after_a_cancel().event(text("b", "x")).finished();
    let first = answered.running("m3").event(empty());
    assert_eq!(
        first.turn("m3").outcome,
        Some(Outcome::Interrupted(LostReason::Truncated)),
        "the backend has worked on the turn between"
    );
}

#[test]
fn an_empty_stream_before_any_event_is_retried_after_a_stop() {
    let sent = convo()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .composing("next")
        .given(Input::Submit { id: "m2".into() });
    assert_eq!(sent.event(empty()).phase(), Some(Phase::Busy));
}

#[test]
fn an_empty_stream_after_a_call_of_the_stop_url_is_retried() {
    let stopped = convo()
        .with_abilities(PLAIN_STOP)
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted);
    let soon = stopped.clone().running("m2").event(empty());
    assert_eq!(soon.phase(), Some(Phase::Busy));
    let ended = stopped.event_in("m1", RunEvent::Finished(FinishOutcome::Success));
    let later = ended.running("m2").event(empty());
    assert_eq!(
        later.phase(),
        Some(Phase::Busy),
        "it said that it would stop, not that it has"
    );
}

#[test]
fn a_run_with_output_is_not_retried_as_busy() {
    let failed = after_a_cancel().event(text("b", "x")).event(busy());
    assert!(matches!(
        failed.turn("m2").outcome,
        Some(Outcome::Failed(Failure::Agent(_)))
    ));
}

#[test]
fn a_run_that_waits_for_a_busy_backend_can_be_stopped() {
    let waits = after_a_cancel().event(busy());
    let stopped = waits.given(Input::Stop { run: run_of("m2") });
    assert_eq!(stopped.outward(), []);
    assert_eq!(
        stopped.turn("m2").outcome,
        Some(Outcome::Cancelled(Stop::Confirmed))
    );
    assert!(due(stopped).was_refused());
}

#[test]
fn a_reload_while_waiting_keeps_the_message_and_the_queue() {
    let waits = after_a_cancel().event(busy()).queued(1);
    let back = waits.given(Input::Restored);
    assert!(back.conversation.active().is_none());
    assert_eq!(back.turn("m2").text, "text of m2");
    assert_eq!(back.prompts(), ["q1"]);
}

#[test]
fn a_backend_that_was_busy_and_completes_the_next_turn_has_stopped_the_one_before() {
    let known = |convo: &Convo| convo.turn("m1").outcome.clone();
    let unknown = Some(Outcome::Cancelled(Stop::Unknown));
    let answers = |convo: Convo| convo.event(RunEvent::Opened).event(text("b", "x"));
    let waited = answers(opening(after_a_cancel().event(busy())));
    assert_eq!(known(&waited), unknown);
    assert_eq!(known(&waited.clone().failed()), unknown);
    let done = waited.finished();
    assert_eq!(known(&done), Some(Outcome::Cancelled(Stop::Confirmed)));
    // Without a busy answer, the backend may work on both.
    assert_eq!(known(&answers(after_a_cancel()).finished()), unknown);
}
