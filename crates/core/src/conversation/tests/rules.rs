//! The rules that hold in every state of the card. Transitions are tested in `card_table`.

use crate::card::Card;
use crate::control::CancelAnswer;
use crate::effect::{Announcement, Diagnostic, Effect};
use crate::input::{Input, QueueInput};
use crate::run_event::{FinishOutcome, RunEvent};
use crate::testing::builder::{controlled, convo, run_of, text, tool, tool_result};
use crate::testing::invariants;
use crate::transcript::{ActivityStatus, Outcome};

#[test]
fn a_stale_cancel_never_stops_a_newer_run() {
    let newer = convo().running("m1").finished().running("m2");
    for stale in [
        Input::Stop { run: run_of("m1") },
        Input::CancelClicked { run: run_of("m1") },
    ] {
        let after = newer.clone().given(stale);
        assert_eq!(
            after.last.effects,
            [Effect::Diagnose(Diagnostic::OtherRun(run_of("m1")))]
        );
        assert_eq!(after.conversation, newer.conversation);
    }
}

#[test]
fn a_late_event_of_an_old_run_does_not_change_a_newer_run() {
    let newer = convo().running("m1").paused().running("m2");
    for event in [
        text("a", "late"),
        tool("c"),
        RunEvent::Finished(FinishOutcome::Success),
        RunEvent::Opened,
    ] {
        let after = newer.clone().event_in("m1", event);
        assert!(after.was_refused(), "{:?}", after.last);
        assert_eq!(after.conversation, newer.conversation);
    }
}

#[test]
fn a_late_finish_does_not_start_the_queue() {
    let paused = controlled().running("m1").queued(1).paused();
    for finish in [FinishOutcome::Success, FinishOutcome::Cancelled] {
        let after = paused.clone().event_in("m1", RunEvent::Finished(finish));
        assert!(matches!(after.card(), Card::Paused { .. }));
        assert_eq!(after.prompts(), ["q1"]);
        assert_eq!(after.outward(), []);
    }
}

#[test]
fn cancel_and_send_is_one_step() {
    let before = controlled().running("m1").cancelling("instead");
    let after = before.given(Input::EditorSubmit { id: "m2".into() });
    assert!(matches!(
        after.turn("m1").outcome,
        Some(Outcome::Cancelled(_))
    ));
    assert_eq!(after.run(), run_of("m2"));
    assert_eq!(after.conversation.stopping().len(), 1);
    assert_eq!(invariants::broken(&after.conversation), None);
}

#[test]
fn a_repeated_submit_sends_one_message() {
    let once = convo()
        .running("m1")
        .cancelling("go")
        .given(Input::EditorSubmit { id: "m2".into() });
    let twice = once.clone().given(Input::EditorSubmit { id: "m3".into() });
    assert_eq!(twice.conversation, once.conversation);
}

#[test]
fn only_finished_activities_count_as_steps() {
    for count in [0, 1, 3] {
        let after = convo()
            .running("m1")
            .steps(count)
            .event(tool("open"))
            .given(Input::Stop { run: run_of("m1") });
        let told = Effect::Announce(Announcement::Cancelled { steps: count });
        assert!(
            after.last.effects.contains(&told),
            "{count}: {:?}",
            after.last
        );
        assert_eq!(after.turn("m1").finished_steps(), count);
        let open = after
            .turn("m1")
            .activity(&"open".into())
            .expect("the tool call");
        assert_eq!(open.status, ActivityStatus::Cancelled);
    }
}

#[test]
fn a_failed_tool_counts_as_a_finished_step() {
    let failed = RunEvent::ToolResult {
        call: "c".into(),
        message: "r".into(),
        content: "no".into(),
        attachments: Vec::new(),
        failed: true,
    };
    let after = convo()
        .running("m1")
        .event(tool("c"))
        .event(failed)
        .given(Input::Stop { run: run_of("m1") });
    assert_eq!(after.turn("m1").finished_steps(), 1);
}

#[test]
fn a_draft_kept_by_keep_running_is_not_lost_when_the_turn_ends() {
    let kept = || {
        convo()
            .running("m1")
            .cancelling("draft")
            .given(Input::KeepRunning)
    };
    assert_eq!(kept().finished().conversation.composer(), "draft");
    assert_eq!(kept().failed().conversation.composer(), "draft");
    assert_eq!(
        kept()
            .given(Input::Stop { run: run_of("m1") })
            .conversation
            .composer(),
        "draft"
    );
    let with_queue = kept().queued(1).failed();
    assert!(matches!(with_queue.card(), Card::Paused { draft, .. } if draft == "draft"));
    let next = kept().queued(1).finished();
    assert!(matches!(next.card(), Card::Running { draft, .. } if draft == "draft"));
}

#[test]
fn a_restored_prompt_has_its_edited_text() {
    let removed = convo()
        .running("m1")
        .queued(1)
        .editing("q1", "better")
        .queue(QueueInput::Remove("q1".into()));
    let back = removed.queue(QueueInput::Restore);
    assert_eq!(back.conversation.queue().prompts()[0].text, "better");
}

#[test]
fn the_answer_to_a_cancel_of_an_old_run_touches_only_that_run() {
    let newer = controlled()
        .running("m1")
        .cancelling("go")
        .given(Input::EditorSubmit { id: "m2".into() });
    let answered = newer.answered("m1", CancelAnswer::Accepted);
    assert_eq!(answered.acts(), [Effect::OpenStream { run: run_of("m2") }]);
    let again = answered.clone().answered("m1", CancelAnswer::Accepted);
    assert!(again.was_refused());
    assert_eq!(again.conversation, answered.conversation);
}

#[test]
fn a_stop_keeps_the_finished_work() {
    let cancelled = convo()
        .running("m1")
        .event(text("a", "half a sent"))
        .event(tool("c"))
        .event(tool_result("c", "found"))
        .given(Input::Stop { run: run_of("m1") });
    assert_eq!(cancelled.turn("m1").text_of(&"a".into()), "half a sent");
    let tool = cancelled
        .turn("m1")
        .activity(&"c".into())
        .expect("the call");
    assert_eq!(tool.status, ActivityStatus::Done);
}
