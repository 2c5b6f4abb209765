//! Prompts that the person holds back.

use crate::card::{Card, PauseReason};
use crate::input::{Input, QueueInput};
use crate::testing::builder::{Convo, convo, run_of};

fn hold(id: &str, held: bool) -> QueueInput {
    QueueInput::Hold {
        id: id.into(),
        held,
    }
}

/// The turn is over, and the two prompts behind it are held.
fn all_held() -> Convo {
    let queued = convo().running("m1").queued(2);
    queued
        .queue(hold("q1", true))
        .queue(hold("q2", true))
        .finished()
}

fn reason(convo: &Convo) -> Option<PauseReason> {
    match convo.card() {
        Card::Paused { reason, .. } | Card::Resuming { reason, .. } => Some(*reason),
        Card::Hidden | Card::Running { .. } | Card::Cancelling { .. } => None,
    }
}

#[test]
fn the_prompts_after_a_held_one_start_without_it() {
    let ended = convo()
        .running("m1")
        .queued(2)
        .queue(hold("q1", true))
        .finished();
    assert_eq!(ended.run(), run_of("q2"));
    assert_eq!(ended.prompts(), ["q1"]);
    assert_eq!(reason(&ended.finished()), Some(PauseReason::Held));
}

#[test]
fn what_is_held_waits_for_the_person_and_starts_once_it_is_released() {
    let ended = all_held();
    assert_eq!(reason(&ended), Some(PauseReason::Held));
    assert_eq!(ended.outward(), []);
    let released = ended.queue(hold("q2", false));
    assert_eq!(released.run(), run_of("q2"));
    assert_eq!(released.prompts(), ["q1"]);
}

#[test]
fn a_message_starts_a_turn_before_what_is_held() {
    let sent = all_held()
        .composing("now")
        .given(Input::Submit { id: "m2".into() });
    assert_eq!(sent.run(), run_of("m2"));
    assert_eq!(sent.prompts(), ["q1", "q2"]);
    assert_eq!(reason(&sent.finished()), Some(PauseReason::Held));
}

#[test]
fn a_message_beside_the_open_editor_waits_for_the_person() {
    let sent = all_held()
        .given(Input::ResumeClicked)
        .composing("now")
        .given(Input::Submit { id: "m2".into() });
    assert_eq!(sent.prompts(), ["q1", "q2", "m2"]);
    let dismissed = sent.given(Input::EditorDismiss);
    assert_eq!(reason(&dismissed), Some(PauseReason::Finished));
}

#[test]
fn the_person_can_send_a_held_prompt() {
    assert_eq!(all_held().queue(QueueInput::RunNext).run(), run_of("q1"));
    let now = all_held().queue(QueueInput::RunNow("q2".into()));
    assert_eq!(now.run(), run_of("q2"));
}

#[test]
fn a_removed_prompt_that_comes_back_does_not_start_by_itself() {
    let removed = convo()
        .running("m1")
        .queued(2)
        .queue(hold("q1", true))
        .queue(QueueInput::Remove("q2".into()))
        .finished();
    assert_eq!(reason(&removed), Some(PauseReason::Held));
    let back = removed.queue(QueueInput::Restore);
    assert_eq!(reason(&back), Some(PauseReason::Finished));
    assert_eq!(back.prompts(), ["q1", "q2"]);
}

#[test]
fn a_pause_for_another_reason_stays_when_a_prompt_is_released() {
    let paused = convo()
        .running("m1")
        .queued(1)
        .paused()
        .queue(hold("q1", true));
    assert_eq!(reason(&paused), Some(PauseReason::Cancelled));
    let released = paused.clone().queue(hold("q1", false));
    assert_eq!(reason(&released), Some(PauseReason::Cancelled));
    // Nothing but what is held waits, for whatever reason: a message is not queued behind it.
    let sent = paused
        .composing("now")
        .given(Input::Submit { id: "m2".into() });
    assert_eq!(sent.run(), run_of("m2"));
    assert_eq!(sent.prompts(), ["q1"]);
}
