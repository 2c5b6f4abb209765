//! Starts and continues texts, reasoning and calls, or sends them in chunks. `acts` decides when,
//! and ends those that are not sent in chunks.

use serde_json::json;

use super::{Kind, Open, Owner, Writer};

impl Writer {
    pub(super) fn start_text(&mut self) {
        let owner = self.owner();
        let id = self.id("m");
        let mut event = json!({"type": "TEXT_MESSAGE_START", "messageId": id});
        let role = match self.random.u32(..20) {
            0 if owner.is_none() => self.one_of(&["user", "system", "developer"]).unwrap(),
            _ => "assistant",
        };
        if role != "assistant" || self.chance(80) {
            event["role"] = role.into();
        }
        if role == "assistant" && self.chance(5) {
            event["name"] = "helper".into();
        }
        self.tell(owner.clone(), event);
        self.put_message(&id, role, &owner);
        self.push_open(Kind::Text, id, owner, false);
        if self.chance(95) {
            let open = self.open.last().unwrap().clone();
            self.more_of_text(open);
        }
    }

    pub(super) fn more_text(&mut self) {
        match self.one_open(&[Kind::Text], false) {
            Some(open) => self.more_of_text(open),
            None => self.start_text(),
        }
    }

    fn more_of_text(&mut self, open: Open) {
        let delta = self.words();
        self.append(&open.id, &delta);
        self.tell_more(
            open.owner,
            json!({"type": "TEXT_MESSAGE_CONTENT", "messageId": open.id, "delta": delta}),
        );
    }

    pub(super) fn start_reasoning(&mut self) {
        let owner = self.owner();
        let id = self.id("r");
        if self.random.bool() {
            self.tell(
                owner.clone(),
                json!({"type": "REASONING_START", "messageId": id}),
            );
            self.push_open(Kind::Span, id.clone(), owner.clone(), false);
        }
        self.tell(
            owner.clone(),
            json!({"type": "REASONING_MESSAGE_START", "messageId": id, "role": "reasoning"}),
        );
        self.put_message(&id, "reasoning", &owner);
        self.push_open(Kind::Reasoning, id, owner, false);
        if self.chance(95) {
            let open = self.open.last().unwrap().clone();
            self.more_of_reasoning(open);
        }
    }

    pub(super) fn more_reasoning(&mut self) {
        if let Some(open) = self.one_open(&[Kind::Reasoning], false) {
            self.more_of_reasoning(open);
        }
    }

    fn more_of_reasoning(&mut self, open: Open) {
        let delta = self.words();
        self.append(&open.id, &delta);
        self.tell_more(
            open.owner,
            json!({"type": "REASONING_MESSAGE_CONTENT", "messageId": open.id, "delta": delta}),
        );
    }

    pub(super) fn start_tool(&mut self) {
        let owner = self.owner();
        let id = self.id("c");
        let mut event =
            json!({"type": "TOOL_CALL_START", "toolCallId": id, "toolCallName": "look"});
        let parent = self.parent(&owner);
        if let Some(parent) = &parent {
            event["parentMessageId"] = parent.as_str().into();
        }
        self.tell(owner.clone(), event);
        self.put_call(&id, parent, &owner);
        self.push_open(Kind::Tool, id, owner, false);
    }

    /// The id of a call's message: an existing message, a new one, or `None`.
    fn parent(&mut self, owner: &Owner) -> Option<String> {
        match self.random.u32(..3) {
            0 => None,
            1 => Some(self.id("h")),
            _ => {
                let own = self.own_assistants(owner);
                self.one_of(&own)
            }
        }
    }

    /// The ids of an owner's assistant messages that the server and the client know.
    fn own_assistants(&self, owner: &Owner) -> Vec<String> {
        let own = self.messages.iter().filter(|held| {
            held["role"] == "assistant" && held["subagentRunId"].as_str() == owner.as_deref()
        });
        let ids = own.map(|held| held["id"].as_str().unwrap().to_owned());
        ids.filter(|id| self.streamed.contains(id)).collect()
    }

    pub(super) fn more_arguments(&mut self) {
        let Some(open) = self.one_open(&[Kind::Tool], false) else {
            return self.start_tool();
        };
        if self
            .calls
            .iter()
            .any(|call| call.id == open.id && call.answered)
        {
            return;
        }
        let delta = self.words();
        self.append_arguments(&open.id, &delta);
        // Some servers do not stream arguments, and send them only in the snapshot.
        if self.chance(8) {
            self.owes_snapshot = true;
            return;
        }
        self.tell_more(
            open.owner,
            json!({"type": "TOOL_CALL_ARGS", "toolCallId": open.id, "delta": delta}),
        );
    }

    pub(super) fn result(&mut self) {
        let open: Vec<(String, Owner)> = self
            .calls
            .iter()
            .filter(|call| !call.answered)
            .map(|call| (call.id.clone(), call.owner.clone()))
            .collect();
        if self.chance(4) {
            let (id, call, word) = (self.id("t"), self.id("nobodys"), self.words());
            self.tell(
                None,
                json!({"type": "TOOL_CALL_RESULT", "messageId": id, "toolCallId": call, "content": word}),
            );
            return;
        }
        let Some((call, owner)) = self.one_of(&open) else {
            return;
        };
        let number = self.number();
        let content = match self.random.u32(..6) {
            0 => json!(""),
            1 => json!(format!("\"a JSON string {number}\"")),
            2 => json!([{"type": "text", "text": format!("result {number}")},
                {"type": "image", "source": {"type": "data", "value": "AAAA", "mimeType": "image/png"}}]),
            3 => json!([{"type": "document", "id": format!("part {number}"),
                    "source": {"type": "file", "value": "file-1", "provider": "openai"},
                    "metadata": {"title": "no name", "pages": 1.5}},
                {"type": "text", "text": format!("result {number}\n")},
                {"type": "audio", "source": {"type": "url", "value": "https://a.example/b.ogg"}},
                {"type": "text", "text": "\nand more"}]),
            _ => json!(format!("result {number}\nof two lines")),
        };
        // Two known servers give the result message the id of the call.
        let taken = self.messages.iter().any(|held| held["id"] == call.as_str());
        let id = if !taken && self.chance(30) {
            call.clone()
        } else {
            self.id("t")
        };
        self.answer(&call, &id, &content, &owner);
        // One known server sends results only in snapshots.
        if self.chance(10) {
            self.owes_snapshot = true;
            return;
        }
        let mut event = json!({"type": "TOOL_CALL_RESULT", "messageId": id, "toolCallId": call, "content": content});
        if self.random.bool() {
            event["role"] = "tool".into();
        }
        self.streamed.push(id);
        self.tell(owner, event);
    }

    /// Starts a call again: one of chunks that another event has closed, or the call of the question
    /// that the request answers. What is used again after its own end or result is left out: the
    /// reference client adds it to what has ended, and to us it is another thing.
    pub(super) fn again(&mut self) {
        let owner = self.owner();
        if owner
            .as_ref()
            .is_some_and(|id| !self.introduced.contains(id))
        {
            return;
        }
        let fitting: Vec<String> = self
            .calls
            .iter()
            .filter(|call| call.owner == owner && !self.is_open(Kind::Tool, &call.id))
            .filter(|call| !call.ended && (!call.answered || call.id == "asked"))
            .map(|call| call.id.clone())
            .collect();
        let Some(id) = self.one_of(&fitting) else {
            return;
        };
        let name = if id == "asked" { "write" } else { "look" };
        let mut event = json!({"type": "TOOL_CALL_START", "toolCallId": id, "toolCallName": name});
        if let Some(host) = self.host_of(&id) {
            event["parentMessageId"] = host.into();
        }
        self.tell(owner.clone(), event);
        self.push_open(Kind::Tool, id.clone(), owner.clone(), false);
        if id == "asked" {
            let arguments = self.arguments_of(&id);
            self.tell_more(
                owner,
                json!({"type": "TOOL_CALL_ARGS", "toolCallId": id, "delta": arguments}),
            );
            let open = self.open.last().unwrap().clone();
            self.end_open(&open);
        }
    }

    /// Starts a chunk stream, or continues one.
    pub(super) fn chunk(&mut self) {
        let owner = self.owner();
        let held = self
            .open
            .iter()
            .find(|open| open.chunks && open.owner == owner);
        let goes_on = held.cloned().filter(|_| self.chance(75));
        let open = goes_on.clone().unwrap_or_else(|| {
            let kind = self
                .one_of(&[Kind::Text, Kind::Reasoning, Kind::Tool])
                .unwrap();
            Open {
                kind,
                id: self.id("k"),
                owner: owner.clone(),
                chunks: true,
            }
        });
        let (name, field) = match open.kind {
            Kind::Reasoning => ("REASONING_MESSAGE_CHUNK", "messageId"),
            Kind::Tool => ("TOOL_CALL_CHUNK", "toolCallId"),
            Kind::Text | Kind::Span | Kind::Step => ("TEXT_MESSAGE_CHUNK", "messageId"),
        };
        let mut event = json!({"type": name});
        if goes_on.is_none() {
            self.open
                .retain(|held| !(held.chunks && held.owner == owner));
            match open.kind {
                Kind::Tool => {
                    let parent = self.parent(&owner);
                    if let Some(parent) = &parent {
                        event["parentMessageId"] = parent.as_str().into();
                    }
                    self.put_call(&open.id, parent, &owner);
                }
                Kind::Reasoning => self.put_message(&open.id, "reasoning", &owner),
                Kind::Text | Kind::Span | Kind::Step => {
                    self.put_message(&open.id, "assistant", &owner);
                }
            }
            self.push_open(open.kind, open.id.clone(), owner.clone(), true);
        }
        if goes_on.is_none() || self.chance(30) {
            event[field] = open.id.as_str().into();
            if open.kind == Kind::Tool {
                event["toolCallName"] = "look".into();
            }
        }
        let answered = self
            .calls
            .iter()
            .any(|call| call.id == open.id && call.answered);
        if self.chance(97) && !answered {
            let delta = self.words();
            event["delta"] = delta.as_str().into();
            if open.kind == Kind::Tool {
                self.append_arguments(&open.id, &delta);
            } else {
                self.append(&open.id, &delta);
            }
        }
        self.tell(owner, event);
    }
}
