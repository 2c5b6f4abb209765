//! The messages of a run, built from its events.

use serde_json::{Value, json};

use crate::conversation::ToolCall;
use crate::engine::{EDITED, Edit};

#[derive(Debug, Clone, Default)]
pub(super) struct Messages {
    list: Vec<Value>,
    edits: Vec<Edit>,
}

impl Messages {
    pub(super) fn list(&self) -> &[Value] {
        &self.list
    }

    /// A tool call by its id, with the arguments in the messages.
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
            "CUSTOM" if event["name"] == EDITED => self.edited(&event["value"]),
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
        let mut calls = self.list.iter_mut().rev();
        let call = calls.find_map(|message| call_in(message, &event["toolCallId"]));
        if let Some(Value::String(arguments)) = call.map(|call| &mut call["function"]["arguments"])
        {
            arguments.push_str(event["delta"].as_str().unwrap_or_default());
        }
    }

    /// Applies edited arguments. The call may belong to an earlier run, which is not in the list.
    fn edited(&mut self, value: &Value) {
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let edit = Edit {
            call_id: text("toolCallId"),
            arguments: text("arguments"),
        };
        for message in &mut self.list {
            amend(message, &edit);
        }
        self.edits.push(edit);
    }

    /// Arguments that a person edited.
    pub(super) fn edits(&self) -> &[Edit] {
        &self.edits
    }
}

fn call_in<'a>(message: &'a mut Value, id: &Value) -> Option<&'a mut Value> {
    let calls = message.get_mut("toolCalls")?.as_array_mut()?;
    calls.iter_mut().find(|call| call["id"] == *id)
}

/// Sets the arguments that a call of an AG-UI message ran with, and marks the call as edited in its
/// metadata.
pub fn amend(message: &mut Value, edit: &Edit) {
    // A client may have written the message, in any shape.
    let call = call_in(message, &json!(edit.call_id));
    let Some(call) = call.and_then(Value::as_object_mut) else {
        return;
    };
    if let Some(function) = call.get_mut("function").and_then(Value::as_object_mut) {
        function.insert("arguments".to_owned(), json!(edit.arguments));
    }
    let metadata = call.entry("metadata").or_insert_with(|| json!({}));
    if let Some(metadata) = metadata.as_object_mut() {
        metadata.insert("edited".to_owned(), json!(true));
    }
}

fn copy(event: &Value, message: &mut Value, field: &str) {
    if !event[field].is_null() {
        message[field] = event[field].clone();
    }
}
