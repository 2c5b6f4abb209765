//! What servers and gateways do otherwise.

use super::super::super::testing::{document, line, lines, reader, request, sse, user};
use super::super::Responses;
use super::{COMPLETED, CREATED, added, done, event, inside};

const MESSAGE: &str = r#"{"type":"message","id":"m","content":[]}"#;
const WHOLE: &str = r#"{"type":"message","id":"m","status":"completed","content":[{"type":"output_text","text":"Hi you"}]}"#;

fn read(frames: &[&str]) -> Vec<String> {
    let asked = request(vec![user("hi")]);
    lines(reader(&Responses::new(""), Some(&asked)), frames)
}

#[test]
fn a_done_without_its_delta_shows_the_text() {
    for frames in [
        vec![added(0, MESSAGE), done(0, WHOLE)],
        vec![done(0, WHOLE)],
        vec![
            added(0, MESSAGE),
            event(
                "output_text.done",
                "m",
                r#","content_index":0,"text":"Hi you""#,
            ),
            done(0, WHOLE),
        ],
    ] {
        let frames: Vec<&str> = frames.iter().map(String::as_str).collect();
        let shown = ["text m", "m + Hi you", "text m ends", "Finished(Success)"];
        assert_eq!(inside(&frames), shown);
    }
    let last = r#"{"type":"response.completed","response":{"id":"r","output":[ITEM]}}"#;
    let found = read(&[CREATED, &last.replace("ITEM", WHOLE)]);
    assert!(found.contains(&"m + Hi you".to_owned()));
}

#[test]
fn a_delta_without_added_begins_its_item() {
    let text = event("output_text.delta", "m", r#","delta":"Hi""#);
    let thought = event("reasoning_summary_text.delta", "rs", r#","delta":"hm""#);
    assert_eq!(
        inside(&[&thought, &text]),
        [
            "! OutOfOrder: an item that was not added",
            "reasoning rs",
            "rs ~ hm",
            "text m",
            "m + Hi",
            "reasoning rs ends",
            "text m ends",
            "Finished(Success)"
        ]
    );
}

#[test]
fn a_whole_text_that_differs_replaces_the_streamed_one() {
    let delta = event("output_text.delta", "m", r#","delta":"Hi""#);
    let found = inside(&[&added(0, MESSAGE), &delta, &done(0, WHOLE)]);
    assert_eq!(found[3], "m = Hi you");
    let none = done(0, r#"{"type":"message","id":"m","content":[]}"#);
    let found = inside(&[&added(0, MESSAGE), &delta, &none]);
    assert_eq!(found[1..3], ["m + Hi", "text m ends"]);
}

#[test]
fn items_are_found_by_index_if_their_ids_change() {
    let delta = r#"{"type":"response.output_text.delta","item_id":"other","output_index":0,"delta":"Hi you"}"#;
    let found = inside(&[
        &added(0, MESSAGE),
        delta,
        &done(0, &WHOLE.replace("\"m\"", "\"third\"")),
    ]);
    assert_eq!(
        found,
        ["text m", "m + Hi you", "text m ends", "Finished(Success)"]
    );
}

#[test]
fn items_without_ids_are_kept_apart() {
    let found = inside(&[
        &added(0, r#"{"type":"message"}"#),
        r#"{"type":"response.output_text.delta","output_index":0,"delta":"a"}"#,
        &added(1, r#"{"type":"message"}"#),
        r#"{"type":"response.output_text.delta","output_index":1,"delta":"b"}"#,
    ]);
    assert!(found.contains(&"r/0 + a".to_owned()) && found.contains(&"r/1 + b".to_owned()));
}

#[test]
fn an_id_that_the_thread_already_has_is_replaced() {
    use super::super::super::testing::assistant;
    let asked = request(vec![user("hi"), assistant("m", "before", Vec::new())]);
    let found = lines(
        reader(&Responses::new(""), Some(&asked)),
        &[CREATED, &done(0, WHOLE), COMPLETED],
    );
    assert!(found.contains(&"r/0 + Hi you".to_owned()));
}

#[test]
fn parts_of_a_message_are_texts_of_their_own() {
    let found = inside(&[
        &added(0, MESSAGE),
        &event(
            "output_text.delta",
            "m",
            r#","content_index":0,"delta":"a""#,
        ),
        &event("refusal.delta", "m", r#","content_index":1,"delta":"b""#),
        &event("refusal.done", "m", r#","content_index":1,"refusal":"b""#),
    ]);
    assert_eq!(
        found[1..5],
        ["m + a", "text m/1", "m/1 + b", "text m/1 ends"]
    );
}

#[test]
fn reasoning_is_shown_once_and_its_parts_are_separated() {
    let summary = |part: u64, text: &str| {
        let fields = format!(r#","summary_index":{part},"delta":"{text}""#);
        event("reasoning_summary_text.delta", "rs", &fields)
    };
    let raw = event(
        "reasoning_text.delta",
        "rs",
        r#","content_index":0,"delta":"raw""#,
    );
    let found = inside(&[
        &added(0, r#"{"type":"reasoning","id":"rs"}"#),
        &summary(0, "a"),
        &raw,
        &summary(1, "b"),
        &done(
            0,
            r#"{"type":"reasoning","id":"rs","summary":[{"text":"a"},{"text":"b"},{"text":"c"}],"content":[{"text":"raw"}]}"#,
        ),
    ]);
    assert_eq!(
        found[..6],
        [
            "reasoning rs",
            "rs ~ a",
            "! NotShown: a second text of the same reasoning",
            "rs ~ \n\nb",
            "rs ~ \n\nc",
            "reasoning rs ends"
        ]
    );
}

#[test]
fn sequence_numbers_may_be_missing_or_begin_again() {
    for background in ["", r#"{"background":true}"#] {
        let asked = request(vec![user("hi")]);
        let numbered = |text: &str, number: &str| {
            let fields = format!(r#","delta":"{text}"{number}"#);
            event("output_text.delta", "m", &fields)
        };
        let mut open = reader(&Responses::new(background), Some(&asked));
        let frames = [
            added(0, MESSAGE),
            numbered("a", ""),
            numbered("b", r#","sequence_number":7"#),
            numbered("c", r#","sequence_number":1"#),
            numbered("d", r#","sequence_number":-1"#),
        ];
        let frames: Vec<&str> = frames.iter().map(String::as_str).collect();
        let items = open.push(sse(&frames).as_bytes());
        let cursors: Vec<_> = items
            .iter()
            .filter_map(|item| match item {
                midturn_protocol::item::Item::Event { cursor, .. } => cursor.clone(),
                _ => None,
            })
            .collect();
        let shown: Vec<String> = items.iter().map(line).collect();
        assert_eq!(shown[2..], ["m + a", "m + b", "m + c", "m + d"]);
        let expected: &[&str] = if background.is_empty() { &[] } else { &["7"] };
        assert_eq!(cursors, expected);
    }
}

#[test]
fn a_response_id_may_be_long() {
    let id = "r".repeat(300);
    let asked = request(vec![user("hi")]);
    let mut open = reader(&Responses::new(""), Some(&asked));
    let items = open.push(sse(&[&CREATED.replace("resp\"", &format!("{id}\""))]).as_bytes());
    assert!(items.iter().any(|item| format!("{item:?}").contains(&id)));
}

#[test]
fn unknown_items_are_notes_and_unknown_events_are_dropped() {
    let found = inside(&[
        &added(0, r#"{"type":"moon_call","id":"x"}"#),
        r#"{"type":"response.moon_call.rising","item_id":"x"}"#,
        r#"{"type":"keepalive","sequence_number":3}"#,
        r#"{"type":"moon"}"#,
        "{}",
        "7",
        &done(0, r#"{"type":"moon_call","id":"x"}"#),
    ]);
    assert_eq!(
        found,
        [
            "! UnknownEvent: response.moon_call.rising",
            "! UnknownEvent: moon",
            "! UnknownEvent: ",
            "! Unreadable: 7",
            "! UnknownEvent: item moon_call",
            r#"note moon_call: {"type":"moon_call","id":"x"}"#,
            "Finished(Success)"
        ]
    );
}

#[test]
fn comments_between_frames_are_ignored() {
    let asked = request(vec![user("hi")]);
    let mut open = reader(&Responses::new(""), Some(&asked));
    let body = sse(&[CREATED]) + ": keep-alive\n\n" + &sse(&[COMPLETED]);
    open.push(body.as_bytes());
    assert!(open.ended());
}

#[test]
fn the_type_may_be_in_the_frames_field_only() {
    let asked = request(vec![user("hi")]);
    let mut open = reader(&Responses::new(""), Some(&asked));
    let items = open.push(b"event: response.completed\ndata: {\"response\":{}}\n\n");
    assert_eq!(line(&items[1]), "Finished(Success)");
}

#[test]
fn the_status_counts_and_not_the_events_name() {
    for (event, status, last) in [
        ("failed", "cancelled", "Finished(Cancelled)"),
        ("completed", "cancelled", "Finished(Cancelled)"),
        ("cancelled", "", "Finished(Cancelled)"),
        ("completed", "", "Finished(Success)"),
        ("completed", "in_progress", "Finished(Success)"),
        (
            "failed",
            "failed",
            r#"Failed(RunError { message: "The response failed without a reason.", code: None })"#,
        ),
    ] {
        let end = format!(
            r#"{{"type":"response.{event}","response":{{"id":"resp","status":"{status}"}}}}"#
        );
        let found = read(&[CREATED, &end]);
        assert_eq!(found[found.len() - 1], last, "{event} {status}");
    }
}

#[test]
fn an_incomplete_response_is_a_success_with_its_reason() {
    for (reason, limit) in [
        ("max_output_tokens", "Length"),
        ("content_filter", "ContentFilter"),
        ("steered", "Other"),
    ] {
        let end = format!(
            r#"{{"type":"response.incomplete","response":{{"id":"resp","status":"incomplete","incomplete_details":{{"reason":"{reason}"}}}}}}"#
        );
        let found = read(&[CREATED, &end]);
        assert!(found.contains(&format!("Limited({limit})")));
        assert_eq!(found[found.len() - 1], "Finished(Success)");
    }
}

#[test]
fn an_error_ends_the_run_in_any_form() {
    let failed = r#"Failed(RunError { message: "jammed", code: Some("c") })"#;
    for error in [
        r#"{"type":"error","message":"jammed","code":"c","param":null}"#,
        r#"{"type":"error","error":{"message":"jammed","code":"c"}}"#,
        r#"{"error":{"message":"jammed","code":"c"}}"#,
    ] {
        let found = read(&[CREATED, error, COMPLETED]);
        assert_eq!(found[2], failed);
        assert_eq!(found[3], "! AfterEnd: response.completed");
    }
}

#[test]
fn done_without_the_responses_end_means_lost() {
    assert_eq!(
        read(&[CREATED, "[DONE]"]),
        ["Started", "memory", "Lost(Truncated)"]
    );
    let found = read(&[CREATED, COMPLETED, "[DONE]"]);
    assert_eq!(found[found.len() - 1], "Finished(Success)");
}

#[test]
fn a_whole_answer_is_shown_as_a_run() {
    let asked = request(vec![user("hi")]);
    let read =
        |status, body: &str| document(reader(&Responses::new(""), Some(&asked)), status, body);
    let answer = r#"{"object":"response","id":"resp","status":"completed","output":[ITEM]}"#;
    let found = read(200, &answer.replace("ITEM", WHOLE));
    assert_eq!(found[3], "m + Hi you");
    assert_eq!(found[found.len() - 1], "Finished(Success)");
    let running = answer.replace("ITEM", "").replace("completed", "queued");
    let found = read(200, &running);
    assert_eq!(found[found.len() - 1], "Lost(Truncated)");
    assert!(read(200, r#"{"error":"jammed"}"#)[1].starts_with("Failed"));
    for (status, body) in [(404, r#"{"error":"no"}"#), (200, "<html>"), (200, "{}")] {
        assert!(read(status, body).is_empty());
    }
}
