//! What the protocol's own client made of each stream, and what the next request here says of it.
//!
//! The messages are compared as they are sent with a further message of the person, after they went
//! through the core.

use std::fs;

use midturn_protocol::testing::{exchanges, recordings};
use midturn_protocol_ai_sdk::AiSdk;
use serde_json::{Value, json};

use super::session::{after, body_of, request_of};

/// Why the messages differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Differs {
    /// A message without parts is not sent.
    Empty,
    /// A text that was cut is sent as done, for nothing will follow.
    CutText,
    /// A call that was stopped is sent as failed, and not with its last progress as the result.
    StoppedCall,
    /// The client's result is of another run than the recorded stream. Only the id differs.
    OtherRun,
    /// The question or the call is open. A message in its place closes it first, so that no request
    /// has it open. The next step of the conversation is compared with the client's request.
    Open,
}

/// All recordings with a result of the client, in order: `None` if the messages are equal.
const EXPECTED: [(&str, Option<Differs>); 34] = [
    ("break", Some(Differs::OtherRun)),
    ("cancel-text", Some(Differs::CutText)),
    ("cancel-text-next", Some(Differs::CutText)),
    ("cancel-tool", Some(Differs::StoppedCall)),
    ("cancel-tool-next", Some(Differs::StoppedCall)),
    ("crew", None),
    ("empty", Some(Differs::Empty)),
    ("garble", None),
    ("haul", None),
    ("horn-1", Some(Differs::Open)),
    ("horn-2", None),
    ("mixed", None),
    ("notice", None),
    ("pair", None),
    ("permit-denied-1", Some(Differs::Open)),
    ("permit-denied-2", None),
    ("permit-granted-1", Some(Differs::Open)),
    ("permit-granted-2", None),
    ("permit-ignored-2", Some(Differs::Open)),
    ("permits-1", Some(Differs::Open)),
    ("permits-2", None),
    ("plain", None),
    ("ponder", None),
    ("queue-mid", None),
    ("rejoin-1", Some(Differs::CutText)),
    ("second-1", None),
    ("snap", Some(Differs::CutText)),
    ("spoil", None),
    ("steer-late", Some(Differs::Open)),
    ("steer-text", None),
    ("steer-tool", None),
    ("stop-route-stream", Some(Differs::CutText)),
    ("stop-two-readers-1", Some(Differs::StoppedCall)),
    ("tide", None),
];

/// The messages of the assistant in the next request after an exchange.
fn ours(name: &str) -> Vec<Value> {
    let convo = after(name);
    if convo.turn("m1").is_waiting() || convo.conversation.active().is_some() {
        return Vec::new();
    }
    let convo = convo.running("next");
    assistants(&body_of(&AiSdk::new(""), &request_of(&convo))["messages"])
}

fn assistants(messages: &Value) -> Vec<Value> {
    let messages = messages.as_array().unwrap().iter();
    messages
        .filter(|message| message["role"] == "assistant")
        .cloned()
        .map(without_reasoning_ids)
        .collect()
}

/// The newest client keeps the stream's id on reasoning. Servers do not read it.
fn without_reasoning_ids(mut message: Value) -> Value {
    for part in message["parts"].as_array_mut().unwrap() {
        if part["type"] == "reasoning" {
            part.as_object_mut().unwrap().remove("id");
        }
    }
    message
}

/// The client's messages with the named difference.
fn changed(mut messages: Vec<Value>, differs: Option<Differs>) -> Vec<Value> {
    for message in &mut messages {
        for part in message["parts"].as_array_mut().unwrap() {
            if part["state"] == "streaming" && matches!(differs, Some(Differs::CutText)) {
                part["state"] = json!("done");
            }
            if differs == Some(Differs::StoppedCall) && part["preliminary"] == true {
                let part = part.as_object_mut().unwrap();
                part.remove("preliminary");
                part.remove("output");
                part.insert("state".into(), json!("output-error"));
                let error = "No result: the call was stopped before it finished.";
                part.insert("errorText".into(), json!(error));
            }
        }
    }
    if let (Some(Differs::OtherRun), [message]) = (differs, &mut messages[..]) {
        message["id"] = json!("tIPidS4jaQX54gbC");
    }
    if differs == Some(Differs::Empty) {
        messages.clear();
    }
    messages
}

#[test]
fn the_next_request_has_the_messages_of_the_protocols_own_client() {
    let (mut equal, mut different, mut found) = (0, 0, Vec::new());
    for exchange in exchanges() {
        let file = format!("{}.client.json", exchange.name);
        let file = recordings().join(file);
        let Ok(client) = fs::read_to_string(file) else {
            continue;
        };
        if !exchange.is_stream || exchange.request.is_none() {
            // The streams that were joined are in `rejoin`.
            continue;
        }
        let name = exchange.name.as_str();
        let client: Value = serde_json::from_str(&client).unwrap();
        let theirs = assistants(&client["messages"]);
        let ours = ours(name);
        let expected = EXPECTED.iter().find(|(held, _)| *held == name);
        let (_, differs) = expected.unwrap_or_else(|| panic!("{name} is not in the table"));
        if *differs == Some(Differs::Open) {
            assert_ne!(ours, theirs, "{name}");
        } else {
            assert_eq!(ours, changed(theirs.clone(), *differs), "{name}");
            assert_eq!(ours == theirs, differs.is_none(), "{name}");
        }
        match differs {
            None => equal += 1,
            Some(_) => different += 1,
        }
        found.push(name.to_owned());
    }
    let all: Vec<_> = EXPECTED.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, all);
    println!("ai-sdk: {equal} equal to the client's messages, {different} different with a reason");
}
