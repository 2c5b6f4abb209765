//! The messages of a run, put together from their pieces.
//!
//! Not responsible for: the order of events, which the engine keeps.

use serde_json::{Value, json};

use crate::engine::ToolCall;

#[derive(Debug, Clone, Default)]
pub(super) struct Messages {
    list: Vec<Value>,
}

impl Messages {
    pub(super) fn list(&self) -> &[Value] {
        &self.list
    }

    /// A tool call, as it was asked for.
    pub(super) fn call(&self, id: &str) -> Option<ToolCall> {
        let calls = self.list.iter().rev();
        let mut calls = calls
            .filter_map(|message| message["toolCalls"].as_array())
            .flatten();
        let call = calls.find(|call| call["id"] == id)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Some(ToolCall {
            id: id.to_owned(),
            name: text(&call["function"]["name"]),
            arguments: text(&call["function"]["arguments"]),
        })
    }

    pub(super) fn read(&mut self, event: &Value) {
        let id = &event["messageId"];
        match event["type"].as_str().unwrap_or_default() {
            "TEXT_MESSAGE_START" => {
                self.host(id, "assistant", event);
            }
            "TEXT_MESSAGE_CONTENT" => self.append(id, "assistant", event),
            "REASONING_MESSAGE_START" => {
                self.host(id, "reasoning", event);
            }
            "REASONING_MESSAGE_CONTENT" => self.append(id, "reasoning", event),
            "TOOL_CALL_START" => {
                let call = json!({
                    "id": event["toolCallId"],
                    "type": "function",
                    "function": {"name": event["toolCallName"], "arguments": ""},
                });
                let host = self.host(&event["parentMessageId"], "assistant", event);
                match &mut host["toolCalls"] {
                    Value::Array(calls) => calls.push(call),
                    other => *other = json!([call]),
                }
            }
            "TOOL_CALL_ARGS" => self.arguments(event),
            "TOOL_CALL_RESULT" => {
                let mut message = json!({
                    "id": id,
                    "role": "tool",
                    "toolCallId": event["toolCallId"],
                    "content": event["content"],
                });
                copy(event, &mut message, "subagentRunId");
                copy(event, &mut message, "metadata");
                self.list.push(message);
            }
            _ => {}
        }
    }

    fn host(&mut self, id: &Value, role: &str, event: &Value) -> &mut Value {
        let place = self.list.iter().rposition(|message| message["id"] == *id);
        let place = place.unwrap_or_else(|| {
            let mut message = json!({"id": id, "role": role, "content": ""});
            copy(event, &mut message, "subagentRunId");
            self.list.push(message);
            self.list.len() - 1
        });
        &mut self.list[place]
    }

    fn append(&mut self, id: &Value, role: &str, event: &Value) {
        let delta = event["delta"].as_str().unwrap_or_default();
        if let Value::String(content) = &mut self.host(id, role, event)["content"] {
            content.push_str(delta);
        }
    }

    fn arguments(&mut self, event: &Value) {
        let calls = self.list.iter_mut().rev();
        let mut calls = calls.filter_map(|message| message["toolCalls"].as_array_mut());
        let call = calls.find_map(|calls| {
            let mut calls = calls.iter_mut();
            calls.find(|call| call["id"] == event["toolCallId"])
        });
        if let Some(Value::String(arguments)) = call.map(|call| &mut call["function"]["arguments"])
        {
            arguments.push_str(event["delta"].as_str().unwrap_or_default());
        }
    }
}

fn copy(event: &Value, message: &mut Value, field: &str) {
    if !event[field].is_null() {
        message[field] = event[field].clone();
    }
}
