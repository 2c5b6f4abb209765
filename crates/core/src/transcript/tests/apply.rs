//! Single events, one after another. Snapshots are tested in `merge`.

use super::{activity, status, subagent, turn_after, unknown};
use crate::change::Change;
use crate::history::HistoryMessage;
use crate::run_event::RunEvent;
use crate::step::Step;
use crate::testing::builder::{text, tool, tool_args, tool_result};
use crate::testing::events::{encrypted, reasoning, subagent_ended, text_start, tool_start};
use crate::transcript::{ActivityKind, ActivityStatus, Turn};

#[test]
fn text_grows_in_its_message() {
    let turn = turn_after(vec![text("a", "one "), text("b", "two"), text("a", "more")]);
    let texts: Vec<_> = turn.texts().map(|(id, text)| (id.as_str(), text)).collect();
    assert_eq!(texts, [("a", "one more"), ("b", "two")]);
}

#[test]
fn a_replaced_text_is_the_whole_text() {
    let replaced = |text: &str| RunEvent::TextReplaced {
        message: "a".into(),
        text: text.to_owned(),
    };
    let mut turn = turn_after(vec![text("a", "one")]);
    for (new, changes) in [
        (
            "one two",
            vec![Change::TextGrew {
                turn: turn.id.clone(),
                message: "a".into(),
            }],
        ),
        ("one two", Vec::new()),
        (
            "three",
            vec![Change::TextReplaced {
                turn: turn.id.clone(),
                message: "a".into(),
            }],
        ),
        (
            "",
            vec![Change::TextReplaced {
                turn: turn.id.clone(),
                message: "a".into(),
            }],
        ),
    ] {
        let mut step = Step::default();
        turn.apply(replaced(new), 9, &mut step);
        assert_eq!(turn.text_of(&"a".into()), new);
        assert_eq!(step.changes, changes, "{new}");
    }
    let begun = turn_after(vec![replaced("begun")]);
    assert_eq!(begun.text_of(&"a".into()), "begun");
}

#[test]
fn a_replaced_text_of_a_subagent_stays_in_its_activity() {
    let start = text_start("s", Some("sub"));
    let replaced = RunEvent::TextReplaced {
        message: "s".into(),
        text: "new".to_owned(),
    };
    let turn = turn_after(vec![
        subagent("sub", None),
        start,
        text("s", "old"),
        replaced,
    ]);
    assert!(turn.messages.is_empty());
    let ActivityKind::Subagent { text, .. } = &activity(&turn, "sub").kind else {
        panic!("it is a subagent");
    };
    assert_eq!(text, "new");
}

#[test]
fn a_repeated_start_continues_the_message() {
    let start = || text_start("a", None);
    let turn = turn_after(vec![start(), text("a", "x"), start(), text("a", "y")]);
    assert_eq!(turn.text_of(&"a".into()), "xy");
    assert_eq!(turn.messages.len(), 1);
}

#[test]
fn a_turn_is_blank_until_it_shows_output() {
    let start = text_start("a", None);
    assert!(turn_after(vec![RunEvent::Started, start]).is_blank());
    assert!(!turn_after(vec![text("a", "x")]).is_blank());
    assert!(!turn_after(vec![tool("c")]).is_blank());
}

#[test]
fn a_tool_call_goes_from_running_to_done() {
    let running = turn_after(vec![
        tool("c"),
        tool_args("c", "{\"q\":"),
        tool_args("c", "1}"),
    ]);
    assert_eq!(status(&running, "c"), ActivityStatus::Running);
    let done = turn_after(vec![
        tool("c"),
        tool_args("c", "{}"),
        tool_result("c", "found"),
    ]);
    assert_eq!(status(&done, "c"), ActivityStatus::Done);
    assert_eq!(
        (
            activity(&done, "c").started_at,
            activity(&done, "c").ended_at
        ),
        (1, Some(3))
    );
}

#[test]
fn the_end_of_the_arguments_is_not_the_end_of_the_call() {
    let turn = turn_after(vec![tool("c"), RunEvent::ToolEnd { call: "c".into() }]);
    assert_eq!(status(&turn, "c"), ActivityStatus::Running);
}

#[test]
fn a_tool_with_an_error_result_has_failed() {
    let failed = RunEvent::ToolResult {
        call: "c".into(),
        message: "r".into(),
        content: "no".into(),
        attachments: Vec::new(),
        failed: true,
    };
    assert_eq!(
        status(&turn_after(vec![tool("c"), failed]), "c"),
        ActivityStatus::Failed
    );
}

#[test]
fn the_first_result_stays_and_arguments_after_it_are_dropped() {
    let events = vec![
        tool("c"),
        tool_args("c", "{}"),
        tool_result("c", "one"),
        tool_result("c", "two"),
        tool_args("c", "{}"),
    ];
    let turn = turn_after(events);
    let ActivityKind::Tool {
        arguments,
        result: Some(result),
        ..
    } = &activity(&turn, "c").kind
    else {
        panic!("a tool with a result: {turn:?}");
    };
    assert_eq!((arguments.as_str(), result.content.as_str()), ("{}", "one"));
}

#[test]
fn reasoning_is_an_activity_that_ends() {
    let end = RunEvent::ReasoningEnd {
        message: "r".into(),
    };
    let turn = turn_after(vec![reasoning("r", "be"), reasoning("r", "cause"), end]);
    assert_eq!(status(&turn, "reasoning:r"), ActivityStatus::Done);
    assert!(
        matches!(&activity(&turn, "reasoning:r").kind, ActivityKind::Reasoning { text, .. } if text == "because")
    );
}

#[test]
fn a_reasoning_message_and_a_text_may_share_an_id() {
    let turn = turn_after(vec![reasoning("r", "why"), text("r", "what")]);
    assert_eq!(turn.text_of(&"r".into()), "what");
    assert_eq!(turn.activities.len(), 1);
}

#[test]
fn a_step_name_can_be_used_again() {
    let start = || RunEvent::StepStarted {
        name: "plan".into(),
    };
    let finish = || RunEvent::StepFinished {
        name: "plan".into(),
    };
    let turn = turn_after(vec![start(), start(), finish(), start()]);
    let statuses: Vec<_> = turn.activities.iter().map(|held| held.status).collect();
    assert_eq!(statuses, [ActivityStatus::Done, ActivityStatus::Running]);
}

#[test]
fn a_subagent_has_its_own_text_and_calls() {
    let says = text_start("a", Some("s"));
    let calls = tool_start("c", "n", Some("s"));
    let ends = subagent_ended("s");
    let turn = turn_after(vec![
        subagent("s", Some("outer")),
        says,
        text("a", "hm"),
        calls,
        ends,
    ]);
    assert!(
        matches!(&activity(&turn, "s").kind, ActivityKind::Subagent { text, .. } if text == "hm")
    );
    assert_eq!(activity(&turn, "s").parent, Some("outer".into()));
    assert_eq!(activity(&turn, "c").parent, Some("s".into()));
    assert_eq!(status(&turn, "s"), ActivityStatus::Done);
    assert_eq!(turn.texts().count(), 0);
    assert!(turn.messages.is_empty());
}

#[test]
fn a_failed_subagent_has_its_error() {
    let ends = RunEvent::SubagentEnded {
        id: "s".into(),
        error: Some("why".into()),
    };
    let turn = turn_after(vec![subagent("s", None), ends]);
    assert_eq!(status(&turn, "s"), ActivityStatus::Failed);
    assert!(
        matches!(&activity(&turn, "s").kind, ActivityKind::Subagent { error: Some(why), .. } if why == "why")
    );
}

#[test]
fn a_note_is_replaced_by_the_next_with_its_id() {
    let note = |content: &str| RunEvent::Note {
        id: "n".into(),
        title: "plan".into(),
        content: content.into(),
    };
    let turn = turn_after(vec![note("one"), note("two")]);
    assert_eq!(turn.activities.len(), 1);
    assert!(
        matches!(&activity(&turn, "n").kind, ActivityKind::Note { content, .. } if content == "two")
    );
}

#[test]
fn opaque_values_are_kept_on_their_message_or_call() {
    let keep_of = |of_call, entity: &str, value: &str| encrypted(entity, of_call, value);
    let keep = |entity: &str, value: &str| keep_of(false, entity, value);
    let turn = turn_after(vec![
        text("a", "x"),
        reasoning("r", "y"),
        tool("c"),
        tool_result("c", "z"),
        keep_of(true, "c", "call"),
        keep("c-result", "result"),
        keep("r", "reason"),
        keep("nobody", "lost"),
    ]);
    let ActivityKind::Tool {
        encrypted,
        result: Some(result),
        ..
    } = &activity(&turn, "c").kind
    else {
        panic!("a tool with a result: {turn:?}");
    };
    assert_eq!(encrypted.as_deref(), Some("call"));
    assert_eq!(result.encrypted.as_deref(), Some("result"));
    assert!(
        matches!(&activity(&turn, "reasoning:r").kind, ActivityKind::Reasoning { encrypted: Some(value), .. } if value == "reason")
    );
}

#[test]
fn a_message_with_nothing_but_an_opaque_value_is_sent_back() {
    let start = text_start("a", None);
    let keep = encrypted("a", false, "x");
    for (events, sent) in [(vec![start.clone()], 1), (vec![start, keep], 2)] {
        let mut history = Vec::new();
        turn_after(events).write_history(false, &mut history);
        assert_eq!(history.len(), sent, "{history:?}");
    }
}

#[test]
fn an_opaque_value_of_a_call_is_not_that_of_its_message() {
    // A call without a message gets a message with the call's id.
    let keep = |of_call, value: &str| encrypted("c", of_call, value);
    let turn = turn_after(vec![tool("c"), keep(true, "call"), keep(false, "message")]);
    let mut history = Vec::new();
    turn.write_history(true, &mut history);
    let [
        _,
        HistoryMessage::Assistant {
            calls, encrypted, ..
        },
    ] = history.as_slice()
    else {
        panic!("a message with a call: {history:?}");
    };
    assert_eq!(encrypted.as_deref(), Some("message"));
    assert_eq!(calls[0].encrypted.as_deref(), Some("call"));
}

#[test]
fn an_event_with_an_unknown_reference_leaves_a_diagnostic_and_changes_nothing() {
    let events = [
        tool_args("c", "{}"),
        RunEvent::StepFinished { name: "c".into() },
        text_start("m", Some("c")),
    ];
    for event in events {
        let mut turn = Turn::new("m1".into(), "hi".into(), 0);
        let mut step = Step::default();
        turn.apply(event.clone(), 1, &mut step);
        assert!(unknown(&step, "c"), "{event:?}: {step:?}");
        assert!(turn.is_blank(), "{event:?}");
    }
}

#[test]
fn each_event_names_the_place_that_changed() {
    let mut turn = Turn::new("m1".into(), "hi".into(), 0);
    let mut moved = |event| {
        let mut step = Step::default();
        turn.apply(event, 1, &mut step);
        step.changes
    };
    let grew = Change::TextGrew {
        turn: "m1".into(),
        message: "a".into(),
    };
    assert_eq!(moved(text("a", "x")), [grew]);
    let added = Change::ActivityAdded {
        turn: "m1".into(),
        activity: "c".into(),
    };
    assert_eq!(moved(tool("c")), [added]);
    let changed = Change::ActivityChanged {
        turn: "m1".into(),
        activity: "c".into(),
    };
    assert_eq!(moved(tool_result("c", "r")), [changed]);
    let start = text_start("a", None);
    assert_eq!(moved(start), []);
}
