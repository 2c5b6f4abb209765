//! What servers do within the protocol's rules and beside them.

use midturn_core::run_event::RunEvent;
use midturn_protocol::diagnostic::Kind;
use serde_json::json;

use super::chunks::{
    available, delta, events, events_of, finish, frames, items, kinds, said, sent_after, start,
    success,
};

#[test]
fn an_output_of_a_call_of_an_earlier_stream_is_its_result() {
    let output = json!({"type": "tool-output-available", "toolCallId": "c", "output": "x"});
    let found = items(&frames(&[start(), output, finish()]));
    assert!(matches!(&events_of(&found)[..],
        [RunEvent::ToolResult { content, failed: false, .. }, _] if content == "x"));
    assert_eq!(kinds(&found), []);
}

#[test]
fn a_text_without_a_start_is_started() {
    let found = items(&frames(&[start(), said("hi"), finish()]));
    let begun = RunEvent::TextStart {
        message: "a/r.0.0".into(),
        subagent: None,
    };
    assert_eq!(events_of(&found)[..2], [begun, delta("a/r.0.0", "hi")]);
}

#[test]
fn text_ids_that_every_step_has_are_different_texts() {
    let step = json!({"type": "start-step"});
    let open = json!({"type": "text-start", "id": "0"});
    let close = json!({"type": "finish-step"});
    let part = [step, open, said("x"), close];
    let found = events(&[&[start()], &part[..], &part[..], &[finish()]].concat());
    assert!(found.contains(&delta("a/r.1.0", "x")) && found.contains(&delta("a/r.2.1", "x")));
}

#[test]
fn a_call_is_dynamic_if_its_first_chunk_says_so() {
    for (first, expected) in [(true, "dynamic-tool"), (false, "tool-t")] {
        let chunks = [
            start(),
            json!({"type": "tool-input-start", "toolCallId": "c", "toolName": "t", "dynamic": first}),
            json!({"type": "tool-input-error", "toolCallId": "c", "toolName": "t", "input": "{",
                "errorText": "bad", "dynamic": !first}),
            finish(),
        ];
        let sent = sent_after(&chunks);
        let part = &sent["parts"][0];
        assert_eq!(part["type"], expected);
        assert_eq!(part["input"], "{");
        assert_eq!(part["state"], "output-error");
    }
}

#[test]
fn metadata_comes_with_the_start_in_between_and_with_the_end() {
    let chunks = [
        json!({"type": "start", "messageId": "a", "messageMetadata": {"x": {"y": 1}}}),
        json!({"type": "message-metadata", "messageMetadata": {"x": {"z": 2}}}),
        json!({"type": "message-metadata", "messageMetadata": null}),
        said("hi"),
        json!({"type": "finish", "messageMetadata": {"w": 3}}),
    ];
    let sent = sent_after(&chunks);
    assert_eq!(sent["metadata"], json!({"x": {"y": 1, "z": 2}, "w": 3}));
}

#[test]
fn a_second_start_changes_nothing_and_a_second_finish_ends_the_run() {
    let other = json!({"type": "start", "messageId": "b"});
    let chunks = [start(), said("x"), finish(), other, said("y"), finish()];
    let mut found = events(&chunks).split_off(1);
    found.retain(|event| !matches!(event, RunEvent::TextEnd { .. }));
    let expected = [delta("a/r.0.0", "x"), delta("a/r.0.0", "y"), success()];
    assert_eq!(found, expected);
}

#[test]
fn a_stream_without_a_start_builds_the_message_of_the_run() {
    let found = events(&[said("x"), finish()]);
    assert_eq!(found[1], delta("r/r.0.0", "x"));
}

#[test]
fn data_and_unknown_chunks_can_be_between_any_two() {
    let data = json!({"type": "data-x", "id": "1", "data": [1]});
    let unknown = json!({"type": "new"});
    let found = items(&frames(&[
        data.clone(),
        start(),
        data.clone(),
        unknown.clone(),
        said("x"),
        data.clone(),
        finish(),
        data,
        unknown,
    ]));
    assert_eq!(events_of(&found).last(), Some(&success()));
    let notes = events_of(&found);
    let notes = notes
        .iter()
        .filter(|event| matches!(event, RunEvent::Note { .. }));
    assert_eq!(notes.count(), 4);
    assert!(kinds(&found).contains(&Kind::UnknownEvent));
}

#[test]
fn data_before_the_start_does_not_take_the_name_of_the_message() {
    let data = json!({"type": "data-x", "data": 1});
    let found = events(&[data.clone(), start(), said("hi"), finish(), data]);
    assert!(found.contains(&delta("a/r.0.1", "hi")), "{found:?}");
    assert_eq!(found.last(), Some(&success()));
    let sent = sent_after(&[
        json!({"type": "data-x", "data": 1}),
        start(),
        said("hi"),
        finish(),
    ]);
    assert_eq!(sent["id"], "a");
}

#[test]
fn half_a_surrogate_pair_does_not_spoil_the_text() {
    let body = "data: {\"type\":\"text-delta\",\"id\":\"0\",\"delta\":\"a\\ud83d\"}\n\n";
    let found = items(&[body, body].concat());
    assert!(events_of(&found).contains(&delta("r/r.0.0", "a\u{fffd}")));
    assert_eq!(kinds(&found), [Kind::OutOfOrder, Kind::BadField]);
}

#[test]
fn malformed_frames_are_dropped() {
    let body =
        "data: {\"type\":1}\n\ndata: nonsense\n\ndata: []\n\ndata: {\"type\":\"finish\"}\n\n";
    let found = items(body);
    assert_eq!(events_of(&found), [success()]);
    assert_eq!(kinds(&found), [Kind::Unreadable; 3]);
}

#[test]
fn an_output_of_null_is_a_result() {
    for output in [json!({"output": null}), json!({})] {
        let mut chunk = json!({"type": "tool-output-available", "toolCallId": "c"});
        let fields = output.as_object().unwrap().clone();
        chunk.as_object_mut().unwrap().extend(fields);
        let found = events(&[start(), available("c"), chunk, finish()]);
        assert!(found.iter().any(|event| matches!(event,
            RunEvent::ToolResult { content, failed: false, .. } if content == "null")));
        assert_eq!(found.last(), Some(&success()));
    }
}

#[test]
fn a_denied_tool_has_failed() {
    let denied = json!({"type": "tool-output-denied", "toolCallId": "c"});
    let found = events(&[start(), available("c"), denied, finish()]);
    assert!(
        found
            .iter()
            .any(|event| matches!(event, RunEvent::ToolResult { failed: true, .. }))
    );
    assert_eq!(found.last(), Some(&success()));
}

#[test]
fn the_title_of_a_chat_template_is_that_of_the_thread() {
    let found = events(&[
        json!({"type": "data-chat-title", "data": "Tide tables", "transient": true}),
        json!({"type": "data-chat-title", "data": {"text": "no title"}}),
    ]);
    assert_eq!(found[0], RunEvent::Title("Tide tables".to_owned()));
    assert!(matches!(&found[1], RunEvent::Note { title, .. } if title == "data-chat-title"));
}

#[test]
fn transient_data_is_not_shown() {
    let found = items(&frames(&[
        start(),
        json!({"type": "data-textDelta", "data": "a", "transient": true}),
        json!({"type": "data-textDelta", "data": "b", "transient": true}),
        json!({"type": "data-kept", "data": "c", "transient": false}),
        finish(),
    ]));
    let events = events_of(&found);
    let [RunEvent::Note { title, .. }, end] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!((&**title, end), ("data-kept", &success()));
    assert_eq!(kinds(&found), [Kind::NotShown]);
}
