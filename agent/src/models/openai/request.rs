//! Converts a history to `OpenAI`'s chat completions.
//!
//! `compact.rs` limits the history's length.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::conversation::{Message, ToolSpec, with_feedback};

/// Added when the history ends with the model's own message, which some endpoints refuse. That
/// happens when the person took back the message that interrupted the model.
const GO_ON: &str = "[Go on where you stopped]";

pub(super) fn body(
    model: &str,
    instructions: &str,
    history: &[Message],
    tools: &[&ToolSpec],
) -> Value {
    let mut body = json!({
        "model": model,
        "stream": true,
        "messages": messages(instructions, history),
    });
    if !tools.is_empty() {
        body["tools"] = tools.iter().map(|tool| function(tool)).collect();
        body["parallel_tool_calls"] = json!(true);
    }
    body
}

fn function(tool: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.parameters,
        },
    })
}

fn messages(instructions: &str, history: &[Message]) -> Vec<Value> {
    let mut messages = vec![json!({"role": "system", "content": instructions})];
    // Replaces our call ids by short ones: ours may be longer than an endpoint allows.
    let mut ids = BTreeMap::new();
    let last = history.last();
    let mut history = history.iter().peekable();
    let mut late = Vec::new();
    while let Some(message) = history.next() {
        match message {
            Message::System { text } => {
                messages.push(json!({"role": "system", "content": text}));
            }
            Message::User {
                text, attachments, ..
            } => messages.push(user(text, attachments)),
            Message::Assistant { text, calls, .. } => {
                let mut message = json!({"role": "assistant"});
                if !text.is_empty() || calls.is_empty() {
                    message["content"] = json!(text);
                }
                if !calls.is_empty() {
                    let calls = calls.iter().map(|call| {
                        let next = format!("call_{}", ids.len() + 1);
                        let id = ids.entry(call.id.clone()).or_insert(next);
                        json!({
                            "id": id,
                            "type": "function",
                            "function": {"name": call.name, "arguments": valid(&call.arguments)},
                        })
                    });
                    message["tool_calls"] = calls.collect();
                }
                messages.push(message);
            }
            Message::Tool {
                call_id,
                result,
                feedback,
            } => {
                messages.push(json!({
                    "role": "tool",
                    "tool_call_id": ids.get(call_id).cloned().unwrap_or_default(),
                    "content": with_feedback(&result.content, feedback),
                }));
                late.extend(feedback.iter().flat_map(|said| said.attachments.clone()));
                // A tool message holds only text, and no other message may be between the results.
                // So attachments follow the last result.
                let more = matches!(history.peek(), Some(Message::Tool { .. }));
                if !more && !late.is_empty() {
                    messages.push(user("[Attached to the user feedback above]", &late));
                    late.clear();
                }
            }
        }
    }
    if matches!(last, Some(Message::Assistant { .. })) {
        messages.push(user(GO_ON, &[]));
    }
    messages
}

fn user(text: &str, attachments: &[Value]) -> Value {
    if attachments.is_empty() {
        return json!({"role": "user", "content": text});
    }
    let words = json!({"type": "text", "text": text});
    let words = (!text.is_empty()).then_some(words);
    let parts = words.into_iter().chain(attachments.iter().map(part));
    json!({"role": "user", "content": parts.collect::<Vec<_>>()})
}

/// Converts an AG-UI content part. A part that chat completions cannot carry is named in a text.
fn part(attachment: &Value) -> Value {
    let kind = attachment["type"].as_str().unwrap_or("file");
    let source = &attachment["source"];
    let url = match source["type"].as_str() {
        Some("url") => source["value"].as_str().map(str::to_owned),
        Some("data") => source["value"].as_str().map(|data| {
            let mime = source["mimeType"]
                .as_str()
                .unwrap_or("application/octet-stream");
            format!("data:{mime};base64,{data}")
        }),
        _ => None,
    };
    match (kind, url) {
        ("image", Some(url)) => json!({"type": "image_url", "image_url": {"url": url}}),
        (kind, Some(url)) if !url.starts_with("data:") => {
            json!({"type": "text", "text": format!("[Attached {kind}: {url}]")})
        }
        (kind, _) => json!({"type": "text", "text": format!("[Attached {kind}]")}),
    }
}

/// Replaces invalid arguments that a model wrote: an endpoint would refuse to take them back.
fn valid(arguments: &str) -> &str {
    let valid = serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object());
    if valid { arguments } else { "{}" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::{Interjection, ToolCall, ToolResult, ToolStatus};

    #[test]
    fn a_history_that_ends_with_the_model_gets_a_request_to_continue() {
        let history = [Message::Assistant {
            id: "m".to_owned(),
            text: "half a".to_owned(),
            calls: Vec::new(),
        }];
        let body = body("gpt", "be kind", &history, &[]);
        assert_eq!(
            body["messages"][2],
            json!({"role": "user", "content": "[Go on where you stopped]"})
        );
    }

    #[test]
    fn feedback_text_is_in_the_result_and_its_image_follows_all_results() {
        let image = json!({
            "type": "image", "source": {"type": "data", "value": "AAAA", "mimeType": "image/png"},
        });
        let call = |id: &str| ToolCall {
            id: format!("a-very-long-run-id-{id}"),
            name: "read_file".to_owned(),
            arguments: if id == "1" {
                "{\"path\":\"a\"}"
            } else {
                "{\"pa"
            }
            .to_owned(),
        };
        let result = |id: &str, feedback: Vec<Interjection>| Message::Tool {
            call_id: format!("a-very-long-run-id-{id}"),
            result: ToolResult {
                content: format!("result {id}"),
                status: ToolStatus::Ok,
            },
            feedback,
        };
        let said = Interjection {
            id: "i".to_owned(),
            text: "like this".to_owned(),
            attachments: vec![image],
        };
        let history = [
            Message::User {
                id: "u".to_owned(),
                text: "hi".to_owned(),
                attachments: vec![json!({"type": "document", "source": {"type": "file"}})],
            },
            Message::Assistant {
                id: "m".to_owned(),
                text: String::new(),
                calls: vec![call("1"), call("2")],
            },
            result("1", Vec::new()),
            result("2", vec![said]),
        ];
        let body = body("gpt", "be kind", &history, &[]);
        let expected = json!([
            {"role": "system", "content": "be kind"},
            {"role": "user", "content": [
                {"type": "text", "text": "hi"},
                {"type": "text", "text": "[Attached document]"},
            ]},
            {"role": "assistant", "tool_calls": [
                {"id": "call_1", "type": "function",
                 "function": {"name": "read_file", "arguments": "{\"path\":\"a\"}"}},
                {"id": "call_2", "type": "function",
                 "function": {"name": "read_file", "arguments": "{}"}},
            ]},
            {"role": "tool", "tool_call_id": "call_1", "content": "result 1"},
            {"role": "tool", "tool_call_id": "call_2",
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
}
