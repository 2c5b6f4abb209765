//! Writes the body of a run's request: AG-UI 1.0's `RunAgentInput`, strictly.
//!
//! Not responsible for which messages a run should know; the core decides that.

use midturn_core::history::{HistoryCall, HistoryMessage, RunRequest};
use serde::Serialize;
use serde::de::IgnoredAny;

/// The protocol version this client declares. Some backends say "cancelled" only to clients that
/// declare at least 1.0.
pub const PROTOCOL_VERSION: &str = "1.0";

/// The body of `POST <agent>`. Optional fields that are empty are left out, never null, except
/// those that backends before 1.0 demand (`tools`, `context`, `state`, `forwardedProps`).
pub fn run_agent_input(request: &RunRequest) -> String {
    let entry = |id| ResumeEntry {
        interrupt_id: id,
        status: "cancelled",
    };
    to_json(&RunAgentInput {
        protocol_version: PROTOCOL_VERSION,
        thread_id: request.thread.as_str(),
        run_id: request.run.as_str(),
        messages: request.messages.iter().map(message).collect(),
        tools: [],
        context: [],
        state: Nothing {},
        forwarded_props: Nothing {},
        resume: request
            .abandoned
            .iter()
            .map(String::as_str)
            .map(entry)
            .collect(),
    })
}

/// Strings, lists and maps with string keys, as all our bodies are, cannot fail to be written.
pub(crate) fn to_json(body: &impl Serialize) -> String {
    serde_json::to_string(body).unwrap_or_default()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunAgentInput<'a> {
    protocol_version: &'a str,
    thread_id: &'a str,
    run_id: &'a str,
    messages: Vec<Message<'a>>,
    tools: [Nothing; 0],
    context: [Nothing; 0],
    state: Nothing,
    forwarded_props: Nothing,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resume: Vec<ResumeEntry<'a>>,
}

/// An empty object.
#[derive(Serialize)]
struct Nothing {}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResumeEntry<'a> {
    interrupt_id: &'a str,
    status: &'a str,
}

/// A message of any role; each has only some of the fields.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Message<'a> {
    id: &'a str,
    role: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<ToolCall<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encrypted_value: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolCall<'a> {
    id: &'a str,
    r#type: &'a str,
    function: FunctionCall<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encrypted_value: Option<&'a str>,
}

#[derive(Serialize)]
struct FunctionCall<'a> {
    name: &'a str,
    arguments: &'a str,
}

fn message(message: &HistoryMessage) -> Message<'_> {
    match message {
        HistoryMessage::User { id, text } => Message {
            id: id.as_str(),
            role: "user",
            content: Some(text),
            ..Message::default()
        },
        HistoryMessage::Assistant {
            id,
            text,
            calls,
            encrypted,
        } => Message {
            id: id.as_str(),
            role: "assistant",
            content: (!text.is_empty()).then_some(text),
            tool_calls: calls.iter().map(call).collect(),
            encrypted_value: encrypted.as_deref(),
            ..Message::default()
        },
        HistoryMessage::Tool {
            id,
            call,
            content,
            failed,
            encrypted,
        } => Message {
            id: id.as_str(),
            role: "tool",
            content: Some(content),
            tool_call_id: Some(call.as_str()),
            error: failed.then_some(if content.is_empty() {
                "failed"
            } else {
                content
            }),
            encrypted_value: encrypted.as_deref(),
            ..Message::default()
        },
        HistoryMessage::Reasoning {
            id,
            text,
            encrypted,
        } => Message {
            id: id.as_str(),
            role: "reasoning",
            content: Some(text),
            encrypted_value: encrypted.as_deref(),
            ..Message::default()
        },
    }
}

fn call(call: &HistoryCall) -> ToolCall<'_> {
    ToolCall {
        id: call.id.as_str(),
        r#type: "function",
        function: FunctionCall {
            name: &call.name,
            arguments: whole(&call.arguments),
        },
        encrypted_value: call.encrypted.as_deref(),
    }
}

/// The arguments of a call that was stopped while they were written are half a text. Backends read
/// them as JSON, some of them for every call of the history.
fn whole(arguments: &str) -> &str {
    match serde_json::from_str::<IgnoredAny>(arguments) {
        Ok(_) => arguments,
        Err(_) => "{}",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn body(messages: Vec<HistoryMessage>, abandoned: &[&str]) -> Value {
        let request = RunRequest {
            thread: "t".into(),
            run: "r".into(),
            messages,
            abandoned: abandoned.iter().map(|id| (*id).to_owned()).collect(),
        };
        serde_json::from_str(&run_agent_input(&request)).unwrap()
    }

    #[test]
    fn a_plain_request_has_what_old_backends_demand_and_no_null() {
        let expected = json!({
            "protocolVersion": "1.0", "threadId": "t", "runId": "r",
            "messages": [{"id": "u", "role": "user", "content": "hi \"\u{1f600}\"\n"}],
            "tools": [], "context": [], "state": {}, "forwardedProps": {},
        });
        let user = HistoryMessage::User {
            id: "u".into(),
            text: "hi \"\u{1f600}\"\n".into(),
        };
        assert_eq!(body(vec![user], &[]), expected);
    }

    #[test]
    fn what_is_empty_is_left_out_and_opaque_values_go_back() {
        let messages = vec![
            HistoryMessage::Reasoning {
                id: "z".into(),
                text: "hm".into(),
                encrypted: Some("e1".into()),
            },
            HistoryMessage::Assistant {
                id: "a".into(),
                text: String::new(),
                calls: vec![HistoryCall {
                    id: "c".into(),
                    name: "n".into(),
                    arguments: "{\"a\": 1}".into(),
                    encrypted: Some("e2".into()),
                }],
                encrypted: None,
            },
            HistoryMessage::Tool {
                id: "x".into(),
                call: "c".into(),
                content: "stopped".into(),
                failed: true,
                encrypted: Some("e3".into()),
            },
            HistoryMessage::Assistant {
                id: "b".into(),
                text: "done".into(),
                calls: Vec::new(),
                encrypted: Some("e4".into()),
            },
        ];
        let expected = json!([
            {"id": "z", "role": "reasoning", "content": "hm", "encryptedValue": "e1"},
            {"id": "a", "role": "assistant", "toolCalls": [{
                "id": "c", "type": "function", "encryptedValue": "e2",
                "function": {"name": "n", "arguments": "{\"a\": 1}"},
            }]},
            {"id": "x", "role": "tool", "toolCallId": "c", "content": "stopped",
             "error": "stopped", "encryptedValue": "e3"},
            {"id": "b", "role": "assistant", "content": "done", "encryptedValue": "e4"},
        ]);
        assert_eq!(body(messages, &[])["messages"], expected);
    }

    #[test]
    fn arguments_that_stop_in_the_middle_are_sent_as_none() {
        for (arguments, sent) in [
            ("{\"a\": 1", "{}"),
            ("", "{}"),
            (" {\"a\":1}", " {\"a\":1}"),
        ] {
            let call = HistoryCall {
                id: "c".into(),
                name: "n".into(),
                arguments: arguments.into(),
                encrypted: None,
            };
            let message = HistoryMessage::Assistant {
                id: "a".into(),
                text: String::new(),
                calls: vec![call],
                encrypted: None,
            };
            let body = body(vec![message], &[]);
            let function = &body["messages"][0]["toolCalls"][0]["function"];
            assert_eq!(function["arguments"], sent);
        }
    }

    #[test]
    fn abandoned_interrupts_are_cancelled() {
        let expected = json!([
            {"interruptId": "i", "status": "cancelled"},
            {"interruptId": "j", "status": "cancelled"},
        ]);
        assert_eq!(body(Vec::new(), &["i", "j"])["resume"], expected);
    }
}
