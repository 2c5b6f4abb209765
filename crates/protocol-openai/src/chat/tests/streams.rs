//! Streams and whole answers.

use serde_json::{Value, json};

use super::super::super::testing::{
    assistant, call, document, line, lines, reader, request, sse, user,
};
use super::super::Chat;

/// The lines of these frames, and `[DONE]`.
fn read(frames: &[&str]) -> Vec<String> {
    let asked = request(vec![user("hi")]);
    let mut all = frames.to_vec();
    all.push("[DONE]");
    lines(reader(&Chat::default(), Some(&asked)), &all)
}

fn delta(delta: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"delta":{delta}}}]}}"#)
}

fn deltas(deltas: &[&str]) -> Vec<String> {
    let all: Vec<String> = deltas.iter().map(|held| delta(held)).collect();
    let mut all: Vec<&str> = all.iter().map(String::as_str).collect();
    all.push(STOP);
    read(&all)
}

const STOP: &str = r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#;
const ERROR: &str = r#"{"error":{"message":"jammed","code":null}}"#;

#[test]
fn choices_may_be_empty_and_a_delta_missing_or_null() {
    let found = read(&[
        r#"{"choices":[],"prompt_filter_results":[]}"#,
        r#"{"choices":[{"index":0}]}"#,
        r#"{"choices":[{"index":0,"delta":null,"finish_reason":""}]}"#,
        r#"{"choices":[{"delta":{"content":null,"tool_calls":null}}]}"#,
        r#"{"choices":[{"delta":{"content":"Hi"}}]}"#,
        STOP,
    ]);
    let text = ["Started", "text r/text", "r/text + Hi", "text r/text ends"];
    assert_eq!(found, [&text[..], &["Finished(Success)"]].concat());
}

#[test]
fn the_usage_may_come_at_three_places() {
    for frames in [
        vec![r#"{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"a":1}}"#],
        vec![
            r#"{"choices":[{"delta":{"content":"Hi"}}]}"#,
            STOP,
            r#"{"choices":[],"usage":{"a":1}}"#,
        ],
        vec![
            r#"{"choices":[{"delta":{"content":"Hi"}}]}"#,
            STOP,
            r#"{"choices":[{"index":0,"delta":{}}],"usage":{"a":1}}"#,
        ],
    ] {
        let found = read(&frames);
        assert_eq!(found.len(), 5, "{found:?}");
        assert_eq!(found[4], "Finished(Success)");
    }
}

#[test]
fn reasoning_is_read_from_any_field_and_never_twice() {
    let twice = r#"{"reasoning":"hm","reasoning_details":[{"text":"hm"}]}"#;
    for field in [
        r#"{"reasoning_content":"hm"}"#,
        r#"{"reasoning":"hm","reasoning_content":""}"#,
        r#"{"reasoning_details":[{"text":"hm"},{"data":"x"},7]}"#,
        r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]}"#,
        r#"{"content":"<think>hm</think>"}"#,
        twice,
    ] {
        let found = deltas(&[field, r#"{"content":"Hi"}"#]);
        let reasoning = ["reasoning r/reasoning", "r/reasoning ~ hm"];
        assert_eq!(found[1..3], reasoning, "{field}");
        assert_eq!(found[3], "reasoning r/reasoning ends");
        assert_eq!(found[5], "r/text + Hi");
    }
    let found = deltas(&[r#"{"reasoning":"a"}"#, r#"{"reasoning_content":"b"}"#]);
    assert_eq!(found[2], "r/reasoning ~ a");
    assert_eq!(found[3], "reasoning r/reasoning ends");
}

#[test]
fn reasoning_after_text_is_another_reasoning() {
    let found = deltas(&[
        r#"{"reasoning":"a"}"#,
        r#"{"content":"b"}"#,
        r#"{"reasoning":"c"}"#,
        r#"{"content":"d"}"#,
    ]);
    assert_eq!(found[6], "reasoning r/reasoning-2");
    assert_eq!(found[9], "r/text + d");
}

#[test]
fn what_the_server_wants_back_is_kept_with_the_reasoning_and_the_call() {
    let call = r#"{"tool_calls":[{"index":0,"id":"c","function":{"name":"n","arguments":"{}"},"extra_content":{"google":{"thought_signature":"s"}}}]}"#;
    let kept = |thought: &str| {
        let found = deltas(&[thought, call]).into_iter();
        found
            .filter(|at| at.starts_with("keep on"))
            .collect::<Vec<_>>()
    };
    let of_call = r#"keep on c: {"extra_content":{"google":{"thought_signature":"s"}}}"#;
    let of_reasoning = r#"keep on r/reasoning: {"field":"reasoning_content"}"#;
    assert_eq!(
        kept(r#"{"reasoning_content":"hm"}"#),
        [of_reasoning, of_call]
    );
    assert_eq!(kept(r#"{"reasoning":"hm"}"#), [of_call]);
    let silent = deltas(&[r#"{"reasoning_content":"hm"}"#, r#"{"content":"Hi"}"#]);
    assert!(!silent.iter().any(|at| at.starts_with("keep on")));
}

/// What is kept of each entity, in order.
fn kept(lines: &[String]) -> Vec<(&str, Value)> {
    let kept = lines.iter().filter_map(|at| at.strip_prefix("keep on "));
    let kept = kept.filter_map(|at| at.split_once(": "));
    kept.map(|(entity, json)| (entity, serde_json::from_str(json).unwrap()))
        .collect()
}

#[test]
fn the_details_of_the_reasoning_are_kept_with_the_first_call() {
    let call = r#"{"tool_calls":[{"index":0,"id":"c","function":{"name":"n","arguments":"{}"},"extra_content":{"a":1}},{"index":1,"id":"d","function":{"name":"n","arguments":"{}"}}]}"#;
    let found = deltas(&[
        r#"{"reasoning_details":[{"type":"reasoning.text","text":"Look ","index":0}]}"#,
        r#"{"reasoning_details":[{"type":"reasoning.text","text":"first.","index":0}]}"#,
        call,
        r#"{"reasoning_details":[{"type":"reasoning.encrypted","data":"s","id":"d","index":1}]}"#,
    ]);
    let details = json!([
        {"type": "reasoning.text", "text": "Look first.", "index": 0},
        {"type": "reasoning.encrypted", "data": "s", "id": "d", "index": 1},
    ]);
    let extra = json!({"a": 1});
    let whole = json!({"extra_content": extra, "reasoning_details": details});
    let first = json!({"extra_content": extra});
    assert_eq!(kept(&found), [("c", first), ("c", whole)]);
}

#[test]
fn the_blocks_of_claudes_thinking_are_kept_with_the_first_call() {
    let found = deltas(&[
        r#"{"reasoning_content":"Look ","thinking_blocks":[{"type":"thinking","thinking":"Look ","signature":""}]}"#,
        r#"{"reasoning_content":"first.","thinking_blocks":[{"type":"thinking","thinking":"first.","signature":""}]}"#,
        r#"{"reasoning_content":"","thinking_blocks":[{"type":"thinking","thinking":"","signature":"s"}]}"#,
        r#"{"tool_calls":[{"index":0,"id":"c","function":{"name":"n","arguments":"{}"}}]}"#,
    ]);
    let blocks = json!([{"type": "thinking", "thinking": "Look first.", "signature": "s"}]);
    let field = json!({"field": "reasoning_content"});
    let expected = [
        ("r/reasoning", field),
        ("c", json!({"thinking_blocks": blocks})),
    ];
    assert_eq!(kept(&found), expected);
}

#[test]
fn the_details_of_the_reasoning_name_a_call_as_it_is_named_here() {
    let asked = request(vec![assistant("a", "", vec![call("c", "n", "{}")])]);
    let frame = delta(
        r#"{"tool_calls":[{"index":0,"id":"c","function":{"name":"n","arguments":"{}"}}],"reasoning_details":[{"id":"c","data":"s"}]}"#,
    );
    let found = lines(reader(&Chat::default(), Some(&asked)), &[&frame, STOP]);
    let details = json!({"reasoning_details": [{"id": "r-0", "data": "s"}]});
    assert_eq!(kept(&found), [("r-0", details)]);
}

#[test]
fn a_new_id_on_the_same_index_is_a_new_call() {
    let found = deltas(&[
        r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"n","arguments":"{\"x\":1}"}}]}"#,
        r#"{"tool_calls":[{"index":0,"id":"b","function":{"name":"m","arguments":"{}"}}]}"#,
    ]);
    let a = ["call a n", "a ({\"x\":1}", "call a ends"];
    let b = [
        "call b m",
        "b ({}",
        "call b ends",
        "Finished(Pending([a, b]))",
    ];
    assert_eq!(found[1..], [&a[..], &b[..]].concat());
}

#[test]
fn a_name_or_id_that_is_repeated_in_every_piece_is_the_same_call() {
    let found = deltas(&[
        r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"n","arguments":"{\"x\""}}]}"#,
        r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"n","arguments":":1}"}}]}"#,
        r#"{"tool_calls":[{"index":0,"id":"","function":{"name":"n","arguments":""}}]}"#,
    ]);
    let a = ["call a n", "a ({\"x\"", "a (:1}", "call a ends"];
    assert_eq!(found[1..5], a);
    assert_eq!(found[5], "Finished(Pending([a]))");
}

#[test]
fn calls_without_ids_get_ids_of_the_run() {
    let found = deltas(&[
        r#"{"tool_calls":[{"index":0,"id":"","function":{"name":"n","arguments":{"x":1}}}]}"#,
        r#"{"tool_calls":[{"index":0,"function":{"name":"n","arguments":{"x":2}}}]}"#,
        r#"{"tool_calls":[{"function":{"name":"m","arguments":"{}"}}]}"#,
    ]);
    let calls: Vec<&String> = found.iter().filter(|at| at.contains(" (")).collect();
    assert_eq!(calls, ["r-0 ({\"x\":1}", "r-1 ({\"x\":2}", "r-2 ({}"]);
    assert_eq!(found[found.len() - 1], "Finished(Pending([r-0, r-1, r-2]))");
}

#[test]
fn an_id_that_the_thread_already_has_is_replaced() {
    let before = assistant("x", "", vec![call("functions.n:0", "n", "{}")]);
    let asked = request(vec![user("hi"), before]);
    let frame = delta(
        r#"{"tool_calls":[{"index":0,"id":"functions.n:0","function":{"name":"n","arguments":"{}"}}]}"#,
    );
    let found = lines(reader(&Chat::default(), Some(&asked)), &[&frame, STOP]);
    assert!(found.contains(&"Finished(Pending([r-0]))".to_owned()));
}

#[test]
fn pieces_of_calls_may_interleave_and_a_name_may_come_late() {
    let found = deltas(&[
        r#"{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"{"}}]}"#,
        r#"{"tool_calls":[{"index":1,"id":"b","function":{"name":"m","arguments":"{"}}]}"#,
        r#"{"tool_calls":[{"index":0,"function":{"name":"n","arguments":"}"}}]}"#,
        r#"{"tool_calls":[{"index":1,"function":{"arguments":"}"}}]}"#,
    ]);
    let of = |call: &str| -> String {
        let args = found
            .iter()
            .filter_map(|at| at.strip_prefix(call)?.strip_prefix(" ("));
        args.collect()
    };
    assert_eq!((of("a"), of("b")), ("{}".to_owned(), "{}".to_owned()));
    assert_eq!(found[found.len() - 1], "Finished(Pending([a, b]))");
}

#[test]
fn a_call_in_the_form_before_tools_is_a_call() {
    let found = deltas(&[
        r#"{"function_call":{"name":"n","arguments":""}}"#,
        r#"{"function_call":{"arguments":"{}"}}"#,
    ]);
    assert!(found.contains(&"call r-0 n".to_owned()));
    assert!(found.contains(&"r-0 ({}".to_owned()));
    assert_eq!(found[found.len() - 1], "Finished(Pending([r-0]))");
}

#[test]
fn a_call_that_the_length_cut_off_has_failed() {
    let piece = delta(
        r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"n","arguments":"{}"}},
            {"index":1,"id":"b","function":{"name":"n","arguments":"{\"x"}}]}"#,
    );
    let end = r#"{"choices":[{"delta":{},"finish_reason":"length"}]}"#;
    let found = read(&[&piece.replace('\n', ""), end]);
    assert!(found.iter().any(|at| at.starts_with("b failed: Not run")));
    assert!(found.contains(&"Limited(Length)".to_owned()));
    assert_eq!(found[found.len() - 1], "Finished(Pending([a]))");
}

#[test]
fn a_refusal_is_shown_as_text() {
    let found = deltas(&[r#"{"refusal":"No."}"#]);
    assert_eq!(found[2], "r/text + No.");
}

#[test]
fn an_error_ends_the_run_before_and_after_the_finish_reason() {
    let failed = r#"Failed(RunError { message: "jammed", code: None })"#;
    for frames in [vec![ERROR], vec![STOP, ERROR]] {
        let found = read(&frames);
        assert_eq!(found[found.len() - 1], failed, "{frames:?}");
    }
    let both = r#"{"choices":[{"delta":{},"finish_reason":"error"}],"error":{"message":"jammed"}}"#;
    assert_eq!(read(&[both]), ["Started", failed]);
    let old = r#"{"object":"error","message":"jammed"}"#;
    assert_eq!(read(&[old]), ["Started", failed]);
}

#[test]
fn done_ends_the_run_while_the_connection_stays_open() {
    let asked = request(vec![user("hi")]);
    let mut open = reader(&Chat::default(), Some(&asked));
    open.push(sse(&[STOP]).as_bytes());
    assert!(!open.ended());
    let last = open.push(sse(&["[DONE]"]).as_bytes());
    assert_eq!(line(&last[0]), "Finished(Success)");
    assert!(open.ended());
    let late = open.push(sse(&[STOP]).as_bytes());
    assert_eq!(line(&late[0]), "! AfterEnd: chunk");
    assert!(open.finish().is_empty());
}

#[test]
fn the_end_of_the_body_after_a_finish_reason_ends_the_run() {
    let asked = request(vec![user("hi")]);
    for broken in [false, true] {
        let mut open = reader(&Chat::default(), Some(&asked));
        open.push(sse(&[STOP]).as_bytes());
        let last = if broken {
            open.broke("reset".to_owned())
        } else {
            open.finish()
        };
        assert_eq!(line(&last[0]), "Finished(Success)");
    }
}

#[test]
fn done_without_a_finish_reason_means_lost() {
    let found = read(&[r#"{"choices":[{"delta":{"content":"<thi"}}]}"#]);
    assert_eq!(
        found,
        ["Started", "text r/text", "r/text + <thi", "Lost(Truncated)"]
    );
}

#[test]
fn malformed_and_unknown_frames_are_dropped() {
    let found = read(&["{", "7", r#"{"type":"ping"}"#, r#"{"choices":{}}"#, STOP]);
    assert_eq!(
        found,
        [
            "! Unreadable: {",
            "! Unreadable: 7",
            "! UnknownEvent: a frame without choices",
            "Started",
            "Finished(Success)"
        ]
    );
}

#[test]
fn only_the_first_choice_is_shown() {
    let found = read(&[r#"{"choices":[{"index":1,"delta":{"content":"x"}}]}"#, STOP]);
    assert_eq!(found[1], "! NotShown: a second choice");
    assert_eq!(found.len(), 3);
}

#[test]
fn a_whole_answer_is_shown_as_a_run() {
    let asked = request(vec![user("hi")]);
    let answer = r#"{"object":"chat.completion","choices":[{"index":0,"finish_reason":"tool_calls",
        "message":{"role":"assistant","content":"Hi","tool_calls":[{"id":"a","type":"function",
        "function":{"name":"n","arguments":"{}"}}]}}]}"#;
    let found = document(reader(&Chat::default(), Some(&asked)), 200, answer);
    assert_eq!(found[2], "r/text + Hi");
    assert_eq!(found[found.len() - 1], "Finished(Pending([a]))");
    let error = document(reader(&Chat::default(), Some(&asked)), 200, ERROR);
    assert!(error[1].starts_with("Failed("));
    for (status, body) in [(404, ERROR), (200, "<html>"), (200, "{}"), (200, "")] {
        let found = document(reader(&Chat::default(), Some(&asked)), status, body);
        assert!(found.is_empty(), "{found:?}");
    }
}
