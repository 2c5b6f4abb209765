//! Calls: of client tools, of the server's own tools, and those that need an approval.

use midturn_core::run_event::AnswerForm;
use midturn_core::transcript::Answer;
use midturn_protocol::testing::made::resume;

use super::super::super::testing::{assistant, call, lines, reader, request, user};
use super::super::Responses;
use super::{COMPLETED, CREATED, added, done, event, inside};

const CALL: &str = r#"{"type":"function_call","id":"fc","call_id":"c","name":"n","arguments":""}"#;
const CALLED: &str =
    r#"{"type":"function_call","id":"fc","call_id":"c","name":"n","arguments":"{}"}"#;

#[test]
fn a_call_without_an_output_is_pending() {
    for frames in [
        vec![
            added(0, CALL),
            event("function_call_arguments.delta", "fc", r#","delta":"{}""#),
            event("function_call_arguments.done", "fc", r#","arguments":"{}""#),
            done(0, CALLED),
        ],
        vec![added(0, CALL), done(0, CALLED)],
        vec![done(0, CALLED)],
    ] {
        let frames: Vec<&str> = frames.iter().map(String::as_str).collect();
        let call = ["call c n", "c ({}", "call c ends", "Finished(Pending([c]))"];
        assert_eq!(inside(&frames), call);
    }
}

#[test]
fn a_call_that_the_server_answered_is_not_pending() {
    let output = r#"{"type":"function_call_output","id":"o","call_id":"c","output":[{"type":"output_text","text":"12"}]}"#;
    let found = inside(&[&done(0, CALLED), &done(1, output)]);
    assert_eq!(found[3..], ["c gave: 12", "Finished(Success)"]);
}

#[test]
fn arguments_without_added_wait_for_the_name() {
    let delta = event("function_call_arguments.delta", "fc", r#","delta":"{}""#);
    let found = inside(&[&delta, &done(0, CALLED)]);
    assert_eq!(found[1..3], ["call c n", "c ({}"]);
}

#[test]
fn a_call_that_never_was_complete_has_failed() {
    let delta = event("function_call_arguments.delta", "fc", r#","delta":"{\"a""#);
    let found = inside(&[&added(0, CALL), &delta]);
    assert!(found[3].starts_with("c failed: Not run"));
    assert_eq!(found[4], "Finished(Success)");
    let cut = CALLED.replace("\"arguments\"", "\"status\":\"incomplete\",\"arguments\"");
    let found = inside(&[&added(0, CALL), &done(0, &cut)]);
    assert!(found[3].starts_with("c failed: Not run"));
    assert_eq!(found[4], "Finished(Success)");
}

#[test]
fn a_call_id_that_the_thread_already_has_is_kept_for_the_answer() {
    let asked = request(vec![
        user("hi"),
        assistant("c", "", vec![call("c", "n", "{}")]),
    ]);
    let found = lines(
        reader(&Responses::new(""), Some(&asked)),
        &[CREATED, &done(0, CALLED), COMPLETED],
    );
    assert_eq!(found[2], "call r/1 n");
    assert_eq!(
        found[3],
        r#"keep on r/1: {"kind":"openai.responses","was":"function","call":"c"}"#
    );
    assert_eq!(found[found.len() - 1], "Finished(Pending([r/1]))");
}

#[test]
fn the_input_of_a_custom_tool_becomes_json() {
    let item =
        r#"{"type":"custom_tool_call","id":"ct","call_id":"c","name":"n","input":"a \"b\""}"#;
    let begin = item.replace(r#"a \"b\""#, "");
    let streamed = inside(&[
        &added(0, &begin),
        &event("custom_tool_call_input.delta", "ct", r#","delta":"a \"""#),
        &event("custom_tool_call_input.delta", "ct", r#","delta":"b\"""#),
        &event("custom_tool_call_input.done", "ct", r#","input":"a \"b\"""#),
        &done(0, item),
    ]);
    for found in [streamed, inside(&[&done(0, item)])] {
        let pieces = found.iter().filter_map(|line| line.strip_prefix("c ("));
        let arguments: String = pieces.collect();
        assert_eq!(arguments, r#"{"input":"a \"b\""}"#);
        assert_eq!(found[found.len() - 1], "Finished(Pending([c]))");
    }
}

#[test]
fn the_servers_tools_show_progress_and_end() {
    for (item, lines) in [
        (
            r#"{"type":"web_search_call","id":"x","status":"completed","action":{"query":"q"}}"#,
            [r#"x ({"query":"q"}"#, "x gave: completed"],
        ),
        (
            r#"{"type":"file_search_call","id":"x","status":"completed","queries":["q"],"results":[1]}"#,
            [r#"x ({"queries":["q"]}"#, "x gave: [1]"],
        ),
        (
            r#"{"type":"code_interpreter_call","id":"x","status":"completed","code":"1","outputs":[{"type":"logs","logs":"2"}]}"#,
            [r#"x ({"code":"1"#, "x gave: 2"],
        ),
        (
            r#"{"type":"mcp_list_tools","id":"x","server_label":"s","tools":[{"name":"a"},{"name":"b"}]}"#,
            [r#"x ({"server_label":"s"}"#, "x gave: a\nb"],
        ),
        (
            r#"{"type":"mcp_list_tools","id":"x","server_label":"s","error":"down","tools":[]}"#,
            [r#"x ({"server_label":"s"}"#, "x failed: down"],
        ),
        (
            r#"{"type":"mcp_call","id":"x","server_label":"s","name":"n","arguments":"{}","output":"12"}"#,
            ["x ({}", "x gave: 12"],
        ),
        (
            r#"{"type":"mcp_call","id":"x","server_label":"s","name":"n","arguments":"{}","error":{"message":"down"}}"#,
            ["x ({}", "x failed: down"],
        ),
        (
            r#"{"type":"image_generation_call","id":"x","status":"completed","revised_prompt":"p","result":"aGk="}"#,
            [r#"x ({"prompt":"p"}"#, "x gave: "],
        ),
    ] {
        let found = inside(&[
            &added(0, &item.replace(",\"code\":\"1\"", "")),
            &done(0, item),
        ]);
        for line in lines {
            assert!(found.contains(&line.to_owned()), "{line} in {found:?}");
        }
        assert!(found.contains(&"call x ends".to_owned()));
        assert_eq!(found[found.len() - 1], "Finished(Success)");
    }
    let search = r#"{"type":"web_search_call","id":"x"}"#;
    let found = inside(&[
        &added(0, search),
        &event("web_search_call.in_progress", "x", ""),
        &event("web_search_call.searching", "x", ""),
    ]);
    assert!(found[2].contains("Progress") && found[2].contains("searching"));
    assert_eq!(found[3], "call x ends");
}

const ASK: &str = r#"{"type":"mcp_approval_request","id":"ask","server_label":"s","name":"n","arguments":"{\"a\":1}"}"#;

#[test]
fn an_approval_shows_its_call_and_asks() {
    let found = inside(&[&added(0, ASK), &done(0, ASK)]);
    assert_eq!(found[0], "call ask n");
    assert_eq!(found[2..4], [r#"ask ({"a":1}"#, "call ask ends"]);
    let asked = &found[4];
    assert!(asked.starts_with("Finished(Interrupt([Interrupt { id: \"ask\""));
    assert!(asked.contains("call: Some(ask)"));
    assert!(asked.contains("Decision { reason: true, edits: false, bare: false }"));
    assert_eq!(asked.matches("Interrupt {").count(), 1);
}

fn answered(answer: Answer, frames: &[&str]) -> Vec<String> {
    let mut asked = request(vec![
        user("hi"),
        assistant("ask", "", vec![call("ask", "n", "{}")]),
    ]);
    asked.resume = vec![resume("ask", answer, AnswerForm::default())];
    lines(reader(&Responses::new(""), Some(&asked)), frames)
}

#[test]
fn a_denied_tool_has_failed() {
    let reason = Some("it bears fruit".to_owned());
    for (answer, content) in [
        (Answer::Denied { reason }, "Denied: it bears fruit"),
        (Answer::Denied { reason: None }, "Denied."),
        (Answer::Abandoned, "Denied."),
    ] {
        let found = answered(answer, &[CREATED, COMPLETED]);
        assert_eq!(found[1], format!("ask failed: {content}"));
    }
}

#[test]
fn an_approved_tool_gets_its_result_however_the_server_names_it() {
    for item in [
        r#"{"type":"mcp_call","id":"x","approval_request_id":"ask","name":"n","output":"12"}"#,
        r#"{"type":"mcp_call","id":"x","server_label":"s","name":"n","arguments":"{}","output":"12"}"#,
        r#"{"type":"function_call_output","id":"o","call_id":"own","output":"12"}"#,
    ] {
        let yes = Answer::Approved { arguments: None };
        let found = answered(yes, &[CREATED, &done(0, item), COMPLETED]);
        assert!(found.contains(&"ask gave: 12".to_owned()), "{found:?}");
    }
}

#[test]
fn the_output_of_an_unknown_call_is_a_note() {
    let output = r#"{"type":"function_call_output","id":"o","call_id":"own","output":"12"}"#;
    let found = inside(&[&done(0, output)]);
    assert_eq!(found[1], "note function_call_output: 12");
}

#[test]
fn encrypted_reasoning_is_kept_only_without_the_servers_history() {
    let item =
        r#"{"type":"reasoning","id":"rs","summary":[],"status":null,"encrypted_content":"e"}"#;
    let frames = [CREATED, &done(0, item), COMPLETED];
    let asked = request(vec![user("hi")]);
    let kept = r#"keep on rs: {"type":"reasoning","id":"rs","summary":[],"encrypted_content":"e"}"#;
    for (options, expected) in [("", false), (r#"{"stateless":true}"#, true)] {
        let found = lines(reader(&Responses::new(options), Some(&asked)), &frames);
        assert_eq!(found.contains(&kept.to_owned()), expected);
        assert!(found.contains(&"reasoning rs".to_owned()));
    }
}
