//! The bodies of requests of Chat Completions.

use super::*;
use crate::conversation::{Interjection, Message, ToolStatus};
use crate::models::learned::Learned;
use crate::models::testing::{about, assistant, image, result, user};
use crate::models::thoughts::Thoughts;
use crate::models::turns::turns;

fn body_of(history: &[Message]) -> Value {
    body_for("gpt", history)
}

fn body_for(model: &str, history: &[Message]) -> Value {
    body(&Question {
        url: "http://localhost/v1",
        model,
        instructions: "be kind",
        turns: &turns(history, &Thoughts::default()),
        tools: &[],
        effort: None,
        output_tokens: None,
        learned: Learned::default(),
    })
}

#[test]
fn a_history_that_ends_with_the_model_gets_a_request_to_continue() {
    let history = [assistant("half a", &[])];
    let body = body_of(&history);
    assert_eq!(
        body["messages"][2],
        json!({"role": "user", "content": "[Go on where you stopped]"})
    );
}

#[test]
fn the_limit_of_a_response_has_the_name_that_the_endpoint_takes() {
    for (url, name) in [
        (
            "https://api.openai.com/v1/chat/completions",
            "max_completion_tokens",
        ),
        (
            "https://eu.api.openai.com/v1/chat/completions",
            "max_completion_tokens",
        ),
        (
            "https://me.openai.azure.com/openai/v1/chat/completions",
            "max_completion_tokens",
        ),
        ("https://api.mistral.ai/v1/chat/completions", "max_tokens"),
        (
            "https://notapi.openai.com/v1/chat/completions",
            "max_tokens",
        ),
        (
            "http://localhost:11434/v1/chat/completions?at=api.openai.com",
            "max_tokens",
        ),
    ] {
        assert_eq!(name_of_limit(url), name, "{url}");
    }
}

#[test]
fn the_instructions_of_the_client_are_in_the_first_message() {
    let brief = Message::System {
        text: "be brief".to_owned(),
    };
    let body = body_of(&[user("hi", Vec::new()), brief]);
    let expected = json!([
        {"role": "system", "content": "be kind\n\nbe brief"},
        {"role": "user", "content": "hi"},
    ]);
    assert_eq!(body["messages"], expected);
}

#[test]
fn messages_of_one_role_in_a_row_are_one() {
    let body = body_of(&[
        user("hi", Vec::new()),
        user("rather this", Vec::new()),
        user("", vec![image()]),
        assistant("well", &[]),
        assistant("", &[("1", "{}")]),
        result("1", ToolStatus::Ok, Vec::new()),
        assistant("one", &[]),
        assistant("two", &[]),
        user("thanks", Vec::new()),
    ]);
    let said = |at: usize| &body["messages"][at]["content"];
    let picture = json!({"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}});
    assert_eq!(
        said(1),
        &json!([{"type": "text", "text": "hi\n\nrather this"}, picture])
    );
    assert_eq!(said(2), "well");
    assert_eq!(body["messages"][2]["tool_calls"][0]["id"], "call00001");
    assert_eq!(said(4), "one\n\ntwo");
    assert_eq!(said(5), "thanks");
}

#[test]
fn an_endpoint_that_wants_reasoning_back_gets_some_in_each_message() {
    let history = [
        user("hi", Vec::new()),
        assistant("", &[("1", "{}")]),
        result("1", ToolStatus::Ok, Vec::new()),
        assistant("", &[("2", "{}")]),
        result("2", ToolStatus::Ok, Vec::new()),
        assistant("done", &[]),
        user("thanks", Vec::new()),
    ];
    let reasoning = |kept: Value| {
        let thoughts = Thoughts::default();
        thoughts.keep("a-very-long-run-id-1".to_owned(), vec![kept, json!({})]);
        let body = about(&history, None, &thoughts, body);
        let messages = body["messages"].as_array().unwrap();
        let of = |at: usize| messages[at][REASONING].as_str().map(str::to_owned);
        [of(2), of(4), of(6), of(1).or(of(3)).or(of(7))]
    };
    let some = |text: &str| Some(text.to_owned());
    let filled = [some("hm"), some(" "), some(" "), None];
    assert_eq!(reasoning(json!({"reasoning_content": "hm"})), filled);
    assert_eq!(reasoning(json!({})), [None, None, None, None]);
}

#[test]
fn for_mistral_the_model_says_something_between_a_result_and_the_person() {
    let history = [
        user("hi", Vec::new()),
        assistant("", &[("1", "{}")]),
        result("1", ToolStatus::Cancelled, Vec::new()),
        user("rather this", Vec::new()),
    ];
    let roles = |model| {
        let body = body_for(model, &history);
        let messages = body["messages"].as_array().unwrap().iter();
        let roles: Vec<_> = messages
            .map(|said| said["role"].as_str().unwrap())
            .collect();
        roles.join(" ")
    };
    let before = "system user assistant tool";
    assert_eq!(roles("Devstral-2"), format!("{before} assistant user"));
    assert_eq!(roles("gpt"), format!("{before} user"));
}

#[test]
fn feedback_text_is_in_the_result_and_its_image_follows_all_results() {
    let document = json!({"type": "document", "source": {"type": "file"}});
    let said = Interjection {
        attachments: vec![image()],
        ..Interjection::new("i", "like this")
    };
    let history = [
        user("hi", vec![document]),
        assistant("", &[("1", "{\"path\":\"a\"}"), ("2", "{\"pa")]),
        result("1", ToolStatus::Ok, Vec::new()),
        result("2", ToolStatus::Ok, vec![said]),
    ];
    let body = body_of(&history);
    let expected = json!([
        {"role": "system", "content": "be kind"},
        {"role": "user", "content": [
            {"type": "text", "text": "hi"},
            {"type": "text", "text": "[Attached document]"},
        ]},
        {"role": "assistant", "content": null, "tool_calls": [
            {"id": "call00001", "type": "function",
             "function": {"name": "read_file", "arguments": "{\"path\":\"a\"}"}},
            {"id": "call00002", "type": "function",
             "function": {"name": "read_file", "arguments": "{}"}},
        ]},
        {"role": "tool", "tool_call_id": "call00001", "content": "result 1"},
        {"role": "tool", "tool_call_id": "call00002",
         "content": "result 2\n\n[User feedback: like this]"},
        {"role": "user", "content": [
            {"type": "text", "text": "[Attached to the user feedback above]"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
        ]},
    ]);
    assert_eq!(body["messages"], expected);
    assert_eq!(body["stream"], true);
    assert!(body.get("tools").is_none());
}
