//! Ids that a backend uses again: each thing stays a thing of its own.

mod lists;

use super::{activity, status, turn_after};
use crate::effect::{Diagnostic, Effect};
use crate::history::HistoryMessage;
use crate::run_event::RunEvent;
use crate::step::Step;
use crate::testing::builder::{text, tool, tool_args, tool_result};
use crate::testing::events::{encrypted, reasoning, text_end, text_start};
use crate::transcript::{Activity, ActivityKind, ActivityStatus, Turn};

fn start(message: &str) -> RunEvent {
    text_start(message, None)
}

fn think(message: &str, words: &str) -> [RunEvent; 3] {
    [
        RunEvent::ReasoningStart {
            message: message.into(),
            subagent: None,
        },
        reasoning(message, words),
        RunEvent::ReasoningEnd {
            message: message.into(),
        },
    ]
}

/// The calls of a turn: id, arguments and result.
fn calls<'a>(turn: &'a Turn) -> Vec<(&'a str, &'a str, Option<&'a str>)> {
    let call = |held: &'a Activity| match &held.kind {
        ActivityKind::Tool {
            arguments, result, ..
        } => {
            let result = result.as_ref().map(|result| result.content.as_str());
            Some((held.id.as_str(), arguments.as_str(), result))
        }
        _ => None,
    };
    turn.activities.iter().filter_map(call).collect()
}

/// Panics unless all ids of the turn's history are distinct and each call has one result.
fn check_history(turn: &Turn) {
    let mut history = Vec::new();
    turn.write_history(false, &mut history);
    crate::history::distinct(&mut history);
    let mut ids = std::collections::BTreeSet::new();
    let (mut made, mut answered) = (Vec::new(), Vec::new());
    for message in &history {
        assert!(ids.insert(message.id().clone()), "{history:?}");
        match message {
            HistoryMessage::Assistant { calls, .. } => {
                made.extend(calls.iter().map(|call| call.id.clone()));
            }
            HistoryMessage::Tool { call, .. } => answered.push(call.clone()),
            HistoryMessage::User { .. } | HistoryMessage::Reasoning { .. } => {}
        }
    }
    assert_eq!(made, answered);
    made.sort();
    made.dedup();
    assert_eq!(made.len(), answered.len());
}

#[test]
fn a_call_id_that_comes_again_after_its_result_is_another_call() {
    let turn = turn_after(vec![
        tool("c"),
        tool_args("c", "1"),
        tool_result("c", "one"),
        tool("c"),
        tool_args("c", "2"),
        tool_result("c", "two"),
        tool("c"),
        tool_args("c", "3"),
    ]);
    assert_eq!(
        calls(&turn),
        [
            ("c", "1", Some("one")),
            ("c-2", "2", Some("two")),
            ("c-3", "3", None)
        ]
    );
    check_history(&turn);
}

#[test]
fn a_second_start_before_the_first_result_is_another_call() {
    let turn = turn_after(vec![
        tool("c"),
        tool_args("c", "1"),
        tool("c"),
        tool_args("c", "2"),
        tool_result("c", "one"),
        tool_result("c", "two"),
    ]);
    assert_eq!(
        calls(&turn),
        [("c", "1", Some("one")), ("c-2", "2", Some("two"))]
    );
    assert_eq!(status(&turn, "c-2"), ActivityStatus::Done);
    check_history(&turn);
}

#[test]
fn an_id_like_the_one_that_a_repeated_call_got_is_another_call() {
    let turn = turn_after(vec![
        tool("c-2"),
        tool("c"),
        tool_result("c", "one"),
        tool("c"),
        tool_result("c-2", "other"),
        tool_result("c", "two"),
    ]);
    assert_eq!(
        calls(&turn),
        [
            ("c-2", "", Some("other")),
            ("c", "", Some("one")),
            ("c-3", "", Some("two"))
        ]
    );
}

#[test]
fn a_message_id_that_comes_again_is_another_message() {
    let turn = turn_after(vec![
        start("m"),
        text("m", "Let me look."),
        text_end("m"),
        tool("c"),
        tool_result("c", "one"),
        start("m"),
        text("m", "Found "),
        text("m", "it."),
        text_end("m"),
        start("m"),
        text("m", "Anything else?"),
        text_end("m"),
    ]);
    let texts: Vec<_> = turn.texts().map(|(_, text)| text).collect();
    assert_eq!(texts, ["Let me look.", "Found it.", "Anything else?"]);
    check_history(&turn);
}

#[test]
fn a_message_that_only_carried_a_call_is_not_the_text_after_the_result() {
    let turn = turn_after(vec![
        start("m"),
        text_end("m"),
        RunEvent::ToolStart {
            call: "c".into(),
            name: "n".into(),
            parent: Some("m".into()),
            subagent: None,
        },
        tool_result("c", "one"),
        start("m"),
        text("m", "Done."),
    ]);
    let mut history = Vec::new();
    turn.write_history(false, &mut history);
    assert!(
        matches!(&history[1], HistoryMessage::Assistant { text, calls, .. } if text.is_empty() && calls.len() == 1)
    );
    assert!(
        matches!(&history[3], HistoryMessage::Assistant { text, calls, .. } if text == "Done." && calls.is_empty())
    );
    check_history(&turn);
}

#[test]
fn a_text_of_the_main_agent_is_not_put_to_the_subagent_that_had_its_id() {
    let turn = turn_after(vec![
        super::subagent("s", None),
        text_start("m", Some("s")),
        text("m", "inner"),
        text_end("m"),
        start("m"),
        text("m", "outer"),
    ]);
    let texts: Vec<_> = turn.texts().map(|(_, text)| text).collect();
    assert_eq!(texts, ["outer"]);
}

#[test]
fn reasoning_with_an_id_that_comes_again_stands_after_the_tool() {
    let mut events: Vec<_> = think("r", "first").into();
    events.extend([tool("c"), tool_result("c", "one")]);
    events.extend(think("r", "second"));
    let turn = turn_after(events);
    let kinds: Vec<_> = turn
        .activities
        .iter()
        .map(|held| match &held.kind {
            ActivityKind::Reasoning { text, .. } => text.as_str(),
            _ => held.id.as_str(),
        })
        .collect();
    assert_eq!(kinds, ["first", "c", "second"]);
    let [.., last] = turn.activities.as_slice() else {
        panic!("there are activities");
    };
    assert_eq!(last.status, ActivityStatus::Done);
    check_history(&turn);
}

#[test]
fn an_id_that_comes_again_leaves_a_diagnostic() {
    let mut turn = turn_after(vec![tool("c"), tool_result("c", "one")]);
    let mut step = Step::default();
    turn.apply(tool("c"), 9, &mut step);
    assert_eq!(
        step.effects,
        [Effect::Diagnose(Diagnostic::Reused("c".into()))]
    );
}

#[test]
fn a_second_result_of_a_call_is_not_that_of_another() {
    let turn = turn_after(vec![
        tool("c"),
        tool_result("c", "one"),
        tool_result("c", "again"),
        tool("c"),
        tool_result("c", "two"),
    ]);
    assert_eq!(
        calls(&turn),
        [("c", "", Some("one")), ("c-2", "", Some("two"))]
    );
}

#[test]
fn opaque_values_and_task_events_are_those_of_the_later_thing() {
    let turn = turn_after(vec![
        tool("c"),
        tool_result("c", "one"),
        tool("c"),
        encrypted("c", true, "later"),
        RunEvent::Task {
            element: "c".into(),
            event: crate::run_event::TaskEvent::Cancellable,
        },
    ]);
    for (id, later) in [("c", false), ("c-2", true)] {
        let held = activity(&turn, id);
        assert_eq!(held.task.cancellable, later);
        assert!(
            matches!(&held.kind, ActivityKind::Tool { encrypted, .. } if encrypted.is_some() == later)
        );
    }
}

#[test]
fn a_message_that_comes_again_and_says_nothing_is_not_sent() {
    let turn = turn_after(vec![
        start("m"),
        text("m", "first"),
        text_end("m"),
        tool("c"),
        tool_result("c", "one"),
        start("m"),
        encrypted("m", false, "opaque"),
        text_end("m"),
    ]);
    let mut history = Vec::new();
    turn.write_history(false, &mut history);
    let kept: Vec<_> = history
        .iter()
        .filter_map(|held| match held {
            HistoryMessage::Assistant {
                text, encrypted, ..
            } => Some((text.as_str(), encrypted.as_deref())),
            _ => None,
        })
        .collect();
    assert_eq!(kept, [("first", Some("opaque")), ("", None)]);
}
