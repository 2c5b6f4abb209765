//! Writes the body of a run's request: AG-UI 1.0's `RunAgentInput`, strictly.
//!
//! Not responsible for which messages a run should know; the core decides that.

use midturn_core::history::{HistoryCall, HistoryMessage, RunRequest};
use serde_json::{Map, Value, json};

/// The protocol version this client declares. Some backends say "cancelled" only to clients that
/// declare at least 1.0.
pub const PROTOCOL_VERSION: &str = "1.0";

/// The body of `POST <agent>`. Optional fields that are empty are left out, never null, except
/// those that backends before 1.0 demand (`tools`, `context`, `state`, `forwardedProps`).
pub fn run_agent_input(request: &RunRequest) -> String {
    let mut body = object(json!({
        "protocolVersion": PROTOCOL_VERSION,
        "threadId": request.thread.as_str(),
        "runId": request.run.as_str(),
        "messages": request.messages.iter().map(message).collect::<Vec<_>>(),
        "tools": [],
        "context": [],
        "state": {},
        "forwardedProps": {},
    }));
    if !request.abandoned.is_empty() {
        let entry = |id: &String| json!({"interruptId": id, "status": "cancelled"});
        body.insert(
            "resume".into(),
            request.abandoned.iter().map(entry).collect(),
        );
    }
    Value::Object(body).to_string()
}

fn message(message: &HistoryMessage) -> Value {
    let (mut fields, encrypted) = match message {
        HistoryMessage::User { id, text } => (
            object(json!({"role": "user", "id": id.as_str(), "content": text})),
            &None,
        ),
        HistoryMessage::Assistant {
            id,
            text,
            calls,
            encrypted,
        } => {
            let mut fields = object(json!({"role": "assistant", "id": id.as_str()}));
            if !text.is_empty() {
                fields.insert("content".into(), text.as_str().into());
            }
            if !calls.is_empty() {
                fields.insert("toolCalls".into(), calls.iter().map(call).collect());
            }
            (fields, encrypted)
        }
        HistoryMessage::Tool {
            id,
            call,
            content,
            failed,
            encrypted,
        } => {
            let mut fields = object(json!({
                "role": "tool", "id": id.as_str(), "toolCallId": call.as_str(), "content": content,
            }));
            if *failed {
                let error = if content.is_empty() {
                    "failed"
                } else {
                    content
                };
                fields.insert("error".into(), error.into());
            }
            (fields, encrypted)
        }
        HistoryMessage::Reasoning {
            id,
            text,
            encrypted,
        } => (
            object(json!({"role": "reasoning", "id": id.as_str(), "content": text})),
            encrypted,
        ),
    };
    encrypt(&mut fields, encrypted.as_deref());
    Value::Object(fields)
}

fn call(call: &HistoryCall) -> Value {
    let mut fields = object(json!({
        "type": "function",
        "id": call.id.as_str(),
        "function": {"name": call.name, "arguments": call.arguments},
    }));
    encrypt(&mut fields, call.encrypted.as_deref());
    Value::Object(fields)
}

fn encrypt(fields: &mut Map<String, Value>, encrypted: Option<&str>) {
    if let Some(value) = encrypted {
        fields.insert("encryptedValue".into(), value.into());
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
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
                    arguments: "{".into(),
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
                "function": {"name": "n", "arguments": "{"},
            }]},
            {"id": "x", "role": "tool", "toolCallId": "c", "content": "stopped",
             "error": "stopped", "encryptedValue": "e3"},
            {"id": "b", "role": "assistant", "content": "done", "encryptedValue": "e4"},
        ]);
        assert_eq!(body(messages, &[])["messages"], expected);
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
