//! Frames, cursors, runs, and connections that end.

use midturn_core::run_event::{LostReason, RunEvent};

use super::super::{Item, reader, reader_with};
use super::{FINISHED, STARTED, body, events, lines};

fn cursors(items: &[Item]) -> Vec<Option<&str>> {
    let cursors = items.iter().filter_map(|item| match item {
        Item::Event { cursor, .. } => Some(cursor.as_deref()),
        Item::Diagnostic(_) | Item::Raw(_) => None,
    });
    cursors.collect()
}

#[test]
fn only_the_last_event_of_a_frame_has_its_cursor() {
    let mut stream = reader();
    let items = stream.push(
        b"data: {\"type\":\"RUN_STARTED\"}\n\nid: 7\ndata: {\"type\":\"TEXT_MESSAGE_CHUNK\",\"messageId\":\"m\",\"delta\":\"a\"}\n\n",
    );
    assert_eq!(cursors(&items), [None, None, Some("7")]);
}

#[test]
fn events_name_their_run() {
    let mut stream = reader();
    let step = r#"{"type":"STEP_STARTED","stepName":"s"}"#;
    let second = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r2"}"#;
    let items = stream.push(body(&[step, STARTED, step, FINISHED, second, step]).as_bytes());
    let runs: Vec<Option<&str>> = items
        .iter()
        .filter_map(|item| match item {
            Item::Event { run, .. } => Some(run.as_ref().map(midturn_core::id::RunId::as_str)),
            Item::Diagnostic(_) | Item::Raw(_) => None,
        })
        .collect();
    let r = Some("r");
    assert_eq!(runs, [None, r, r, r, Some("r2"), Some("r2")]);
    assert!(!stream.ended());
}

#[test]
fn a_stream_without_an_end_is_lost() {
    assert_eq!(lines(&[STARTED]), ["Started", "Lost(Truncated)"]);
    assert_eq!(lines(&[]), ["Lost(Truncated)"]);
    let raw = r#"{"type":"RAW","event":{}}"#;
    let early = "! OutOfOrder: an event before RUN_STARTED";
    assert_eq!(lines(&[raw, raw]), [early, "Lost(Truncated)"]);
}

#[test]
fn a_stream_with_only_heartbeats_is_lost_and_not_malformed() {
    let mut stream = reader();
    assert_eq!(
        stream.push(b": keepalive\r\n\r\ndata:\n\nretry: 10\n\n"),
        []
    );
    let lost = RunEvent::Lost(LostReason::Truncated);
    assert_eq!(events(stream.finish()), [lost]);
}

#[test]
fn a_body_without_any_event_is_malformed() {
    for (garbage, start) in [
        ("<html>no</html>", "<html>no</html>"),
        ("{\"error\":\"no\"}\n", "{\"error\":\"no\"}"),
        ("data: [DONE]\n\n", "[DONE]"),
        ("data: {\"detail\":1}\n\n", "{\"detail\":1}"),
        ("data: {\"type\":\"ping\"}\n\n", "{\"type\":\"ping\"}"),
    ] {
        let mut stream = reader();
        assert_eq!(events(stream.push(garbage.as_bytes())), []);
        let lost = RunEvent::Lost(LostReason::Malformed(start.to_owned()));
        assert_eq!(events(stream.finish()), [lost], "{garbage}");
    }
}

#[test]
fn garbage_between_events_does_not_lose_events() {
    let found = lines(&[STARTED, "{\"type\":", "17", r#"{"a":1}"#, FINISHED]);
    let expected = [
        "Started",
        "! Unreadable: {\"type\":",
        "! Unreadable: 17",
        "! Unreadable: {\"a\":1}",
        "Finished(Success)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_last_frame_without_its_blank_line_is_read() {
    let mut stream = reader();
    let whole = body(&[STARTED, FINISHED]);
    let mut found = events(stream.push(whole.trim_end().as_bytes()));
    assert_eq!(found, [RunEvent::Started]);
    found = events(stream.finish());
    assert!(matches!(found[..], [RunEvent::Finished(_)]), "{found:?}");
    assert!(stream.ended());
}

#[test]
fn an_event_over_the_size_limit_is_dropped_and_the_run_continues() {
    let mut stream = reader_with(String::new(), "", 100);
    let long = ["{\"type\":\"RAW\",\"event\":\"", &"x".repeat(100), "\"}"].concat();
    let mut items = stream.push(body(&[STARTED, &long, FINISHED]).as_bytes());
    items.extend(stream.finish());
    let found: Vec<String> = items.iter().map(super::line).collect();
    assert_eq!(found, ["Started", "! TooLarge: frame", "Finished(Success)"]);
}

#[test]
fn a_broken_connection_is_reported_as_lost_unless_the_run_has_ended() {
    let broken = || "reset".to_owned();
    let mut stream = reader();
    stream.push(body(&[STARTED]).as_bytes());
    let lost = RunEvent::Lost(LostReason::Network(broken()));
    assert_eq!(events(stream.broke(broken())), [lost]);

    let mut stream = reader();
    stream.push(body(&[STARTED, FINISHED]).as_bytes());
    assert_eq!(stream.broke(broken()), []);
}

#[test]
fn a_resumed_stream_drops_half_a_frame_and_keeps_open_streams() {
    let mut stream = reader();
    let chunk = r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"a"}"#;
    stream.push(body(&[STARTED, chunk]).as_bytes());
    stream.push(b"data: {\"type\":\"TEXT_MESS");
    stream.resume();
    let items = stream.push(body(&[r#"{"type":"TEXT_MESSAGE_CHUNK","delta":"b"}"#]).as_bytes());
    assert_eq!(items.len(), 1);
    assert_eq!(
        super::line(&items[0]),
        "TextDelta { message: m, delta: \"b\" }"
    );
}
