//! A run that ends by itself while the person works on the queue or the card.
//!
//! Cancels are tested in `cancels`, lost streams in `retries`.

use crate::card::{Card, PauseReason};
use crate::effect::{Effect, FocusTarget};
use crate::input::{Input, QueueInput};
use crate::run_event::{FinishOutcome, Limit, RunEvent};
use crate::testing::builder::{Convo, asks, convo, question, run_of, text, tool};
use crate::testing::events::text_start;
use crate::testing::inputs::{approve, try_again};
use crate::testing::invariants;
use crate::transcript::{Outcome, Stop};

#[test]
fn the_next_prompt_waits_while_it_is_edited() {
    let ended = convo()
        .running("m1")
        .queued(2)
        .editing("q1", "half")
        .finished();
    assert!(matches!(
        ended.card(),
        Card::Paused {
            reason: PauseReason::Editing,
            ..
        }
    ));
    assert_eq!(ended.prompts(), ["q1", "q2"]);
    assert_eq!(ended.outward(), []);
}

#[test]
fn the_next_prompt_starts_while_a_later_one_is_edited() {
    let ended = convo()
        .running("m1")
        .queued(2)
        .editing("q2", "half")
        .finished();
    assert_eq!(ended.run(), run_of("q1"));
    let edit = ended
        .conversation
        .queue()
        .edit()
        .expect("the editor is open");
    assert_eq!((edit.id.as_str(), edit.draft.as_str()), ("q2", "half"));
}

#[test]
fn a_blank_edit_of_the_held_prompt_removes_it_and_the_next_starts() {
    let ended = convo()
        .running("m1")
        .queued(2)
        .editing("q1", " ")
        .finished();
    let done = ended.queue(QueueInput::EditDone);
    assert_eq!(done.run(), run_of("q2"));
    let removed = done
        .conversation
        .queue()
        .removed()
        .next_back()
        .expect("it can come back");
    assert_eq!(removed.text, "text of q1");
}

#[test]
fn a_blank_edit_of_the_only_prompt_hides_the_card() {
    let ended = convo().running("m1").queued(1).editing("q1", "").finished();
    let done = ended.queue(QueueInput::EditDone);
    assert_eq!(*done.card(), Card::Hidden);
    assert_eq!(
        done.conversation
            .queue()
            .removed()
            .next_back()
            .map(|p| p.text.as_str()),
        Some("text of q1")
    );
}

#[test]
fn another_prompt_moved_before_the_held_one_starts() {
    let ended = convo()
        .running("m1")
        .queued(2)
        .editing("q1", "half")
        .finished();
    let moved = ended.queue(QueueInput::Move {
        id: "q2".into(),
        to: 0,
    });
    assert_eq!(moved.run(), run_of("q2"));
    assert_eq!(moved.prompts(), ["q1"]);
}

#[test]
fn after_an_edit_the_focus_moves_to_a_control_that_exists() {
    let ended = convo()
        .running("m1")
        .queued(1)
        .editing("q1", "x")
        .finished();
    let done = ended.queue(QueueInput::EditDone);
    assert!(done.conversation.queue().is_empty());
    let focus = done
        .last
        .effects
        .iter()
        .filter(|e| matches!(e, Effect::Focus(_)));
    assert_eq!(
        focus.collect::<Vec<_>>(),
        [&Effect::Focus(FocusTarget::Composer)]
    );
}

#[test]
fn a_finished_edit_is_no_longer_the_reason_of_the_pause() {
    let resuming = convo()
        .running("m1")
        .queued(1)
        .editing("q1", "x")
        .finished()
        .given(Input::ResumeClicked);
    let done = resuming.queue(QueueInput::EditDone);
    assert!(
        matches!(done.card(), Card::Resuming { .. }),
        "the editor stays open"
    );
    let dismissed = done.given(Input::EditorDismiss);
    assert!(matches!(
        dismissed.card(),
        Card::Paused {
            reason: PauseReason::Finished,
            ..
        }
    ));
}

#[test]
fn run_next_while_the_first_prompt_is_edited_starts_the_second() {
    let resuming = convo()
        .running("m1")
        .queued(2)
        .editing("q1", "x")
        .finished()
        .given(Input::ResumeClicked);
    let next = resuming.given(Input::EditorSubmit {
        id: "unused".into(),
    });
    assert_eq!(next.run(), run_of("q2"));
    assert_eq!(next.prompts(), ["q1"]);
}

#[test]
fn restoring_a_prompt_after_the_card_is_hidden_pauses_the_queue() {
    let hidden = convo()
        .running("m1")
        .queued(1)
        .paused()
        .queue(QueueInput::Remove("q1".into()));
    assert_eq!(*hidden.card(), Card::Hidden);
    let back = hidden.queue(QueueInput::Restore);
    assert!(matches!(
        back.card(),
        Card::Paused {
            reason: PauseReason::Cancelled,
            ..
        }
    ));
    assert_eq!(back.outward(), [], "it was not asked to start");
    assert_eq!(invariants::broken(&back.conversation), None);
}

#[test]
fn a_prompt_restored_after_a_good_end_waits() {
    let hidden = convo()
        .running("m1")
        .queued(1)
        .queue(QueueInput::Remove("q1".into()))
        .finished();
    let back = hidden.queue(QueueInput::Restore);
    assert!(matches!(
        back.card(),
        Card::Paused {
            reason: PauseReason::Finished,
            ..
        }
    ));
}

#[test]
fn a_run_that_the_backend_cancels_pauses_the_queue() {
    let ended = convo()
        .running("m1")
        .queued(1)
        .event(RunEvent::Finished(FinishOutcome::Cancelled));
    assert!(matches!(
        ended.card(),
        Card::Paused {
            reason: PauseReason::Cancelled,
            ..
        }
    ));
    assert_eq!(
        ended.turn("m1").outcome,
        Some(Outcome::Cancelled(Stop::Confirmed))
    );
}

#[test]
fn events_after_the_end_change_nothing() {
    let ended = convo().running("m1").event(text("a", "done")).finished();
    let after = ended.clone().event_in("m1", text("a", " and more"));
    assert!(after.was_refused());
    assert_eq!(after.conversation, ended.conversation);
}

#[test]
fn only_a_last_turn_that_did_not_end_well_can_be_tried_again() {
    let again = |from: Convo, turn: &str| from.given(try_again(turn, "again"));
    let failed = again(convo().running("m1").failed(), "m1");
    assert_eq!(failed.run(), run_of("again"));
    assert_eq!(failed.turn("again").text, "text of m1");
    assert!(
        failed.conversation.turn(&"m1".into()).is_some(),
        "what was seen stays"
    );
    let well = convo().running("m1").event(text("a", "x")).finished();
    assert!(again(well, "m1").was_refused());
    assert!(
        again(
            convo().running("m1").failed().running("m2").finished(),
            "m1"
        )
        .was_refused()
    );
}

#[test]
fn a_turn_without_output_can_be_tried_again() {
    let again = |from: Convo| from.given(try_again("m1", "again"));
    let empty = convo()
        .running("m1")
        .event(RunEvent::Started)
        .event(text_start("a", None))
        .finished();
    assert_eq!(empty.turn("m1").outcome, Some(Outcome::Completed));
    assert_eq!(again(empty).run(), run_of("again"));
    let shared = convo()
        .running("m1")
        .event(RunEvent::State("{}".into()))
        .finished();
    assert!(again(shared).was_refused(), "it has changed what is shared");
}

#[test]
fn an_answer_that_was_cut_off_can_be_tried_again() {
    let cut = convo()
        .running("m1")
        .event(text("a", "half"))
        .event(RunEvent::Limited(Limit::ContentFilter))
        .finished();
    assert_eq!(cut.given(try_again("m1", "again")).run(), run_of("again"));
}

#[test]
fn a_failed_turn_can_be_tried_again_while_the_editor_is_open() {
    let failed = convo().running("m1").cancelling("a draft").failed();
    let again = failed.given(try_again("m1", "again"));
    assert_eq!(again.run(), run_of("again"));
    assert_eq!(again.conversation.composer(), "a draft");
}

#[test]
fn a_turn_without_output_after_an_approval_can_be_tried_again() {
    let asked = convo()
        .running("m1")
        .event(tool("c"))
        .event(asks(vec![question("i", Some("c"))]));
    let approved = asked.given(approve("m1", "i"));
    let empty = approved
        .event(RunEvent::Opened)
        .event(RunEvent::Started)
        .finished();
    let again = empty.given(try_again("m1", "again"));
    assert_eq!(again.run(), run_of("again"));
}

#[test]
fn a_refused_try_again_keeps_the_text_of_the_editor() {
    let from = convo()
        .running("m1")
        .queued(1)
        .event(RunEvent::Finished(FinishOutcome::Interrupt(Vec::new())))
        .given(Input::ResumeClicked)
        .given(Input::EditorChanged {
            text: "a draft".into(),
        });
    let after = from.clone().given(try_again("m1", "again"));
    assert!(after.was_refused());
    assert_eq!(after.conversation, from.conversation);
}
