//! Streams that no recording has: what graphs and servers may send.

use midturn_core::run_event::{FinishOutcome, RunEvent};

use super::survive::{last, texts};
use super::{exchange, reader, started, waiting};
use crate::recorded::{self, events};

/// A stream of one run with these events: method, namespace, and data.
fn stream(events: &[(&str, &str, &str)]) -> String {
    let start = r#"{"event":"running"}"#;
    let all = std::iter::once(("lifecycle", "", start)).chain(events.iter().copied());
    let frames = all.enumerate().map(|(place, (method, namespace, data))| {
        format!(
            "event: {method}\r\ndata: {{\"type\":\"event\",\"event_id\":\"{place}\",\
             \"seq\":{place},\"method\":\"{method}\",\"params\":{{\"namespace\":[{namespace}],\
             \"data\":{data}}}}}\r\nid: {place}\r\n\r\n"
        )
    });
    frames.collect()
}

fn told(all: &[(&str, &str, &str)]) -> Vec<RunEvent> {
    let recorded = exchange("events-values");
    let mut reader = waiting(&recorded);
    reader.answered(Some(&started("server")));
    events(reader.push(stream(all).as_bytes()))
}

#[test]
fn only_messages_after_those_known_at_the_start_count() {
    let before = r#"{"type":"ai","id":"old","content":"before"},{"type":"human","id":"h"}"#;
    let first = format!(r#"{{"messages":[{before}]}}"#);
    let added = r#"{"type":"ai","id":"a","content":"new"}"#;
    let second = format!(r#"{{"messages":[{before},{added}]}}"#);
    let told = told(&[
        ("values", "", &first),
        ("values", "", &second),
        ("values", "", &second),
    ]);
    assert_eq!(texts(&told), "new");
}

#[test]
fn a_block_without_pieces_is_read_at_its_end_and_a_tools_message_is_left_to_the_state() {
    let told = told(&[
        (
            "messages",
            "",
            r#"{"event":"message-start","id":"a","role":"ai"}"#,
        ),
        (
            "messages",
            "\"tools:c\"",
            r#"{"event":"message-start","id":"t","role":"tool"}"#,
        ),
        (
            "messages",
            "\"tools:c\"",
            r#"{"event":"content-block-delta","index":0,"content":{"type":"text","text":"x"}}"#,
        ),
        (
            "messages",
            "",
            r#"{"event":"content-block-finish","index":0,"content":{"type":"text","text":"Hi"}}"#,
        ),
        (
            "messages",
            "",
            r#"{"event":"content-block-finish","index":1,"content":{"type":"tool_call","id":"c","name":"n","args":{"a":1}}}"#,
        ),
    ]);
    assert_eq!(texts(&told), "Hi");
    let call = RunEvent::ToolArgs {
        call: "c".into(),
        delta: r#"{"a":1}"#.to_owned(),
    };
    assert!(told.contains(&call), "{told:?}");
    let is_agent = |event: &RunEvent| matches!(event, RunEvent::SubagentStarted { .. });
    assert!(!told.iter().any(is_agent));
}

#[test]
fn a_failed_subagent_has_its_error_and_the_run_goes_on() {
    let told = told(&[
        ("lifecycle", "\"tools:1\"", r#"{"event":"started"}"#),
        (
            "lifecycle",
            "\"tools:1\"",
            r#"{"event":"failed","error":"no"}"#,
        ),
        ("lifecycle", "", r#"{"event":"completed"}"#),
    ]);
    let failed = RunEvent::SubagentEnded {
        id: "tools:1".into(),
        error: Some("no".to_owned()),
    };
    assert!(told.contains(&failed), "{told:?}");
    assert_eq!(*last(&told), RunEvent::Finished(FinishOutcome::Success));
}

#[test]
fn a_state_after_the_end_is_no_news() {
    let recorded = exchange("events-values");
    let mut reader = reader(&recorded);
    reader.push(&recorded.body);
    let items = reader.push(stream(&[("values", "", "{}")]).as_bytes());
    assert_eq!(recorded::events(items), []);
}
