//! Lists of messages in which an id comes again.

use super::super::turn_after;
use super::{calls, check_history, start};
use crate::run_event::{RunEvent, SnapshotCall, SnapshotMessage};
use crate::testing::builder::{text, tool, tool_args, tool_result, user};
use crate::testing::events::{assistant, call_result, text_end};

#[test]
fn a_list_with_the_same_id_twice_is_merged_one_by_one() {
    let said = |text: &str, arguments: Option<&str>| SnapshotMessage::Assistant {
        id: "m".into(),
        text: text.into(),
        calls: arguments
            .map(|arguments| SnapshotCall {
                id: "c".into(),
                name: "search".into(),
                arguments: arguments.into(),
            })
            .into_iter()
            .collect(),
    };
    let result = |content: &str| call_result(content, "c", content);
    let list = || {
        vec![
            user("m1", "hi"),
            said("first", Some("1")),
            result("one"),
            said("second", Some("2")),
            result("two"),
            said("third", None),
        ]
    };
    let streamed = || {
        let call = |arguments: &str, content: &str| {
            [
                RunEvent::ToolStart {
                    call: "c".into(),
                    name: "search".into(),
                    parent: Some("m".into()),
                    subagent: None,
                },
                tool_args("c", arguments),
                tool_result("c", content),
            ]
        };
        let mut events = vec![start("m"), text("m", "first"), text_end("m")];
        events.extend(call("1", "one"));
        events.extend([start("m"), text("m", "second"), text_end("m")]);
        events.extend(call("2", "two"));
        events.extend([start("m"), text("m", "third"), text_end("m")]);
        events
    };
    let all = streamed();
    for known in 0..=all.len() {
        let mut events: Vec<_> = all.iter().take(known).cloned().collect();
        events.push(RunEvent::Snapshot(list()));
        events.push(RunEvent::Snapshot(list()));
        let turn = turn_after(events);
        let texts: Vec<_> = turn.texts().map(|(_, text)| text).collect();
        assert_eq!(texts, ["first", "second", "third"], "after {known} events");
        let made: Vec<_> = calls(&turn)
            .iter()
            .map(|(_, arguments, result)| (*arguments, result.unwrap_or_default()))
            .collect();
        assert_eq!(made, [("1", "one"), ("2", "two")], "after {known} events");
        check_history(&turn);
    }
}

#[test]
fn a_list_that_adds_what_came_again_to_the_first_changes_nothing() {
    let said = |text: &str| RunEvent::Snapshot(vec![user("m1", "hi"), assistant("m", text)]);
    let streamed = [
        start("m"),
        text("m", "first "),
        text_end("m"),
        tool("c"),
        tool_result("c", "one"),
        start("m"),
        text("m", "second"),
    ];
    for (list, expected) in [
        ("first second", "second"),
        ("first sec", "second"),
        ("first second and more", "second and more"),
        ("first", "second"),
    ] {
        let mut events = streamed.to_vec();
        events.extend([said(list), said(list)]);
        let turn = turn_after(events);
        let texts: Vec<_> = turn.texts().map(|(_, text)| text).collect();
        assert_eq!(texts, ["first ", expected], "{list}");
        check_history(&turn);
    }
}
