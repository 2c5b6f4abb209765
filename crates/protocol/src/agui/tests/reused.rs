//! Ids that come again after their thing has ended, at every split of the stream.

use super::{FINISHED, STARTED, body, line, reader};

/// The lines of the events inside a run, which are the same wherever the stream is split.
/// Diagnostics are left out.
fn shown(events: &[&str]) -> Vec<String> {
    let mut all = vec![STARTED];
    all.extend(events);
    all.push(FINISHED);
    let body = body(&all);
    let read = |split: usize| {
        let (first, second) = body.as_bytes().split_at(split);
        let mut stream = reader();
        let mut items = stream.push(first);
        items.extend(stream.push(second));
        items.extend(stream.finish());
        let lines: Vec<_> = items.iter().map(line).collect();
        lines
    };
    let whole = read(0);
    for split in 1..body.len() {
        assert_eq!(read(split), whole, "split at {split}");
    }
    let inner = whole.iter().skip(1).take(whole.len() - 2);
    let inner = inner.filter(|line| !line.starts_with('!'));
    inner.map(|line| short(line)).collect()
}

/// A line without what is the same everywhere.
fn short(line: &str) -> String {
    line.replace(", subagent: None", "")
        .replace(", parent: None", "")
        .replace("message: ", "")
        .replace("call: ", "")
        .replace("delta: ", "")
}

const CALL: &str = r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"n"}"#;
const CALLED: &str = r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#;
const ARGS: &str = r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{}"}"#;
const RESULT: &str =
    r#"{"type":"TOOL_CALL_RESULT","toolCallId":"c","messageId":"t","content":"x"}"#;
const TOLD: &str = r#"ToolResult { c, t, content: "x", attachments: [], failed: false }"#;

fn chunk(text: &str) -> String {
    format!(r#"{{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"{text}"}}"#)
}

fn thought(text: &str) -> String {
    format!(r#"{{"type":"REASONING_MESSAGE_CHUNK","messageId":"m","delta":"{text}"}}"#)
}

#[test]
fn a_second_start_of_a_call_that_is_open_begins_another_call() {
    let found = shown(&[CALL, ARGS, CALL, ARGS, CALLED, RESULT, RESULT]);
    let expected = [
        r#"ToolStart { c, name: "n" }"#,
        r#"ToolArgs { c, "{}" }"#,
        "ToolEnd { c }",
        r#"ToolStart { c, name: "n" }"#,
        r#"ToolArgs { c, "{}" }"#,
        "ToolEnd { c }",
        TOLD,
        TOLD,
    ];
    assert_eq!(found, expected);
}

#[test]
fn chunks_with_an_id_that_comes_again_after_a_tool_begin_another_message() {
    for (chunk, kind) in [
        (&chunk as &dyn Fn(&str) -> String, "Text"),
        (&thought, "Reasoning"),
    ] {
        let found = shown(&[&chunk("a"), CALL, CALLED, RESULT, &chunk("b"), &chunk("c")]);
        let expected = [
            format!("{kind}Start {{ m }}"),
            format!("{kind}Delta {{ m, \"a\" }}"),
            format!("{kind}End {{ m }}"),
            r#"ToolStart { c, name: "n" }"#.to_owned(),
            "ToolEnd { c }".to_owned(),
            TOLD.to_owned(),
            format!("{kind}Start {{ m }}"),
            format!("{kind}Delta {{ m, \"b\" }}"),
            format!("{kind}Delta {{ m, \"c\" }}"),
            format!("{kind}End {{ m }}"),
        ];
        assert_eq!(found, expected);
    }
}

#[test]
fn content_with_an_id_that_comes_again_after_a_tool_begins_another_message() {
    let found = shown(&[
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m"}"#,
        r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a"}"#,
        r#"{"type":"TEXT_MESSAGE_END","messageId":"m"}"#,
        CALL,
        CALLED,
        RESULT,
        r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"b"}"#,
        r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"c"}"#,
    ]);
    let starts = found.iter().filter(|line| *line == "TextStart { m }");
    assert_eq!(starts.count(), 2, "{found:?}");
}

#[test]
fn a_message_that_is_started_again_after_a_tool_is_another_one_even_if_it_never_ended() {
    let start = r#"{"type":"TEXT_MESSAGE_START","messageId":"m"}"#;
    let found = shown(&[start, &chunk("a"), CALL, CALLED, RESULT, start]);
    let starts = found.iter().filter(|line| *line == "TextStart { m }");
    assert_eq!(starts.count(), 2, "{found:?}");
    let ends = found.iter().filter(|line| *line == "TextEnd { m }");
    assert_eq!(ends.count(), 1, "{found:?}");
}

#[test]
fn chunks_that_only_news_without_content_interrupts_go_on() {
    let found = shown(&[
        &chunk("a"),
        r#"{"type":"STATE_SNAPSHOT","snapshot":{}}"#,
        &chunk("b"),
        r#"{"type":"CUSTOM","name":"x","value":1}"#,
        &chunk("c"),
    ]);
    let starts = found.iter().filter(|line| line.starts_with("TextStart"));
    assert_eq!(starts.count(), 1, "{found:?}");
}

#[test]
fn chunks_of_calls_that_interleave_go_on() {
    let call = |id: &str, delta: &str| {
        format!(
            r#"{{"type":"TOOL_CALL_CHUNK","toolCallId":"{id}","toolCallName":"n","delta":"{delta}"}}"#
        )
    };
    let (first, second) = (call("c", "1"), call("d", "2"));
    let found = shown(&[&first, &second, &first, &second]);
    let starts = found.iter().filter(|line| line.starts_with("ToolStart"));
    assert_eq!(starts.count(), 2, "{found:?}");
}

#[test]
fn a_chunk_that_names_a_call_again_after_its_result_begins_another_call() {
    let call = r#"{"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"n","delta":"1"}"#;
    let found = shown(&[call, RESULT, call, RESULT]);
    let starts = found.iter().filter(|line| line.starts_with("ToolStart"));
    assert_eq!(starts.count(), 2, "{found:?}");
}

#[test]
fn a_start_goes_on_with_the_call_whose_chunk_another_event_has_closed() {
    let chunk = r#"{"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"n","delta":"{"}"#;
    let args = r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"}"}"#;
    for between in [
        r#"{"type":"CUSTOM","name":"x","value":1}"#.to_owned(),
        self::chunk("a"),
        r#"{"type":"STEP_STARTED","stepName":"s"}"#.to_owned(),
    ] {
        let found = shown(&[chunk, &between, CALL, args, CALLED, RESULT]);
        let of_call: Vec<_> = found
            .iter()
            .filter(|line| line.starts_with("Tool"))
            .collect();
        let expected = [
            r#"ToolStart { c, name: "n" }"#,
            r#"ToolArgs { c, "{" }"#,
            "ToolEnd { c }",
            r#"ToolArgs { c, "}" }"#,
            "ToolEnd { c }",
            TOLD,
        ];
        assert_eq!(of_call, expected, "{between}");
    }
}

#[test]
fn a_start_behind_the_end_or_the_result_of_chunks_begins_another_call() {
    let chunk = r#"{"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"n","delta":"1"}"#;
    for end in [CALLED, RESULT] {
        let found = shown(&[chunk, end, CALL, ARGS]);
        let starts = found.iter().filter(|line| line.starts_with("ToolStart"));
        assert_eq!(starts.count(), 2, "{found:?}");
    }
}

#[test]
fn a_start_goes_on_with_the_text_whose_chunk_another_event_has_closed() {
    let found = shown(&[
        &chunk("a"),
        r#"{"type":"CUSTOM","name":"x","value":1}"#,
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m"}"#,
        r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"b"}"#,
    ]);
    let starts = found.iter().filter(|line| line.starts_with("TextStart"));
    assert_eq!(starts.count(), 1, "{found:?}");
}
