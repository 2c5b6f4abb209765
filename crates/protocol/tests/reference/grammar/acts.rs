//! The acts of an agent. Messages and calls are in `messages`, the end of a run in `terminal`.

use serde_json::{Value, json};

use super::{Kind, Open, Writer};

impl Writer {
    /// Performs one random act that is allowed now.
    pub(super) fn act(&mut self) {
        match self.random.u32(..100) {
            0..=8 => self.start_text(),
            9..=28 => self.more_text(),
            29..=34 => self.start_tool(),
            35..=44 => self.more_arguments(),
            45..=50 => self.result(),
            51..=58 => self.end_something(),
            59..=61 => self.start_reasoning(),
            62..=65 => self.more_reasoning(),
            66..=72 => self.chunk(),
            73..=76 => self.step(),
            77..=79 => self.state(),
            80..=83 => self.note(),
            84..=86 => self.aside(),
            87..=88 => self.keep(),
            89..=92 => self.subagent(),
            93..=94 => self.again(),
            _ => self.snapshot(),
        }
    }

    fn end_something(&mut self) {
        let kinds = [
            Kind::Text,
            Kind::Reasoning,
            Kind::Span,
            Kind::Tool,
            Kind::Step,
        ];
        if let Some(open) = self.one_open(&kinds, false) {
            self.end_open(&open);
        }
    }

    /// Ends something that is open and not sent as chunks.
    pub(super) fn end_open(&mut self, open: &Open) {
        let (kind, field) = match open.kind {
            Kind::Text => ("TEXT_MESSAGE_END", "messageId"),
            Kind::Reasoning => ("REASONING_MESSAGE_END", "messageId"),
            Kind::Span => ("REASONING_END", "messageId"),
            Kind::Tool => ("TOOL_CALL_END", "toolCallId"),
            Kind::Step => ("STEP_FINISHED", "stepName"),
        };
        let mut event = json!({"type": kind});
        event[field] = open.id.as_str().into();
        if open.kind == Kind::Step {
            // Steps are identified by owner and name, so the owner is never left out.
            self.tell(open.owner.clone(), event);
        } else {
            self.tell_more(open.owner.clone(), event);
        }
        if open.kind == Kind::Tool {
            let mut calls = self.calls.iter_mut();
            if let Some(call) = calls.find(|call| call.id == open.id) {
                call.ended = true;
            }
        }
        self.open.retain(|held| {
            !(held.kind == open.kind && held.id == open.id && held.owner == open.owner)
        });
    }

    fn step(&mut self) {
        let owner = self.owner();
        let name = self.one_of(&["plan", "model", "tools"]).unwrap();
        let is_open = self
            .open
            .iter()
            .any(|open| open.kind == Kind::Step && open.id == name && open.owner == owner);
        if is_open {
            return;
        }
        self.tell(
            owner.clone(),
            json!({"type": "STEP_STARTED", "stepName": name}),
        );
        self.open.push(Open {
            kind: Kind::Step,
            id: name.to_owned(),
            owner,
            chunks: false,
        });
    }

    fn state(&mut self) {
        if self.has_state && self.random.bool() {
            let number = self.number();
            let patch = json!([{"op": "add", "path": "/n", "value": number}]);
            self.tell(None, json!({"type": "STATE_DELTA", "delta": patch}));
        } else {
            self.has_state = true;
            self.tell(
                None,
                json!({"type": "STATE_SNAPSHOT", "snapshot": {"n": 0, "of": [null, 1.5]}}),
            );
        }
    }

    fn note(&mut self) {
        let number = self.number();
        let known = self.notes.clone();
        match (self.one_of(&known), self.random.u32(..4)) {
            (Some(id), 0) => {
                let patch = json!([{"op": "add", "path": "/more", "value": number}]);
                self.tell(
                    None,
                    json!({"type": "ACTIVITY_DELTA", "messageId": id, "activityType": "PLAN", "patch": patch}),
                );
            }
            (Some(id), replace @ (1 | 2)) => {
                let content = json!({"steps": [number]});
                self.tell(
                    None,
                    json!({"type": "ACTIVITY_SNAPSHOT", "messageId": id, "activityType": "PLAN",
                        "content": content, "replace": replace == 1}),
                );
            }
            _ => {
                let id = self.id("n");
                let owner = self.owner();
                self.tell(
                    owner,
                    json!({"type": "ACTIVITY_SNAPSHOT", "messageId": id, "activityType": "PLAN",
                        "content": {"steps": [number], "title": "a \"plan\""}}),
                );
                self.notes.push(id);
            }
        }
    }

    fn aside(&mut self) {
        let owner = self.owner();
        let event = match self.random.u32(..4) {
            0 => json!({"type": "RAW", "event": {"event": "on_chain_start", "data": [1, null]}}),
            1 => json!({"type": "RAW", "event": "text", "source": "elsewhere"}),
            2 => json!({"type": "CUSTOM", "name": "progress", "value": 0.5}),
            _ => json!({"type": "CUSTOM", "name": "PredictState", "value": [{"state_key": "x"}]}),
        };
        self.tell(owner, event);
    }

    /// Sends an opaque value for a message or a call of the main agent.
    fn keep(&mut self) {
        let mut entities: Vec<(String, &str)> = Vec::new();
        for message in &self.messages {
            let id = message["id"].as_str().unwrap();
            let own = message.get("subagentRunId").is_none();
            if own && message["role"] != "user" && self.streamed.iter().any(|held| held == id) {
                entities.push((id.to_owned(), "message"));
            }
            for call in message["toolCalls"].as_array().into_iter().flatten() {
                if own {
                    entities.push((call["id"].as_str().unwrap().to_owned(), "tool-call"));
                }
            }
        }
        let Some((entity, subtype)) = self.one_of(&entities) else {
            return;
        };
        let value = self.id("opaque");
        for message in &mut self.messages {
            if subtype == "message" && message["id"] == entity.as_str() {
                message["encryptedValue"] = value.as_str().into();
            }
            let calls = message.get_mut("toolCalls").and_then(Value::as_array_mut);
            for call in calls.into_iter().flatten() {
                if subtype == "tool-call" && call["id"] == entity.as_str() {
                    call["encryptedValue"] = value.as_str().into();
                }
            }
        }
        self.tell(
            None,
            json!({"type": "REASONING_ENCRYPTED_VALUE", "subtype": subtype, "entityId": entity,
                "encryptedValue": value}),
        );
    }

    fn subagent(&mut self) {
        let at_work = self.owners[1..].to_vec();
        if self.chance(50)
            && let Some(Some(id)) = self.one_of(&at_work)
        {
            self.end_subagent(&id);
            return;
        }
        if at_work.len() >= 3 {
            return;
        }
        let id = self.id("s");
        // Sometimes the server sends no `SUBAGENT_STARTED`.
        if self.chance(10) {
            self.owners.push(Some(id));
            return;
        }
        let mut event = json!({"type": "SUBAGENT_STARTED", "subagentRunId": id, "name": "helper"});
        if self.random.bool() {
            event["description"] = "looks things up".into();
        }
        let introduced = self.introduced.clone();
        if self.chance(30)
            && let Some(parent) = self.one_of(&introduced)
        {
            event["parentSubagentRunId"] = parent.into();
        }
        let calls: Vec<String> = self.calls.iter().map(|call| call.id.clone()).collect();
        if self.random.bool()
            && let Some(call) = self.one_of(&calls)
        {
            event["parentToolCallId"] = call.into();
        }
        self.tell(None, event);
        self.introduced.push(id.clone());
        self.owners.push(Some(id));
    }

    /// Ends everything that a subagent has open, then the subagent.
    pub(super) fn end_subagent(&mut self, id: &str) {
        let owner = Some(id.to_owned());
        let own: Vec<Open> = self
            .open
            .iter()
            .filter(|open| open.owner == owner)
            .cloned()
            .collect();
        for open in own.iter().filter(|open| !open.chunks) {
            self.end_open(open);
        }
        self.owners.retain(|held| *held != owner);
        if !self.introduced.iter().any(|held| held == id) {
            self.open.retain(|open| open.owner != owner);
            return;
        }
        let event = match self.random.u32(..5) {
            0 => json!({"type": "SUBAGENT_ERROR", "message": "it broke", "code": "broken"}),
            1 => {
                json!({"type": "SUBAGENT_FINISHED", "outcome": {"type": "success"}, "result": [1]})
            }
            2 => json!({"type": "SUBAGENT_FINISHED", "outcome": {"type": "suspended"}}),
            _ => json!({"type": "SUBAGENT_FINISHED"}),
        };
        self.tell(owner, event);
    }
}
