//! Snapshots complete or correct a turn, and delete nothing from it.

use super::{activity, status, turn_after};
use crate::change::Change;
use crate::history::HistoryMessage;
use crate::run_event::{RunEvent, SnapshotCall, SnapshotMessage};
use crate::step::Step;
use crate::testing::builder::{text, tool, tool_args, tool_result};
use crate::testing::events::{assistant, reasoning};
use crate::transcript::{ActivityKind, ActivityStatus, Turn};

fn user(id: &str) -> SnapshotMessage {
    SnapshotMessage::User {
        id: id.into(),
        text: String::new(),
    }
}

fn called(id: &str, call: &str) -> SnapshotMessage {
    let call = SnapshotCall {
        id: call.into(),
        name: "search".into(),
        arguments: "{\"q\":1}".into(),
    };
    SnapshotMessage::Assistant {
        id: id.into(),
        text: String::new(),
        calls: vec![call],
    }
}

fn result(call: &str, content: &str) -> SnapshotMessage {
    SnapshotMessage::Tool {
        id: format!("{call}-result").as_str().into(),
        call: call.into(),
        content: content.into(),
        attachments: Vec::new(),
        failed: false,
    }
}

fn merged(before: Vec<RunEvent>, snapshot: Vec<SnapshotMessage>) -> (Turn, Step) {
    let mut turn = turn_after(before);
    let mut step = Step::default();
    turn.apply(RunEvent::Snapshot(snapshot), 50, &mut step);
    (turn, step)
}

fn texts(turn: &Turn) -> Vec<&str> {
    turn.texts().map(|(_, text)| text).collect()
}

#[test]
fn equal_texts_in_a_snapshot_are_kept_separately() {
    let (turn, _) = merged(
        vec![text("b", "hello")],
        vec![user("m1"), assistant("a", "hello"), assistant("b", "hello")],
    );
    assert_eq!(texts(&turn), ["hello", "hello"]);
}

#[test]
fn a_snapshot_adds_nothing_that_is_already_there() {
    let before = vec![
        text("a", "hello"),
        tool("c"),
        tool_args("c", "{\"q\":1}"),
        tool_result("c", "r"),
    ];
    let (turn, step) = merged(
        before,
        vec![
            user("m1"),
            assistant("a", "hello"),
            called("b", "c"),
            result("c", "r"),
        ],
    );
    assert_eq!(texts(&turn), ["hello"]);
    assert_eq!(turn.activities.len(), 1);
    assert_eq!(step.changes, []);
}

#[test]
fn texts_are_matched_by_their_words_when_ids_change() {
    let before = vec![text("a", "same"), text("b", "same"), text("c", "other")];
    let (turn, _) = merged(
        before,
        vec![
            user("x1"),
            assistant("x2", "same"),
            assistant("x3", "same"),
            assistant("x4", "other"),
        ],
    );
    assert_eq!(texts(&turn), ["same", "same", "other"]);
}

#[test]
fn a_repeated_text_under_a_new_id_is_added() {
    let (turn, _) = merged(
        vec![text("a", "same")],
        vec![user("x1"), assistant("x2", "same"), assistant("x3", "same")],
    );
    assert_eq!(texts(&turn), ["same", "same"]);
}

#[test]
fn a_snapshot_completes_a_text_and_never_shortens_it() {
    let (longer, step) = merged(
        vec![text("a", "half")],
        vec![user("m1"), assistant("a", "half and half")],
    );
    assert_eq!(texts(&longer), ["half and half"]);
    assert_eq!(
        step.changes,
        [Change::TextGrew {
            turn: "m1".into(),
            message: "a".into()
        }]
    );
    let (shorter, step) = merged(
        vec![text("a", "half and half")],
        vec![user("m1"), assistant("a", "half")],
    );
    assert_eq!(texts(&shorter), ["half and half"]);
    assert_eq!(step.changes, []);
}

#[test]
fn a_rewritten_text_is_replaced() {
    let (turn, step) = merged(
        vec![text("a", "draft")],
        vec![user("m1"), assistant("a", "final")],
    );
    assert_eq!(texts(&turn), ["final"]);
    assert_eq!(
        step.changes,
        [Change::TextReplaced {
            turn: "m1".into(),
            message: "a".into()
        }]
    );
}

#[test]
fn results_from_snapshots_finish_their_calls() {
    let (turn, _) = merged(
        vec![tool("c")],
        vec![user("m1"), called("a", "c"), result("c", "found")],
    );
    assert_eq!(status(&turn, "c"), ActivityStatus::Done);
    let ActivityKind::Tool {
        arguments,
        result: Some(result),
        ..
    } = &activity(&turn, "c").kind
    else {
        panic!("a tool with a result: {turn:?}");
    };
    assert_eq!(
        (arguments.as_str(), result.content.as_str()),
        ("{\"q\":1}", "found")
    );
}

#[test]
fn a_result_is_sent_back_under_its_id_in_the_snapshot() {
    // LangGraph streams a result under its call's id, but gives it another id in the snapshot.
    let streamed = RunEvent::ToolResult {
        call: "c".into(),
        message: "c".into(),
        content: "r".into(),
        attachments: Vec::new(),
        failed: false,
    };
    let before = vec![tool("c"), tool_args("c", "{\"q\":1}"), streamed];
    let (turn, step) = merged(before, vec![user("m1"), called("b", "c"), result("c", "r")]);
    let mut history = Vec::new();
    turn.write_history(false, &mut history);
    let ids: Vec<_> = history
        .iter()
        .filter_map(|message| match message {
            HistoryMessage::Tool { id, .. } => Some(id.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(ids, ["c-result"]);
    assert_eq!(step.changes, []);
}

#[test]
fn calls_from_snapshots_are_shown() {
    let (turn, _) = merged(
        vec![],
        vec![
            user("m1"),
            called("a", "c"),
            result("c", "found"),
            assistant("b", "so"),
        ],
    );
    assert_eq!(status(&turn, "c"), ActivityStatus::Done);
    assert_eq!(texts(&turn), ["so"]);
}

#[test]
fn a_snapshot_deletes_nothing() {
    let before = vec![
        reasoning("r", "why"),
        text("a", "hello"),
        tool("c"),
        tool_result("c", "r"),
    ];
    let (turn, step) = merged(before.clone(), vec![user("m1")]);
    assert_eq!(turn, turn_after(before));
    assert_eq!(step.changes, []);
}

#[test]
fn only_messages_after_the_turns_user_message_are_merged() {
    let snapshot = vec![
        user("m0"),
        assistant("z", "old"),
        user("m1"),
        assistant("a", "new"),
    ];
    assert_eq!(texts(&merged(vec![], snapshot).0), ["new"]);
    assert_eq!(
        texts(&merged(vec![], vec![assistant("z", "old")]).0),
        Vec::<&str>::new()
    );
}

#[test]
fn reasoning_is_added_once() {
    let thought = |id: &str, text: &str| SnapshotMessage::Reasoning {
        id: id.into(),
        text: text.into(),
    };
    let snapshot = vec![
        user("m1"),
        thought("r", "why"),
        thought("other id", "why"),
        thought("n", "because"),
        thought("e", ""),
    ];
    let (turn, _) = merged(vec![reasoning("r", "why")], snapshot);
    assert_eq!(turn.activities.len(), 2);
    assert_eq!(status(&turn, "reasoning:n"), ActivityStatus::Done);
}
