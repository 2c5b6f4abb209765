//! Converts the reference client's state after a run: its `messages`, its `pendingInterrupts`, and
//! how the run ended.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Ask, Call, End, Helper, Note, Reduced, ReducedMessage, list, text};

impl Reduced {
    /// The reference client's state in the form that is compared.
    pub(crate) fn of_reference(found: &Value) -> Self {
        let mut reduced = Self {
            messages: Vec::new(),
            helpers: BTreeMap::new(),
            notes: Vec::new(),
            asks: Vec::new(),
            end: end_of_reference(found),
        };
        for message in list(&found["messages"]) {
            match message["subagentRunId"].as_str() {
                _ if message["role"] == "activity" => reduced.notes.push(Note {
                    id: text(&message["id"]),
                    kind: text(&message["activityType"]),
                    content: message["content"].clone(),
                }),
                Some(helper) => {
                    let helper = reduced.helpers.entry(helper.to_owned()).or_default();
                    helper.add(said(message));
                }
                None => reduced.messages.push(said(message)),
            }
        }
        let asks = list(&found["pendingInterrupts"]).map(|ask| Ask {
            id: text(&ask["id"]),
            reason: text(&ask["reason"]),
            message: ask["message"].as_str().map(str::to_owned),
            call: ask["toolCallId"].as_str().map(str::to_owned),
            schema: ask.get("responseSchema").cloned(),
            expires_at: ask["expiresAt"].as_str().map(str::to_owned),
        });
        reduced.asks = asks.collect();
        reduced.helpers.retain(|_, held| *held != Helper::default());
        reduced
    }
}

impl Helper {
    fn add(&mut self, message: ReducedMessage) {
        match message {
            ReducedMessage::Assistant { text, calls, .. } => {
                self.text += &text;
                let calls = calls.into_iter();
                self.calls
                    .extend(calls.map(|call| (call.id.clone(), (call, None))));
            }
            ReducedMessage::Tool { call, content, .. } => {
                if let Some(made) = self.calls.get_mut(&call) {
                    made.1 = Some(content);
                }
            }
            ReducedMessage::Reasoning { text, .. } if !text.is_empty() => self.reasoning.push(text),
            _ => {}
        }
    }
}

fn end_of_reference(found: &Value) -> End {
    for rejected in ["thrown", "failed"] {
        if let Some(why) = found[rejected].as_str() {
            return End::Rejected(why.to_owned());
        }
    }
    if let Some(error) = found["runError"].as_object() {
        return End::Failed {
            message: text(&error["message"]),
            code: error.get("code").and_then(Value::as_str).map(str::to_owned),
        };
    }
    match found["finished"]["outcome"].as_str() {
        None => End::Lost,
        Some("interrupt") => End::Waiting,
        Some("cancelled") => End::Cancelled,
        Some(_) => End::Completed,
    }
}

/// A message of the reference client.
fn said(message: &Value) -> ReducedMessage {
    let kept = message["encryptedValue"].as_str().map(str::to_owned);
    let content = || text(&message["content"]);
    match message["role"].as_str().unwrap_or_default() {
        "user" => ReducedMessage::User(content()),
        "assistant" => ReducedMessage::Assistant {
            text: content(),
            calls: list(&message["toolCalls"])
                .map(|call| Call {
                    id: text(&call["id"]),
                    name: text(&call["function"]["name"]),
                    arguments: text(&call["function"]["arguments"]),
                    kept: call["encryptedValue"].as_str().map(str::to_owned),
                })
                .collect(),
            kept,
        },
        "tool" => ReducedMessage::Tool {
            call: text(&message["toolCallId"]),
            content: content(),
            kept,
        },
        "reasoning" => ReducedMessage::Reasoning {
            text: content(),
            kept,
        },
        role => ReducedMessage::Other {
            role: role.to_owned(),
            content: message["content"].clone(),
        },
    }
}
