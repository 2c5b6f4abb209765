//! Tracks the state of the generated run: messages with their calls and results, and what is open.
//! Sends no events.

use serde_json::{Value, json};

use super::{Call, Kind, Open, Owner, Writer};

impl Writer {
    pub(super) fn is_open(&self, kind: Kind, id: &str) -> bool {
        self.open
            .iter()
            .any(|open| open.kind == kind && open.id == id)
    }

    pub(super) fn push_open(&mut self, kind: Kind, id: String, owner: Owner, chunks: bool) {
        self.open.push(Open {
            kind,
            id,
            owner,
            chunks,
        });
    }

    pub(super) fn put_message(&mut self, id: &str, role: &str, owner: &Owner) {
        self.streamed.push(id.to_owned());
        let mut message = json!({"id": id, "role": role, "content": ""});
        if let Some(owner) = owner {
            message["subagentRunId"] = owner.as_str().into();
        }
        self.messages.push(message);
    }

    pub(super) fn put_call(&mut self, id: &str, parent: Option<String>, owner: &Owner) {
        let host = parent.unwrap_or_else(|| id.to_owned());
        if !self.messages.iter().any(|held| held["id"] == host.as_str()) {
            self.put_message(&host, "assistant", owner);
        }
        let message = self.message(&host);
        let call =
            json!({"id": id, "type": "function", "function": {"name": "look", "arguments": ""}});
        match message["toolCalls"].as_array_mut() {
            Some(calls) => calls.push(call),
            None => message["toolCalls"] = json!([call]),
        }
        self.calls.push(Call {
            id: id.to_owned(),
            owner: owner.clone(),
            answered: false,
            ended: false,
        });
    }

    pub(super) fn message(&mut self, id: &str) -> &mut Value {
        self.messages
            .iter_mut()
            .find(|held| held["id"] == id)
            .unwrap()
    }

    pub(super) fn append(&mut self, id: &str, delta: &str) {
        let message = self.message(id);
        let content = message["content"].as_str().unwrap_or_default();
        message["content"] = format!("{content}{delta}").into();
    }

    pub(super) fn call(&mut self, id: &str) -> &mut Value {
        let calls = self.messages.iter_mut();
        let mut calls = calls
            .filter_map(|held| held.get_mut("toolCalls")?.as_array_mut())
            .flatten();
        calls.find(|call| call["id"] == id).unwrap()
    }

    pub(super) fn arguments_of(&mut self, id: &str) -> String {
        let call = self.call(id);
        call["function"]["arguments"].as_str().unwrap().to_owned()
    }

    pub(super) fn append_arguments(&mut self, id: &str, delta: &str) {
        let arguments = self.arguments_of(id) + delta;
        self.call(id)["function"]["arguments"] = arguments.into();
    }

    /// The id of a call's message, if the server and the client know it.
    pub(super) fn host_of(&self, call: &str) -> Option<String> {
        let host = self.messages.iter().find(|held| {
            let calls = held["toolCalls"].as_array();
            calls.is_some_and(|calls| calls.iter().any(|held| held["id"] == call))
        })?;
        let id = host["id"].as_str()?.to_owned();
        self.streamed.contains(&id).then_some(id)
    }

    pub(super) fn answer(&mut self, call: &str, id: &str, content: &Value, owner: &Owner) {
        let mut message = json!({"id": id, "role": "tool", "toolCallId": call, "content": content});
        if let Some(owner) = owner {
            message["subagentRunId"] = owner.as_str().into();
        }
        let host = self.messages.iter().position(|held| {
            let calls = held["toolCalls"].as_array();
            calls.is_some_and(|calls| calls.iter().any(|held| held["id"] == call))
        });
        let mut place = host.unwrap() + 1;
        while self
            .messages
            .get(place)
            .is_some_and(|held| held["role"] == "tool")
        {
            place += 1;
        }
        self.messages.insert(place, message);
        for held in &mut self.calls {
            held.answered |= held.id == call;
        }
    }
}
