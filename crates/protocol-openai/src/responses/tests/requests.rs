//! The bodies of requests.

use serde_json::json;

use super::super::super::testing::{
    assistant, body, call, file, request, result, url, user, with_files,
};
use super::super::Responses;
use super::super::mark::{Mark, Was};
use super::memory;
use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_protocol::request::Tool;

fn marked(id: &str, was: Was, arguments: &str) -> HistoryCall {
    HistoryCall {
        encrypted: Mark::new(was).text(),
        ..call(id, "n", arguments)
    }
}

#[test]
fn the_url_is_the_base_or_the_whole_address() {
    for (agent, expected) in [
        ("/v1", "/v1/responses"),
        ("/v1/responses", "/v1/responses"),
        ("/v1?k=1", "/v1/responses?k=1"),
    ] {
        assert_eq!(url(&Responses::default(), agent), expected);
    }
}

#[test]
fn each_option_is_in_the_body() {
    let asked = request(vec![user("hi")]);
    let tool = Tool {
        name: "weigh".to_owned(),
        description: "Weighs".to_owned(),
        parameters: None,
    };
    let tools = [tool];
    let sent = |options: &str| body(&Responses::new(options), &asked, &tools);
    assert_eq!(
        sent(""),
        json!({
            "model": "default", "stream": true, "input": "hi",
            "tools": [{"type": "function", "name": "weigh", "description": "Weighs",
                       "parameters": {"type": "object", "properties": {}}, "strict": false}],
        })
    );
    assert_eq!(
        sent(r#"{"background":true,"store":false,"tools":false}"#),
        json!({"model": "default", "stream": true, "input": "hi",
               "background": true, "store": true})
    );
    assert_eq!(
        sent(
            r#"{"model":"m","instructions":"Be brief.","tools":false,"store":true,
            "body":{"reasoning":{"effort":"low"},"input":"x","stream":false}}"#
        ),
        json!({"model": "m", "stream": true, "input": "hi", "instructions": "Be brief.",
               "store": true, "reasoning": {"effort": "low"}})
    );
    assert_eq!(sent(r#"{"stateless":true}"#)["store"], false);
    assert_eq!(sent("[").get("store"), None);
}

#[test]
fn the_results_of_parallel_calls_are_all_sent() {
    let mut asked = request(vec![
        user("hi"),
        assistant("1", "", vec![call("1", "n", "{}")]),
        result("1", "one"),
        assistant("2", "", vec![call("2", "n", "{}")]),
        result("2", "two"),
    ]);
    asked.memory = memory(&["1", "2"], &["1", "2"]);
    let sent = body(&Responses::default(), &asked, &[]);
    assert_eq!(sent["previous_response_id"], "resp");
    assert_eq!(
        sent["input"],
        json!([
            {"type": "function_call_output", "call_id": "1", "output": "one"},
            {"type": "function_call_output", "call_id": "2", "output": "two"},
        ])
    );
    let options = r#"{"body":{"conversation":"conv"}}"#;
    let sent = body(&Responses::new(options), &asked, &[]);
    assert!(sent.get("previous_response_id").is_none());
}

#[test]
fn what_the_server_answered_itself_is_not_sent_back() {
    let mut asked = request(vec![
        user("hi"),
        assistant("m", "Wait.", Vec::new()),
        assistant("x", "", vec![marked("x", Was::Hosted, "{}")]),
        result("x", "found"),
        user("more"),
    ]);
    asked.memory = memory(&["m", "x", "x.result"], &[]);
    assert_eq!(body(&Responses::default(), &asked, &[])["input"], "more");
    // The item of the call is the last one known.
    asked.memory = memory(&["m", "x"], &[]);
    assert_eq!(body(&Responses::default(), &asked, &[])["input"], "more");
}

#[test]
fn each_kind_of_call_is_written_in_its_form() {
    let original = Mark {
        call: Some("own".to_owned()),
        ..Mark::new(Was::Function)
    };
    let renamed = HistoryCall {
        encrypted: original.text(),
        ..call("r/0", "n", "{\"cut")
    };
    let history = vec![
        assistant("a", "", vec![renamed]),
        result("r/0", "one"),
        assistant(
            "b",
            "",
            vec![marked("b", Was::Custom, r#"{"input":"x y"}"#)],
        ),
        result("b", "two"),
        assistant("c", "", vec![marked("c", Was::Hosted, "{}")]),
        result("c", "three"),
        assistant("d", "", vec![marked("d", Was::Mcp, "{}")]),
        result("d", "four"),
        assistant("e", "", vec![call("e", "n", "{}")]),
        HistoryMessage::Reasoning {
            id: "rs".into(),
            text: "hm".to_owned(),
            encrypted: Some(r#"{"type":"reasoning","id":"rs"}"#.to_owned()),
        },
        HistoryMessage::Reasoning {
            id: "z".into(),
            text: "hm".to_owned(),
            encrypted: Some("other".to_owned()),
        },
    ];
    let called =
        |id: &str| json!({"type": "function_call", "call_id": id, "name": "n", "arguments": "{}"});
    let output = |id: &str, text: &str| json!({"type": "function_call_output", "call_id": id, "output": text});
    assert_eq!(
        body(&Responses::default(), &request(history), &[])["input"],
        json!([
            called("own"),
            output("own", "one"),
            {"type": "custom_tool_call", "call_id": "b", "name": "n", "input": "x y"},
            {"type": "custom_tool_call_output", "call_id": "b", "output": "two"},
            called("d"),
            output("d", "four"),
            called("e"),
            output("e", "No result."),
            {"type": "reasoning", "id": "rs"},
        ])
    );
}

#[test]
fn files_are_written_as_parts() {
    let files = vec![
        file("a", "image/png"),
        file("b", "application/pdf"),
        file("c", "audio/wav"),
    ];
    let asked = request(vec![with_files("look", files)]);
    assert_eq!(
        body(&Responses::default(), &asked, &[])["input"][0]["content"],
        json!([
            {"type": "input_text", "text": "look"},
            {"type": "input_image", "detail": "auto", "image_url": "data:image/png;base64,aGk="},
            {"type": "input_file", "filename": "b.bin",
             "file_data": "data:application/pdf;base64,aGk="},
            {"type": "input_text", "text": "[The attached file c.bin (audio/wav) cannot be sent]"},
        ])
    );
}
