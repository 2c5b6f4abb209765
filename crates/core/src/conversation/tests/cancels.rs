//! Cancelled runs: the backend's answer, the last events, the stream.
//!
//! The card is tested in `card_table`.

use crate::control::CancelAnswer;
use crate::conversation::{Phase, StopState};
use crate::effect::{Effect, Retry};
use crate::input::Input;
use crate::run_event::{FinishOutcome, LostReason, OpenError, RunEvent};
use crate::testing::builder::{
    CONTROLLED, Convo, ONLY_CANCEL, PLAIN_STOP, asks, controlled, convo, question, run_of, text,
    tool, tool_result,
};
use crate::testing::events::refused;
use crate::testing::inputs::{force, retry_due, retry_later};
use crate::transcript::{ActivityStatus, Answer, Closed, Outcome, Stop};

fn stopped(convo: Convo) -> Convo {
    convo.running("m1").given(Input::Stop { run: run_of("m1") })
}

fn of_m1(convo: Convo, event: RunEvent) -> Convo {
    convo.event_in("m1", event)
}

fn lost() -> RunEvent {
    RunEvent::Lost(LostReason::Truncated)
}

fn unreachable() -> RunEvent {
    RunEvent::OpenFailed(OpenError::Network("down".into()))
}

fn retry(what: Retry, after: u64) -> Effect {
    retry_later("m1", what, after)
}

fn outcome(convo: &Convo) -> Option<&Outcome> {
    convo.turn("m1").outcome.as_ref()
}

#[test]
fn the_next_run_waits_for_the_answer_to_the_cancel() {
    let next = controlled()
        .running("m1")
        .cancelling("go")
        .given(Input::EditorSubmit { id: "m2".into() });
    assert_eq!(next.phase(), Some(Phase::Blocked));
    for answer in [
        CancelAnswer::Accepted,
        CancelAnswer::AlreadyFinished,
        CancelAnswer::Unknown,
    ] {
        let after = next.clone().answered("m1", answer.clone());
        let opened = Effect::OpenStream { run: run_of("m2") };
        assert!(after.outward().contains(&opened), "{answer:?}");
    }
    let ended = of_m1(next, RunEvent::Finished(FinishOutcome::Cancelled));
    assert_eq!(ended.outward(), [Effect::OpenStream { run: run_of("m2") }]);
}

#[test]
fn an_unanswered_cancel_is_retried_while_the_next_run_waits() {
    let next = controlled()
        .running("m1")
        .cancelling("go")
        .given(Input::EditorSubmit { id: "m2".into() });
    let mut asked = next;
    for after in [500, 1_000, 2_000, 4_000] {
        asked = asked.answered("m1", CancelAnswer::Unreachable);
        assert_eq!(asked.outward(), [retry(Retry::Cancel, after)]);
        asked = asked.given(retry_due("m1", Retry::Cancel));
        assert_eq!(asked.outward(), [Effect::SendCancel { run: run_of("m1") }]);
    }
    let given_up = asked.answered("m1", CancelAnswer::Unreachable);
    assert_eq!(outcome(&given_up), Some(&Outcome::Cancelled(Stop::Unknown)));
    assert_eq!(
        given_up.outward(),
        [
            Effect::AbortStream { run: run_of("m1") },
            Effect::OpenStream { run: run_of("m2") }
        ]
    );
}

#[test]
fn a_blocked_run_is_cancelled_without_a_request() {
    let blocked = controlled()
        .running("m1")
        .cancelling("go")
        .given(Input::EditorSubmit { id: "m2".into() });
    let dropped = blocked.given(Input::Stop { run: run_of("m2") });
    assert_eq!(dropped.outward(), []);
    assert_eq!(
        dropped.turn("m2").outcome,
        Some(Outcome::Cancelled(Stop::Confirmed))
    );
    let answered = dropped.answered("m1", CancelAnswer::Accepted);
    assert_eq!(answered.acts(), [], "nothing waits for the answer any more");
}

#[test]
fn late_events_of_a_cancelled_run_are_applied() {
    let stopping = controlled()
        .running("m1")
        .event(text("a", "so"))
        .event(tool("c"))
        .given(Input::Stop { run: run_of("m1") });
    let told = of_m1(
        of_m1(stopping, text("a", " far")),
        tool_result("c", "found"),
    );
    assert_eq!(told.turn("m1").text_of(&"a".into()), "so far");
    let call = told.turn("m1").activity(&"c".into()).expect("the call");
    assert_eq!(call.status, ActivityStatus::Done, "it did finish");
    assert_eq!(told.turn("m1").finished_steps(), 1);
}

#[test]
fn the_reported_end_of_a_cancelled_run_replaces_the_assumed_outcome() {
    let ends = [
        (
            FinishOutcome::Cancelled,
            Outcome::Cancelled(Stop::Confirmed),
        ),
        (
            FinishOutcome::Interrupt(vec![]),
            Outcome::Cancelled(Stop::Confirmed),
        ),
        (FinishOutcome::Success, Outcome::Completed),
    ];
    for (finish, truth) in ends {
        let ended = of_m1(stopped(controlled()), RunEvent::Finished(finish));
        assert_eq!(outcome(&ended), Some(&truth));
        assert!(ended.conversation.stopping().is_empty());
    }
}

#[test]
fn a_question_that_comes_after_a_stop_is_closed_and_the_next_message_abandons_it() {
    for abilities in [CONTROLLED, PLAIN_STOP] {
        let late = asks(vec![question("i", Some("c")), question("j", None)]);
        let stopping = convo().with_abilities(abilities).running("m1");
        let stopping = stopping
            .event(tool("c"))
            .given(Input::Stop { run: run_of("m1") });
        let ended = of_m1(stopping, late);
        assert_eq!(
            outcome(&ended),
            Some(&Outcome::Cancelled(Stop::Confirmed)),
            "nothing waits"
        );
        let asked = ended.turn("m1").asked("i").expect("the question");
        assert_eq!(asked.closed, Some(Closed::Stopped));
        assert_eq!(ended.status("approval:j"), ActivityStatus::Cancelled);
        let sent = ended
            .composing("next")
            .given(Input::Submit { id: "m2".into() });
        let resume = sent.request().resume;
        let told: Vec<_> = resume.iter().map(|given| &*given.interrupt).collect();
        assert_eq!(told, ["i", "j"]);
        assert!(resume.iter().all(|given| given.answer == Answer::Abandoned));
        let next = sent.event(RunEvent::Opened).finished();
        assert_eq!(next.run(), run_of("m2"));
        assert!(next.request().resume.is_empty());
    }
}

#[test]
fn an_unknown_run_is_confirmed_as_stopped() {
    let answered = stopped(controlled()).answered("m1", CancelAnswer::Unknown);
    assert_eq!(
        outcome(&answered),
        Some(&Outcome::Cancelled(Stop::Confirmed))
    );
    assert!(answered.conversation.stopping().is_empty());
    // A URL that does not know a run which its backend delivers says nothing about the run.
    for spoken in [
        of_m1(stopped(controlled()), text("a", "x")),
        controlled()
            .running("m1")
            .event(text("a", "x"))
            .given(Input::Stop { run: run_of("m1") }),
    ] {
        let answered = spoken
            .answered("m1", CancelAnswer::Unreachable)
            .answered("m1", CancelAnswer::Unknown);
        assert_eq!(outcome(&answered), Some(&Outcome::Cancelled(Stop::Unknown)));
    }
}

#[test]
fn a_repeated_event_of_a_cancelled_run_is_applied_once() {
    let told = stopped(controlled()).event_of(run_of("m1"), Some(3), text("a", "x"));
    let again = told.clone().event_of(run_of("m1"), Some(3), text("a", "x"));
    assert!(again.was_refused());
    assert_eq!(again.conversation, told.conversation);
}

#[test]
fn a_lost_stream_of_a_cancelled_run_is_rejoined() {
    let lost = of_m1(stopped(controlled()), lost());
    assert_eq!(lost.outward(), [retry(Retry::Rejoin, 500)]);
    let due = lost.given(retry_due("m1", Retry::Rejoin));
    assert_eq!(
        due.outward(),
        [Effect::Rejoin {
            run: run_of("m1"),
            cursor: None
        }]
    );
}

#[test]
fn rejoining_a_cancelled_run_is_given_up_after_some_attempts() {
    let mut stopping = stopped(controlled()).answered("m1", CancelAnswer::Accepted);
    let mut tries = 0;
    while !stopping.conversation.stopping().is_empty() {
        stopping = of_m1(stopping, unreachable());
        tries += 1;
        assert!(tries < 20, "it goes on for ever");
        stopping = stopping.given(retry_due("m1", Retry::Rejoin));
    }
    assert_eq!(
        outcome(&stopping),
        Some(&Outcome::Cancelled(Stop::Confirmed))
    );
}

#[test]
fn a_cancelled_run_unknown_to_the_backend_is_not_rejoined() {
    let answered = stopped(controlled()).answered("m1", CancelAnswer::Accepted);
    let gone = of_m1(of_m1(answered, lost()), refused(404));
    assert!(gone.conversation.stopping().is_empty());
}

#[test]
fn without_rejoin_an_answer_after_the_stream_was_lost_confirms_the_stop() {
    let lost = of_m1(stopped(convo().with_abilities(ONLY_CANCEL)), lost());
    assert_eq!(
        lost.conversation.stopping().len(),
        1,
        "the answer is still to come"
    );
    let answered = lost.answered("m1", CancelAnswer::Accepted);
    assert!(answered.conversation.stopping().is_empty());
    assert_eq!(
        outcome(&answered),
        Some(&Outcome::Cancelled(Stop::Confirmed))
    );
}

#[test]
fn without_rejoin_a_stream_lost_after_the_answer_ends_the_wait() {
    let answered =
        stopped(convo().with_abilities(ONLY_CANCEL)).answered("m1", CancelAnswer::Accepted);
    assert_eq!(
        answered.conversation.stopping()[0].state,
        StopState::Answered
    );
    let lost = of_m1(answered, lost());
    assert!(lost.conversation.stopping().is_empty());
}

#[test]
fn a_run_cancelled_between_two_attempts_is_rejoined_to_see_its_end() {
    let retrying = controlled()
        .composing("x")
        .given(Input::Submit { id: "m1".into() });
    let retrying = retrying.event(unreachable());
    assert!(matches!(retrying.phase(), Some(Phase::Retrying { .. })));
    let stopping = retrying.given(Input::Stop { run: run_of("m1") });
    let asked = Effect::SendCancel { run: run_of("m1") };
    assert_eq!(stopping.outward(), [asked, retry(Retry::Rejoin, 500)]);
    let due = stopping.given(retry_due("m1", Retry::Open));
    assert_eq!(due.outward(), [], "it is not sent again");
    let answered = due.answered("m1", CancelAnswer::Accepted);
    let joined = answered.given(retry_due("m1", Retry::Rejoin));
    assert_eq!(
        joined.outward(),
        [Effect::Rejoin {
            run: run_of("m1"),
            cursor: None
        }]
    );
}

#[test]
fn a_plain_backend_gets_no_cancel() {
    let stopped = stopped(convo());
    assert_eq!(
        stopped.outward(),
        [Effect::AbortStream { run: run_of("m1") }]
    );
    assert!(stopped.conversation.stopping().is_empty());
    let next = stopped.running("m2");
    assert_eq!(next.run(), run_of("m2"));
}

fn hang_up() -> Input {
    retry_due("m1", Retry::HangUp)
}

fn finished_before() -> Convo {
    let stopped = controlled()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") });
    stopped.answered("m1", CancelAnswer::AlreadyFinished)
}

#[test]
fn a_run_that_had_finished_is_waited_for_only_while_something_comes() {
    let finished = finished_before();
    let look = retry(Retry::HangUp, 10_000);
    assert!(finished.outward().contains(&look));
    // Its last events are on their way.
    let delta = RunEvent::TextDelta {
        message: "a".into(),
        delta: "the rest".to_owned(),
    };
    let coming = of_m1(finished, delta).given(hang_up());
    assert_eq!(coming.outward(), [look]);
    let over = coming.given(hang_up());
    assert_eq!(outcome(&over), Some(&Outcome::Cancelled(Stop::Confirmed)));
    assert!(over.conversation.stopping().is_empty());
}

#[test]
fn a_run_that_had_finished_is_not_waited_for_longer_after_a_reload() {
    let again = finished_before().given(Input::Restored);
    assert!(again.outward().contains(&retry(Retry::HangUp, 10_000)));
    assert!(again.given(hang_up()).conversation.stopping().is_empty());
}

#[test]
fn a_run_whose_cancel_was_accepted_is_waited_for_without_a_limit() {
    let accepted = controlled()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted)
        .given(hang_up());
    assert_eq!(accepted.outward(), []);
    assert_eq!(accepted.conversation.stopping().len(), 1);
}

#[test]
fn the_answer_to_a_forced_stop_ends_the_wait_or_lets_the_person_ask_again() {
    let asked = controlled()
        .running("m1")
        .given(Input::Stop { run: run_of("m1") })
        .answered("m1", CancelAnswer::Accepted)
        .given(force("m1"));
    for (answer, ends) in [
        (CancelAnswer::Accepted, None),
        (CancelAnswer::Unreachable, None),
        (CancelAnswer::Unknown, Some(Stop::Confirmed)),
        (CancelAnswer::Refused, Some(Stop::Unknown)),
    ] {
        let after = asked.clone().answered("m1", answer.clone());
        let forced: Vec<bool> = (after.conversation.stopping().iter())
            .map(|held| held.forced)
            .collect();
        if let Some(stop) = ends {
            assert_eq!(forced, [], "{answer:?}");
            assert_eq!(outcome(&after), Some(&Outcome::Cancelled(stop)));
        } else {
            assert_eq!(forced, [answer == CancelAnswer::Accepted], "{answer:?}");
            assert_eq!(after.outward(), []);
        }
    }
}
