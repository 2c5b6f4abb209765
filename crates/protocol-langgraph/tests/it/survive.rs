//! What real servers do that a client must survive.

use midturn_core::run_event::{FinishOutcome, RunEvent};
use midturn_protocol::item::Item;
use midturn_protocol::testing::events;

use super::{exchange, reader};

/// The events of these frames, after the first frame of a run.
fn read(frames: &[(&str, &str)]) -> Vec<Item> {
    let mut reader = reader(&exchange("plain"));
    reader.push(b"event: metadata\r\ndata: {\"run_id\":\"r\",\"attempt\":1}\r\n\r\n");
    let body = frames
        .iter()
        .map(|(event, data)| format!("event: {event}\r\ndata: {data}\r\n\r\n"));
    let body: Vec<String> = body.collect();
    let body = body.concat();
    reader.push(body.as_bytes())
}

fn shown(frames: &[(&str, &str)]) -> Vec<RunEvent> {
    let shown = events(read(frames)).into_iter();
    shown
        .filter(|event| !matches!(event, RunEvent::Memory(_)))
        .collect()
}

fn text(frames: &[(&str, &str)]) -> String {
    let said = shown(frames).into_iter().map(|event| match event {
        RunEvent::TextDelta { delta, .. } => delta,
        RunEvent::TextReplaced { text, .. } => text,
        _ => String::new(),
    });
    said.collect()
}

#[test]
fn an_end_without_a_terminal_event_is_normal() {
    let recorded = exchange("plain");
    let mut reader = reader(&recorded);
    reader.push(&recorded.body);
    assert_eq!(events(reader.finish()), []);
    assert!(reader.question().is_some());
}

#[test]
fn the_empty_last_chunk_with_another_id_opens_nothing() {
    let last =
        r#"[{"content":"","type":"AIMessageChunk","id":"lc_run--1","chunk_position":"last"},{}]"#;
    assert_eq!(shown(&[("messages", last)]), []);
}

#[test]
fn heartbeats_before_the_first_event_and_crlf_are_no_content() {
    let mut reader = reader(&exchange("plain"));
    assert_eq!(reader.push(b": heartbeat\r\n\r\n: heartbeat\r\n\r\n"), []);
    let began = events(reader.push(b"event: metadata\r\ndata: {\"run_id\":\"r\"}\r\n\r\n"));
    assert_eq!(began.first(), Some(&RunEvent::Started));
}

#[test]
fn a_content_is_a_string_a_list_or_null() {
    for (content, expected) in [
        (r#""a""#, "a"),
        (r#"["a",{"type":"text","text":"b"}]"#, "ab"),
        ("null", ""),
        ("7", ""),
    ] {
        let frame = format!(r#"[{{"content":{content},"type":"AIMessageChunk","id":"m"}},{{}}]"#);
        assert_eq!(text(&[("messages", &frame)]), expected, "{content}");
    }
}

#[test]
fn other_keys_of_the_state_are_not_messages() {
    let odd = r#"{"plan":{"steps":[{"type":"ai","content":"x"}]},"nothing":null,"many":[{"messages":[]},null]}"#;
    assert_eq!(
        shown(&[("updates", odd), ("values", r#"{"draft":"x"}"#)]),
        []
    );
}

#[test]
fn a_failed_tool_is_a_result_and_no_end() {
    let recorded = exchange("spill");
    let read = events(reader(&recorded).push(&recorded.body));
    let failed = |event: &RunEvent| matches!(event, RunEvent::ToolResult { failed: true, .. });
    assert!(read.iter().any(failed));
    assert!(
        !read
            .iter()
            .any(|event| matches!(event, RunEvent::Failed(_)))
    );
}

#[test]
fn refusals_are_left_to_the_page() {
    for name in ["bad-request", "busy-reject-2", "no-thread"] {
        let recorded = exchange(name);
        assert!(recorded.status >= 400, "{name}");
        let read = reader(&recorded).document(&recorded.reply());
        assert_eq!(read, [], "{name}");
    }
}

#[test]
fn a_wrong_answer_is_an_error_of_the_run() {
    let recorded = exchange("approvals-crowd-bare-2");
    let read = events(reader(&recorded).push(&recorded.body));
    assert!(
        matches!(read.last(), Some(RunEvent::Failed(error)) if error.message.contains("interrupt id"))
    );
}

#[test]
fn a_message_and_its_update_are_one_fact() {
    let whole = r#"[{"content":"hi","type":"ai","id":"m","tool_calls":[{"id":"c","name":"t","args":{"a":1}}]},{}]"#;
    let update = r#"{"n":{"messages":[{"content":"hi","type":"ai","id":"m","tool_calls":[{"id":"c","name":"t","args":{"a":1}}]}]}}"#;
    let read = shown(&[
        ("messages", whole),
        ("updates", update),
        ("messages", whole),
    ]);
    let count = |is: fn(&RunEvent) -> bool| read.iter().filter(|event| is(event)).count();
    assert_eq!(
        count(|event| matches!(event, RunEvent::TextDelta { .. })),
        1
    );
    assert_eq!(
        count(|event| matches!(event, RunEvent::ToolStart { .. })),
        1
    );
    assert_eq!(count(|event| matches!(event, RunEvent::ToolArgs { .. })), 1);
    assert_eq!(count(|event| matches!(event, RunEvent::ToolEnd { .. })), 1);
}

#[test]
fn a_message_that_was_not_streamed_is_shown_from_the_update() {
    let update = r#"{"n":{"messages":{"content":"hi","type":"ai","id":"m"}}}"#;
    assert_eq!(text(&[("updates", update), ("updates", update)]), "hi");
}

#[test]
fn a_message_with_another_id_in_the_state_is_the_one_that_was_streamed() {
    let chunk = r#"[{"content":"hi","type":"AIMessageChunk","id":"streamed"},{}]"#;
    let update = r#"{"n":{"messages":[{"content":"hi","type":"ai","id":"stored"}]}}"#;
    assert_eq!(text(&[("messages", chunk), ("updates", update)]), "hi");
}

#[test]
fn messages_of_the_person_and_instructions_are_not_the_agents() {
    let human = r#"[{"content":"hi","type":"human","id":"u"},{}]"#;
    let system = r#"[{"content":"hi","type":"system","id":"s"},{}]"#;
    assert_eq!(shown(&[("messages", human), ("messages", system)]), []);
}

#[test]
fn nothing_counts_after_the_end() {
    let chunk = r#"[{"content":"hi","type":"AIMessageChunk","id":"m"},{}]"#;
    let error = r#"{"error":"E","message":"no"}"#;
    let read = shown(&[("error", error), ("messages", chunk), ("error", error)]);
    assert!(matches!(&read[..], [RunEvent::Failed(_)]));
}

#[test]
fn an_error_that_reports_a_stop_is_a_stop() {
    let read = shown(&[("error", r#"{"error":"UserInterrupt","message":"stopped"}"#)]);
    assert_eq!(read, [RunEvent::Finished(FinishOutcome::Cancelled)]);
}

#[test]
fn damaged_frames_are_dropped_with_a_diagnostic() {
    for (event, data) in [
        ("messages", "{"),
        ("messages", "[]"),
        ("messages", "[7]"),
        ("updates", "7"),
        ("metadata", "[]"),
        ("messages/partial", "{}"),
        ("custom", "{"),
        ("updates", r#"{"__interrupt__":[7]}"#),
        ("new", "{}"),
        ("messages", r#"[{"content":"x","type":"new","id":"m"},{}]"#),
        ("messages", r#"[{"content":"x","type":"tool","id":"m"},{}]"#),
        (
            "messages",
            r#"[{"type":"AIMessageChunk","id":"m","tool_call_chunks":[{"args":"x","index":4}]},{}]"#,
        ),
    ] {
        let items = read(&[(event, data)]);
        let told = items.iter().any(|item| matches!(item, Item::Diagnostic(_)));
        assert!(told, "{event} {data}");
        assert_eq!(shown(&[(event, data)]), [], "{event} {data}");
    }
}
