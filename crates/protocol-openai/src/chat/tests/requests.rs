//! The bodies of requests.

use midturn_core::attachment::{Attachment, Source};
use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_protocol::request::Tool;
use midturn_protocol::testing::made::came;
use serde_json::json;

use super::super::super::testing::{
    assistant, body, call, file, request, result, url, user, with_files,
};
use super::super::Chat;
use super::super::kept::REASONING_CONTENT;

fn tool() -> Tool {
    Tool {
        name: "weigh".to_owned(),
        description: "Weighs a crate".to_owned(),
        parameters: None,
    }
}

#[test]
fn the_url_is_the_base_or_the_whole_address() {
    let chat = Chat::default();
    for (agent, expected) in [
        ("/v1", "/v1/chat/completions"),
        ("/v1/?k=1", "/v1/chat/completions?k=1"),
        ("/v1/chat/completions", "/v1/chat/completions"),
        ("/d/chat/completions/?v=2", "/d/chat/completions/?v=2"),
    ] {
        assert_eq!(url(&chat, agent), expected);
    }
}

#[test]
fn a_request_has_the_options_and_the_embedders_fields() {
    let asked = request(vec![user("hi")]);
    assert_eq!(
        body(&Chat::new(""), &asked, &[tool()]),
        json!({
            "model": "default", "stream": true, "stream_options": {"include_usage": true},
            "messages": [{"role": "user", "content": "hi"}],
            "tools": [{"type": "function", "function": {
                "name": "weigh", "description": "Weighs a crate",
                "parameters": {"type": "object", "properties": {}},
            }}],
        })
    );
    let options = r#"{"model":"m","instructions":"Be brief.","tools":false,"includeUsage":false,
        "unknown":1,"body":{"temperature":0.5,"stream":false,"messages":[],"model":"other"}}"#;
    assert_eq!(
        body(&Chat::new(options), &asked, &[tool()]),
        json!({
            "temperature": 0.5, "model": "m", "stream": true,
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "hi"},
            ],
        })
    );
    assert_eq!(
        body(&Chat::new("not json"), &asked, &[]),
        body(&Chat::new(""), &asked, &[])
    );
}

#[test]
fn each_call_has_one_result_and_each_result_its_call() {
    let history = vec![
        user("hi"),
        assistant(
            "a",
            "",
            vec![call("1", "n", "{\"a\":1}"), call("2", "n", "{\"a\"")],
        ),
        result("1", "one"),
        result("1", "again"),
        result("9", "orphan"),
        assistant("b", "cut", Vec::new()),
        assistant("c", "", Vec::new()),
        user("more"),
    ];
    let calls = json!([
        {"id": "1", "type": "function", "function": {"name": "n", "arguments": "{\"a\":1}"}},
        {"id": "2", "type": "function", "function": {"name": "n", "arguments": "{}"}},
    ]);
    assert_eq!(
        body(&Chat::default(), &request(history), &[])["messages"],
        json!([
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": "", "tool_calls": calls},
            {"role": "tool", "tool_call_id": "2", "content": "No result."},
            {"role": "tool", "tool_call_id": "1", "content": "one"},
            {"role": "assistant", "content": "cut"},
            {"role": "user", "content": "more"},
        ])
    );
}

#[test]
fn messages_of_one_role_in_a_row_are_one() {
    let history = vec![
        user("one"),
        assistant("a", "", Vec::new()),
        user("two"),
        with_files("", vec![file("p", "image/png")]),
        user("three"),
        assistant("b", "Half", Vec::new()),
        assistant("c", "Whole", vec![call("1", "n", "{}")]),
        assistant("d", "Done.", Vec::new()),
    ];
    let call = json!({"id": "1", "type": "function", "function": {"name": "n", "arguments": "{}"}});
    assert_eq!(
        body(&Chat::default(), &request(history), &[])["messages"],
        json!([
            {"role": "user", "content": [
                {"type": "text", "text": "one\n\ntwo"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
                {"type": "text", "text": "three"},
            ]},
            {"role": "assistant", "content": "Half\n\nWhole", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "1", "content": "No result."},
            {"role": "assistant", "content": "Done."},
        ])
    );
}

#[test]
fn for_mistral_the_model_says_something_between_a_result_and_the_person() {
    let history = || {
        let calls = vec![call("1", "n", "{}")];
        vec![user("hi"), assistant("a", "", calls), user("rather this")]
    };
    let roles = |options: &str| {
        let body = body(&Chat::new(options), &request(history()), &[]);
        let messages = body["messages"].as_array().unwrap().iter();
        let roles: Vec<_> = messages
            .map(|said| said["role"].as_str().unwrap())
            .collect();
        roles.join(" ")
    };
    let before = "user assistant tool";
    for options in [
        r#"{"model":"Devstral-2"}"#,
        r#"{"body":{"model":"mistral-large"}}"#,
    ] {
        assert_eq!(
            roles(options),
            format!("{before} assistant user"),
            "{options}"
        );
    }
    assert_eq!(roles(""), format!("{before} user"));
}

#[test]
fn reasoning_and_signatures_go_back_with_the_calls_they_came_with() {
    let thought = |text: &str, encrypted: Option<&str>| HistoryMessage::Reasoning {
        id: text.into(),
        text: text.to_owned(),
        encrypted: encrypted.map(str::to_owned),
    };
    let signed = HistoryCall {
        encrypted: Some(r#"{"extra_content":{"google":{"thought_signature":"s"}}}"#.to_owned()),
        ..call("1", "n", "{}")
    };
    let history = vec![
        user("hi"),
        thought("let me see", Some(REASONING_CONTENT)),
        thought("another server's", Some("sealed")),
        assistant("a", "", vec![signed]),
        result("1", "one"),
        thought("it is one", Some(REASONING_CONTENT)),
        assistant("b", "One.", Vec::new()),
        user("more"),
        assistant("c", "", vec![call("2", "n", "{}")]),
        result("2", "two"),
    ];
    let function = json!({"name": "n", "arguments": "{}"});
    assert_eq!(
        body(&Chat::default(), &request(history), &[])["messages"],
        json!([
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": "", "reasoning_content": "let me see", "tool_calls": [
                {"id": "1", "type": "function", "function": function,
                    "extra_content": {"google": {"thought_signature": "s"}}},
            ]},
            {"role": "tool", "tool_call_id": "1", "content": "one"},
            {"role": "assistant", "content": "One.", "reasoning_content": "it is one"},
            {"role": "user", "content": "more"},
            {"role": "assistant", "content": "", "reasoning_content": " ", "tool_calls": [
                {"id": "2", "type": "function", "function": function},
            ]},
            {"role": "tool", "tool_call_id": "2", "content": "two"},
        ])
    );
}

#[test]
fn the_details_of_the_reasoning_go_back_with_the_message_of_their_call() {
    let details = json!([{"type": "reasoning.encrypted", "data": "s", "index": 0}]);
    let blocks = json!([{"type": "thinking", "thinking": "hm", "signature": "s"}]);
    let kept = json!({"reasoning_details": details, "thinking_blocks": blocks});
    let kept = HistoryCall {
        encrypted: Some(kept.to_string()),
        ..call("1", "n", "{}")
    };
    let history = vec![
        user("hi"),
        assistant("a", "", vec![kept, call("2", "n", "{}")]),
        result("1", "one"),
        result("2", "two"),
    ];
    let said = &body(&Chat::default(), &request(history), &[])["messages"][1];
    assert_eq!(said["reasoning_details"], details);
    assert_eq!(said["thinking_blocks"], blocks);
    let call = |id: &str| json!({"id": id, "type": "function", "function": {"name": "n", "arguments": "{}"}});
    assert_eq!(said["tool_calls"], json!([call("1"), call("2")]));
}

#[test]
fn files_are_written_as_parts() {
    let zip = Attachment {
        came: Some(came(Source::Data("UEsD/w==".to_owned()), None)),
        ..file("z", "application/zip")
    };
    let files = vec![
        file("a", "image/png"),
        file("b", "audio/wav"),
        file("c", "application/pdf"),
        file("d", "video/mp4"),
        file("e", "text/plain"),
        zip,
        file("gone", "image/png"),
    ];
    let asked = request(vec![with_files("look", files)]);
    assert_eq!(
        body(&Chat::default(), &asked, &[])["messages"][0]["content"],
        json!([
            {"type": "text", "text": "look"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
            {"type": "input_audio", "input_audio": {"data": "aGk=", "format": "wav"}},
            {"type": "file", "file": {
                "filename": "c.bin", "file_data": "data:application/pdf;base64,aGk=",
            }},
            {"type": "text", "text": "[The attached file d.bin (video/mp4) cannot be sent]"},
            {"type": "text", "text": "[Attached document e.bin]\nhi"},
            {"type": "text", "text": "[The attached file z.bin (application/zip) cannot be sent]"},
            {"type": "text",
             "text": "[The attached file gone.bin (image/png) could not be read and is missing]"},
        ])
    );
}
