//! Interjections whose events and answers arrive in an unusual order.

use super::{able, change, delivered, sending, sent, undelivered};
use crate::control::InterjectionAnswer::{Accepted, TooLate, Unreachable};
use crate::effect::{Effect, Retry};
use crate::input::{Input, InterjectionInput, QueueInput};
use crate::run_event::{FinishOutcome, LostReason, RunEvent, TaskEvent};
use crate::testing::builder::{
    ABLE, Convo, controlled, convo, run_of, subagent, text, tool, tool_result,
};
use crate::testing::events::reported;
use crate::transcript::{Delivery, Target};

/// A conversation with an interjection that was given up, because all answers to it were lost.
fn unreachable() -> Convo {
    let mut convo = able().interjecting("i1", "shorter");
    for _ in 0..4 {
        convo = convo.heard("i1", Unreachable);
        let run = convo.run();
        let what = Retry::Interject;
        convo = convo.given(Input::RetryDue { run, what });
    }
    convo.heard("i1", Unreachable)
}

#[test]
fn a_report_without_text_keeps_the_text_and_adds_no_interjection() {
    let heard = |id: &str| reported(id, " ");
    let convo = able().interjecting("i1", "shorter").event(heard("i1"));
    let said = convo.turn("m1").interjection(&"i1".into());
    assert_eq!(said.map(|said| said.text.as_str()), Some("shorter"));
    assert_eq!(convo.delivery("i1"), Delivery::Accepted);
    let other = convo.event(heard("i2"));
    assert!(other.was_refused());
}

#[test]
fn a_message_that_was_taken_back_does_not_come_back_with_its_late_report() {
    let heard = |text: &str| reported("i1", text);
    let waiting = able().interjecting("i1", "shorter").heard("i1", Accepted);
    let gone = change(waiting, InterjectionInput::TakeBack("i1".into())).heard("i1", Accepted);
    // The events of a slow stream come after the answers to the requests.
    let late = gone
        .event(heard("shorter"))
        .event(heard("even shorter"))
        .event(RunEvent::InterjectionUndelivered { id: "i1".into() });
    assert!(late.turn("m1").interjection(&"i1".into()).is_none());
    let over = late.finished();
    assert!(over.prompts().is_empty());
    assert_eq!(over.conversation.turns().len(), 1);
    assert_eq!(over.conversation.composer(), "shorter");
}

#[test]
fn a_reported_message_that_begins_a_turn_is_not_added_as_an_interjection() {
    let heard = |id: &str| reported(id, "again");
    let told = able().event(RunEvent::Started).queued(1).event(heard("m1"));
    assert!(told.was_refused());
    let told = told.event(heard("q1"));
    assert!(told.was_refused());
    let over = told.finished();
    assert_eq!(over.conversation.turns().len(), 2);
    assert!(over.prompts().is_empty());
}

#[test]
fn an_interjection_before_the_announcement_of_abilities_is_sent_natively() {
    let convo = convo()
        .composing("go")
        .given(Input::Submit { id: "m1".into() })
        .interjecting("i1", "shorter")
        .event(RunEvent::Opened)
        .event(RunEvent::Started)
        .event(RunEvent::Abilities(ABLE));
    assert_eq!(convo.run(), run_of("m1"));
    assert_eq!(sent(&convo), [sending("m1", "i1")]);
}

#[test]
fn a_backend_that_keeps_runs_is_asked_to_cancel_the_first_run() {
    let convo = controlled()
        .running("m1")
        .event(text("a", "Long"))
        .interjecting("i1", "x");
    let asked = Effect::SendCancel { run: run_of("m1") };
    assert!(convo.outward().contains(&asked));
}

#[test]
fn a_queued_interjection_that_was_delivered_leaves_the_queue() {
    let queued = change(unreachable(), InterjectionInput::QueueInstead("i1".into()));
    assert_eq!(queued.prompts(), ["i1"]);
    let got = queued.event(delivered("i1"));
    assert_eq!(got.prompts(), [""; 0]);
    assert_eq!(got.delivery("i1"), Delivery::Delivered { step: Some(3) });
}

/// Two interjections that the backend has accepted, and a queued prompt.
fn two_accepted() -> Convo {
    able()
        .queued(1)
        .interjecting("i1", "a")
        .heard("i1", Accepted)
        .interjecting("i2", "b")
        .heard("i2", Accepted)
}

#[test]
fn interjections_that_become_prompts_one_after_the_other_keep_their_order() {
    let told = two_accepted().event(undelivered("i1"));
    let over = told.event(undelivered("i2")).failed();
    assert_eq!(over.prompts(), ["i1", "i2", "q1"]);
    // What comes ahead in the next turn goes before them.
    let next = over.given(Input::Queue(QueueInput::RunNext));
    assert_eq!(next.prompts(), ["i2", "q1"]);
    let late = next.event(RunEvent::Opened).interjecting("i3", "c");
    assert_eq!(late.heard("i3", TooLate).prompts(), ["i3", "i2", "q1"]);
}

#[test]
fn an_interjection_that_came_too_late_goes_before_those_that_wait_at_the_end() {
    let late = able().interjecting("i1", "a").interjecting("i2", "b");
    let late = late.heard("i1", TooLate);
    assert_eq!(late.prompts(), ["i1"]);
    let over = late.failed();
    assert_eq!(over.prompts(), ["i1", "i2"]);
}

#[test]
fn an_interjection_cannot_be_queued_while_its_run_is_stopping() {
    let run = run_of("m1");
    let stopped = able()
        .interjecting("i1", "a")
        .given(Input::Stop { run: run.clone() });
    let early = change(stopped, InterjectionInput::QueueInstead("i1".into()));
    assert!(early.was_refused());
    let over = early.event_of(run, None, RunEvent::Finished(FinishOutcome::Cancelled));
    let sent = change(over, InterjectionInput::QueueInstead("i1".into()));
    assert_eq!(sent.turn("i1").text, "a");
}

#[test]
fn a_report_in_the_stream_replaces_a_lost_answer() {
    let heard = unreachable().event(reported("i1", "shorter"));
    assert_eq!(heard.delivery("i1"), Delivery::Accepted);
}

#[test]
fn an_interjection_is_sent_while_a_rejoined_stream_is_silent() {
    let lost = able()
        .event(tool("c1"))
        .event(RunEvent::Lost(LostReason::Truncated));
    let run = lost.run();
    let what = Retry::Rejoin;
    let joined = lost
        .given(Input::RetryDue { run, what })
        .event(RunEvent::Opened)
        .interjecting("i1", "x");
    assert_eq!(sent(&joined), [sending("m1", "i1")]);
}

#[test]
fn a_choice_of_the_main_agent_does_not_apply_to_the_next_turn() {
    let target = Target::Root;
    let next = able()
        .queued(1)
        .given(Input::TargetChosen {
            target: Some(target),
        })
        .finished()
        .event(RunEvent::Opened)
        .event(subagent("s1", "explore", None));
    assert_eq!(next.conversation.target(), Target::Agent("s1".into()));
}

#[test]
fn a_finished_task_is_not_stopped_again_after_a_reload() {
    let event = TaskEvent::Cancellable;
    let convo = able().event(tool("c1")).event(RunEvent::Task {
        element: "c1".into(),
        event,
    });
    let (run, task) = (convo.run(), "c1".into());
    let reloaded = convo
        .given(Input::StopTask { run, task })
        .event(tool_result("c1", "done"))
        .given(Input::Restored);
    let asks = |effect: &Effect| matches!(effect, Effect::StopTask { .. });
    assert!(!reloaded.outward().iter().any(asks));
}
