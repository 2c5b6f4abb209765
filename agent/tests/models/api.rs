//! What each API says, and what a valid request of it is.

use serde_json::{Value, json};

use crate::endpoint::Endpoint;
use crate::support::{Agent, agent_with};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Api {
    Chat,
    Responses,
    Anthropic,
}

pub(crate) const ALL: [Api; 3] = [Api::Chat, Api::Responses, Api::Anthropic];

/// A moment of [`Api::whole`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    Thinking,
    Text,
    Arguments,
}

pub(crate) const MOMENTS: [Moment; 3] = [Moment::Thinking, Moment::Text, Moment::Arguments];

/// An agent whose model is behind an endpoint with this API.
pub(crate) async fn agent_of(api: Api, endpoint: &Endpoint, more: &[&str]) -> Agent {
    let url = format!("--model-url={}/v1/", endpoint.url());
    let api = format!("--model-api={}", api.name());
    let base = [
        "--test-mode",
        "--control=on",
        "--model=m",
        "--model-key=k",
        &url,
        &api,
    ];
    agent_with(&[&base, more].concat()).await
}

impl Api {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Responses => "responses",
            Self::Anthropic => "anthropic",
        }
    }

    /// How the head of a request begins, and a header that it must have.
    pub(crate) fn head(self) -> (&'static str, &'static str) {
        match self {
            Self::Chat => ("post /v1/chat/completions ", "authorization: bearer k"),
            Self::Responses => ("post /v1/responses ", "authorization: bearer k"),
            Self::Anthropic => ("post /v1/messages ", "x-api-key: k"),
        }
    }

    /// A response with reasoning, a text, and calls of `read_file` and `list_dir`.
    pub(crate) fn whole(self) -> &'static str {
        match self {
            Self::Chat => include_str!("streams/chat.txt"),
            Self::Responses => include_str!("streams/responses.txt"),
            Self::Anthropic => include_str!("streams/anthropic.txt"),
        }
    }

    /// The beginning of that response, up to the middle of its reasoning, text or arguments.
    pub(crate) fn until(self, moment: Moment) -> &'static str {
        let sign = match moment {
            Moment::Thinking => "Two files: ",
            Moment::Text => "Je regarde ",
            Moment::Arguments => r#"{\"path\":"#,
        };
        let at = self.whole().find(sign).unwrap();
        let end = at + self.whole()[at..].find("\n\n").unwrap() + 2;
        &self.whole()[..end]
    }

    /// A response that only says something.
    pub(crate) fn says(self, text: &str) -> String {
        match self {
            Self::Chat => stream(&[
                json!({"choices": [{"delta": {"content": text}, "finish_reason": "stop"}]}),
            ]),
            Self::Responses => stream(&[
                json!({"type": "response.output_text.delta", "output_index": 0, "delta": text}),
                json!({"type": "response.completed", "response": {}}),
            ]),
            Self::Anthropic => stream(&[
                json!({"type": "content_block_start", "index": 0,
                       "content_block": {"type": "text", "text": text}}),
                json!({"type": "content_block_stop", "index": 0}),
                json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}}),
                json!({"type": "message_stop"}),
            ]),
        }
    }

    /// A response that only calls a tool.
    pub(crate) fn calls(self, name: &str, arguments: &Value) -> String {
        let arguments = arguments.to_string();
        match self {
            Self::Chat => {
                let function = json!({"name": name, "arguments": arguments});
                let call = json!({"index": 0, "id": "call_x", "function": function});
                stream(&[json!({"choices": [
                    {"delta": {"tool_calls": [call]}, "finish_reason": "tool_calls"},
                ]})])
            }
            Self::Responses => {
                let item = json!({"type": "function_call", "call_id": "call_x", "name": name,
                                  "arguments": arguments});
                stream(&[
                    json!({"type": "response.output_item.done", "output_index": 0, "item": item}),
                    json!({"type": "response.completed", "response": {}}),
                ])
            }
            Self::Anthropic => stream(&[
                json!({"type": "content_block_start", "index": 0, "content_block":
                       {"type": "tool_use", "id": "toolu_x", "name": name, "input": {}}}),
                json!({"type": "content_block_delta", "index": 0, "delta":
                       {"type": "input_json_delta", "partial_json": arguments}}),
                json!({"type": "content_block_stop", "index": 0}),
                json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
                json!({"type": "message_stop"}),
            ]),
        }
    }

    /// An error in the middle of a stream, which may pass.
    pub(crate) fn overloaded(self) -> String {
        let error = json!({"type": "overloaded_error", "message": "Overloaded"});
        match self {
            Self::Chat => stream(&[json!({"error": error})]),
            Self::Responses => stream(&[json!({
                "type": "error", "code": "server_is_overloaded", "message": "Overloaded",
            })]),
            Self::Anthropic => stream(&[json!({"type": "error", "error": error})]),
        }
    }

    /// The texts of the tool results in a request. Fails when the request breaks a rule of the API.
    pub(crate) fn results(self, body: &Value) -> Vec<String> {
        match self {
            Self::Chat => results_of_chat(body),
            Self::Responses => results_of_responses(body),
            Self::Anthropic => results_of_anthropic(body),
        }
    }

    /// The conversation in a request.
    pub(crate) fn conversation(self, body: &Value) -> &Value {
        match self {
            Self::Chat | Self::Anthropic => &body["messages"],
            Self::Responses => &body["input"],
        }
    }
}

fn stream(events: &[Value]) -> String {
    let events = events.iter().map(|event| format!("data: {event}\n\n"));
    events.collect()
}

fn list<'a>(value: &'a Value, name: &str) -> Vec<&'a Value> {
    value[name].as_array().into_iter().flatten().collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Every call has its result directly after its message.
fn results_of_chat(body: &Value) -> Vec<String> {
    let mut open: Vec<Value> = Vec::new();
    let mut results = Vec::new();
    for message in list(body, "messages") {
        if message["role"] == "tool" {
            let at = open.iter().position(|id| *id == message["tool_call_id"]);
            open.remove(at.expect("a result has its call before it"));
            results.push(text(&message["content"]));
            continue;
        }
        assert_eq!(open, [Value::Null; 0], "calls without a result: {body:#}");
        let calls = list(message, "tool_calls");
        for call in &calls {
            let arguments = call["function"]["arguments"].as_str().unwrap();
            assert!(
                serde_json::from_str::<Value>(arguments)
                    .unwrap()
                    .is_object()
            );
        }
        open = calls.iter().map(|call| call["id"].clone()).collect();
    }
    assert_eq!(open, [Value::Null; 0], "calls without a result: {body:#}");
    results
}

/// Every call has its output, before anybody says more.
fn results_of_responses(body: &Value) -> Vec<String> {
    assert_eq!(body["store"], false);
    let mut open: Vec<&Value> = Vec::new();
    let mut results = Vec::new();
    for item in list(body, "input") {
        match item["type"].as_str() {
            Some("function_call") => {
                let arguments = item["arguments"].as_str().unwrap();
                assert!(
                    serde_json::from_str::<Value>(arguments)
                        .unwrap()
                        .is_object()
                );
                open.push(&item["call_id"]);
            }
            Some("function_call_output") => {
                let at = open.iter().position(|id| **id == item["call_id"]);
                open.remove(at.expect("an output has its call before it"));
                results.push(text(&item["output"]));
            }
            Some("reasoning") => assert_eq!(item["encrypted_content"], "gAAA-sealed"),
            _ => {
                assert!(item["role"].is_string(), "{item}");
                assert!(open.is_empty(), "calls without an output: {body:#}");
            }
        }
    }
    assert!(open.is_empty(), "calls without an output: {body:#}");
    results
}

/// Roles alternate. Every call has its result at the beginning of the next message. No text is
/// blank. Thinking is signed, and is there if the model shall think.
fn results_of_anthropic(body: &Value) -> Vec<String> {
    assert!(body["max_tokens"].as_u64() > Some(0));
    let mut open: Vec<Value> = Vec::new();
    let mut results = Vec::new();
    let messages = list(body, "messages");
    for (place, message) in messages.iter().enumerate() {
        let role = if place % 2 == 0 { "user" } else { "assistant" };
        assert_eq!(message["role"], role, "{body:#}");
        let blocks = list(message, "content");
        assert!(!blocks.is_empty());
        let mut asked = std::mem::take(&mut open);
        let answers = blocks
            .iter()
            .take_while(|block| block["type"] == "tool_result");
        let answered: Vec<_> = answers.map(|block| block["tool_use_id"].clone()).collect();
        asked.retain(|id| !answered.contains(id));
        assert_eq!(asked, [Value::Null; 0], "calls without a result: {body:#}");
        for block in &blocks[answered.len()..] {
            match block["type"].as_str().unwrap() {
                "text" => assert!(!block["text"].as_str().unwrap().trim().is_empty()),
                "thinking" => assert_eq!(block["signature"], "EqQB-signed"),
                "tool_use" => {
                    assert!(block["input"].is_object());
                    open.push(block["id"].clone());
                }
                other => panic!("{other} is out of place: {body:#}"),
            }
        }
        results.extend(
            blocks[..answered.len()]
                .iter()
                .map(|block| text(&block["content"])),
        );
        if body["thinking"].is_object() && !open.is_empty() {
            assert_eq!(blocks[0]["type"], "thinking", "{body:#}");
        }
    }
    assert_eq!(messages.last().unwrap()["role"], "user");
    assert_eq!(open, [Value::Null; 0]);
    results
}
