//! The messages of a run, built from its events.

use serde_json::{Value, json};

use crate::agui::{Custom, Event, EventKind};
use crate::conversation::ToolCall;
use crate::engine::Edit;

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
        Some(ToolCall::new(
            id,
            text(&call["function"]["name"]),
            text(&call["function"]["arguments"]),
        ))
    }

    pub(super) fn read(&mut self, event: &Event) {
        let owner = event.subagent_run_id.as_deref();
        match &event.kind {
            EventKind::TextMessageStart { message_id, .. } => {
                self.host(message_id, "assistant", owner);
            }
            EventKind::TextMessageContent { message_id, delta } => {
                self.append(message_id, "assistant", owner, delta);
            }
            EventKind::ReasoningMessageStart { message_id, .. } => {
                self.host(message_id, "reasoning", owner);
            }
            EventKind::ReasoningMessageContent { message_id, delta } => {
                self.append(message_id, "reasoning", owner, delta);
            }
            EventKind::ToolCallStart {
                tool_call_id,
                tool_call_name,
                parent_message_id,
            } => {
                let call = json!({
                    "id": tool_call_id,
                    "type": "function",
                    "function": {"name": tool_call_name, "arguments": ""},
                });
                let host = self.host(parent_message_id, "assistant", owner);
                match &mut host["toolCalls"] {
                    Value::Array(calls) => calls.push(call),
                    other => *other = json!([call]),
                }
            }
            EventKind::ToolCallArgs {
                tool_call_id,
                delta,
            } => self.arguments(tool_call_id, delta),
            EventKind::Custom(Custom::Edited {
                tool_call_id,
                arguments,
            }) => self.edited(tool_call_id, arguments),
            EventKind::ToolCallResult {
                message_id,
                tool_call_id,
                content,
                ..
            } => {
                let mut message = json!({
                    "id": message_id,
                    "role": "tool",
                    "toolCallId": tool_call_id,
                    "content": content,
                });
                if let Some(metadata) = &event.metadata {
                    message["metadata"] = json!(metadata);
                }
                self.list.push(of_agent(message, owner));
            }
            _ => {}
        }
    }

    fn host(&mut self, id: &str, role: &str, owner: Option<&str>) -> &mut Value {
        let place = self.list.iter().rposition(|message| message["id"] == id);
        let place = place.unwrap_or_else(|| {
            let message = json!({"id": id, "role": role, "content": ""});
            self.list.push(of_agent(message, owner));
            self.list.len() - 1
        });
        &mut self.list[place]
    }

    fn append(&mut self, id: &str, role: &str, owner: Option<&str>, delta: &str) {
        if let Value::String(content) = &mut self.host(id, role, owner)["content"] {
            content.push_str(delta);
        }
    }

    fn arguments(&mut self, call_id: &str, delta: &str) {
        let mut calls = self.list.iter_mut().rev();
        let call = calls.find_map(|message| call_in(message, call_id));
        if let Some(Value::String(arguments)) = call.map(|call| &mut call["function"]["arguments"])
        {
            arguments.push_str(delta);
        }
    }

    /// Applies edited arguments. The call may belong to an earlier run, which is not in the list.
    fn edited(&mut self, call_id: &str, arguments: &str) {
        let edit = Edit {
            call_id: call_id.to_owned(),
            arguments: arguments.to_owned(),
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

fn call_in<'a>(message: &'a mut Value, id: &str) -> Option<&'a mut Value> {
    let calls = message.get_mut("toolCalls")?.as_array_mut()?;
    calls.iter_mut().find(|call| call["id"] == id)
}

/// Sets the arguments that a call of an AG-UI message ran with, and marks the call as edited in its
/// metadata.
pub fn amend(message: &mut Value, edit: &Edit) {
    // A client may have written the message, in any shape.
    let call = call_in(message, &edit.call_id);
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

fn of_agent(mut message: Value, owner: Option<&str>) -> Value {
    if let Some(owner) = owner {
        message["subagentRunId"] = json!(owner);
    }
    message
}
