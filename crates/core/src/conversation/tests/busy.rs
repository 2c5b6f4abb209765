//! A backend that is already running something for the thread: the request waits and is sent again.
//!
//! Unreachable backends are tested in `retries`.

use crate::control::CancelAnswer;
use crate::conversation::Phase;
use crate::effect::{Effect, Retry};
use crate::id::RunId;
use crate::input::Input;
use crate::run_event::{Abilities, FinishOutcome, LostReason, OpenError, RunError, RunEvent};
use crate::testing::builder::{Convo, convo, run_of, text};
use crate::transcript::{Failure, Outcome, Stop};

/// The second turn is sent before the first is known to have stopped.
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

fn refused() -> RunEvent {
    RunEvent::OpenFailed(OpenError::Status {
        status: 409,
        body: "busy".into(),
        retry_after: None,
    })
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
    convo.given(Input::RetryDue {
        run: run_of("m2"),
        what: Retry::Open,
    })
}

fn again(after: u64) -> [Effect; 1] {
    [Effect::RetryLater {
        run: run_of("m2"),
        what: Retry::Open,
        after,
    }]
}

fn phase(convo: &Convo) -> Option<Phase> {
    convo.conversation.active().map(|active| active.phase)
}

/// The request is sent again.
fn opening(convo: Convo) -> Convo {
    let convo = due(convo);
    assert_eq!(convo.outward(), [Effect::OpenStream { run: run_of("m2") }]);
    convo
}

#[test]
fn each_way_to_say_it_is_waited_for() {
    let sent = convo()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .composing("next")
        .given(Input::Submit { id: "m2".into() });
    let refused = sent.event(refused());
    assert_eq!(refused.outward(), again(500));
    assert_eq!(phase(&refused), Some(Phase::Busy));
    for said in [vec![RunEvent::Started, busy()], vec![busy()], vec![empty()]] {
        let waits = said.into_iter().fold(after_a_cancel(), Convo::event);
        assert_eq!(waits.outward(), again(500));
        assert_eq!(phase(&waits), Some(Phase::Busy));
        let done = opening(waits).event(RunEvent::Opened).finished();
        assert_eq!(done.turn("m2").outcome, Some(Outcome::Completed));
    }
}

#[test]
fn it_waits_longer_each_time_and_then_says_that_it_failed() {
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
fn an_answer_that_is_empty_says_so_only_where_a_run_was_left_behind() {
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
fn an_empty_answer_after_an_interjection_is_waited_for() {
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
    assert_eq!(phase(&waits), Some(Phase::Busy));
}

#[test]
fn an_empty_answer_after_a_reload_is_waited_for() {
    let reloaded = convo()
        .running("m1")
        .event(text("a", "half"))
        .given(Input::Restored);
    let waits = reloaded.running("m2").event(empty());
    assert_eq!(waits.outward(), again(500));
    assert_eq!(phase(&waits), Some(Phase::Busy));
}

#[test]
fn a_run_that_was_left_may_outlast_turns_that_nothing_came_of() {
    let gave_up = after_a_cancel()
        .event(busy())
        .given(Input::Stop { run: run_of("m2") });
    let waits = gave_up.running("m3").event(empty());
    assert_eq!(phase(&waits), Some(Phase::Busy));
    let answered = after_a_cancel().event(text("b", "x")).finished();
    let first = answered.running("m3").event(empty());
    assert_eq!(
        first.turn("m3").outcome,
        Some(Outcome::Interrupted(LostReason::Truncated)),
        "the backend has worked on the turn between"
    );
}

#[test]
fn an_empty_body_that_is_no_stream_is_an_empty_answer() {
    let sent = convo()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .composing("next")
        .given(Input::Submit { id: "m2".into() });
    assert_eq!(phase(&sent.event(empty())), Some(Phase::Busy));
}

#[test]
fn an_empty_answer_after_a_stop_url_was_called_is_waited_for() {
    let abilities = Abilities {
        plain_stop: true,
        ..Abilities::default()
    };
    let stopped = convo()
        .with_abilities(abilities)
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted);
    let soon = stopped.clone().running("m2").event(empty());
    assert_eq!(phase(&soon), Some(Phase::Busy));
    let ended = stopped.event_of(
        run_of("m1"),
        None,
        RunEvent::Finished(FinishOutcome::Success),
    );
    let later = ended.running("m2").event(empty());
    assert_eq!(
        phase(&later),
        Some(Phase::Busy),
        "it said that it would stop, not that it has"
    );
}

#[test]
fn a_run_that_has_said_something_is_not_sent_again() {
    let failed = after_a_cancel().event(text("b", "x")).event(busy());
    assert!(matches!(
        failed.turn("m2").outcome,
        Some(Outcome::Failed(Failure::Agent(_)))
    ));
}

#[test]
fn what_waits_can_be_stopped_and_nothing_is_left_of_it() {
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
fn a_reload_meanwhile_loses_nothing() {
    let waits = after_a_cancel().event(busy()).queued(1);
    let back = waits.given(Input::Restored);
    assert!(back.conversation.active().is_none());
    assert_eq!(back.turn("m2").text, "text of m2");
    assert_eq!(back.prompts(), ["q1"]);
}
