//! The rules for differences that only recordings of real servers show. The table of rules in the
//! parent module gives the reasons.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Seen, messages};
use crate::reduced::{Reduced, ReducedMessage, list, text};

pub(super) fn old_interrupt(found: &mut Value, seen: &Seen<'_>) {
    let asked = seen
        .events
        .iter()
        .find(|event| event["name"] == "on_interrupt");
    let Some(asked) = asked.filter(|_| found["finished"]["outcome"] == "success") else {
        return;
    };
    let value: Value = serde_json::from_str(&text(&asked["value"])).unwrap_or_default();
    let mut interrupt = json!({"id": asked["rawEvent"]["id"], "reason": "input_required"});
    for name in ["reason", "message", "toolCallId", "responseSchema"] {
        if let Some(value) = value.get(name) {
            interrupt[name] = value.clone();
        }
    }
    found["finished"]["outcome"] = "interrupt".into();
    found["pendingInterrupts"] = json!([interrupt]);
}

/// Changes the outcome of a run that only abandons questions from success to cancelled.
pub(super) fn closed(found: &mut Value, seen: &Seen<'_>) {
    let mut answers = list(&seen.request["resume"]).peekable();
    let closes = answers.peek().is_some() && answers.all(|given| given["status"] == "cancelled");
    if closes && found["finished"]["outcome"] == "success" {
        found["finished"]["outcome"] = "cancelled".into();
    }
}

pub(super) fn earlier(found: &mut Value, seen: &Seen<'_>) {
    let mut snapshots = seen.events.iter().rev();
    let last = snapshots.find(|event| event["type"] == "MESSAGES_SNAPSHOT");
    let Some(last) = last.and_then(|event| event["messages"].as_array()) else {
        return;
    };
    let sent: Vec<&Value> = list(&seen.request["messages"])
        .map(|sent| &sent["id"])
        .collect();
    let is_own = |held: &Value| held["role"] == "user" && sent.contains(&&held["id"]);
    let own = last.iter().rposition(is_own).unwrap_or(0);
    let before: Vec<&Value> = last[..own].iter().map(|held| &held["id"]).collect();
    messages(found).retain(|held| sent.contains(&&held["id"]) || !before.contains(&&held["id"]));
}

/// Adds the messages that only our result has, if they were sent or streamed.
pub(super) fn kept(found: &mut Value, seen: &Seen<'_>) {
    let theirs = Reduced::of_reference(found).messages;
    let mut streamed: BTreeMap<(&str, String), String> = BTreeMap::new();
    for event in seen.events {
        let kind = event["type"].as_str().unwrap_or_default();
        let (id, more) = match kind {
            "TEXT_MESSAGE_CONTENT" => (&event["messageId"], &event["delta"]),
            "TOOL_CALL_ARGS" => (&event["toolCallId"], &event["delta"]),
            "TOOL_CALL_RESULT" => (&event["messageId"], &event["content"]),
            _ => continue,
        };
        *streamed.entry((kind, text(id))).or_default() += &text(more);
    }
    let was_streamed = |text: &String| streamed.values().any(|held| held == text);
    for (place, ours) in seen.ours.messages.iter().enumerate() {
        let message = match ours {
            _ if theirs.contains(ours) => continue,
            ReducedMessage::User(said) => {
                let mut sent = list(&seen.request["messages"]);
                match sent.find(|held| text(&held["content"]) == *said) {
                    Some(held) => held.clone(),
                    None => continue,
                }
            }
            ReducedMessage::Assistant { text, calls, .. }
                if was_streamed(text) && calls.iter().all(|call| was_streamed(&call.arguments)) =>
            {
                let calls = calls.iter().map(|call| {
                    json!({"id": call.id, "type": "function",
                        "function": {"name": call.name, "arguments": call.arguments}})
                });
                json!({"role": "assistant", "content": text, "toolCalls": calls.collect::<Vec<_>>()})
            }
            ReducedMessage::Tool { call, content, .. } if was_streamed(content) => {
                json!({"role": "tool", "toolCallId": call, "content": content})
            }
            _ => continue,
        };
        let end = messages(found).len();
        messages(found).insert(place.min(end), message);
    }
}

pub(super) fn own_message(found: &mut Value, seen: &Seen<'_>) {
    let named = |call: &Value| {
        let mut starts = seen
            .events
            .iter()
            .filter(|event| event["type"] == "TOOL_CALL_START");
        starts
            .any(|event| event["toolCallId"] == call["id"] && event["parentMessageId"].is_string())
    };
    let mut all = Vec::new();
    for mut message in std::mem::take(messages(found)) {
        let said = message["content"]
            .as_str()
            .is_some_and(|text| !text.is_empty());
        let calls = message["toolCalls"].take();
        let (named, own): (Vec<Value>, Vec<Value>) =
            list(&calls).cloned().partition(|call| !said || named(call));
        message["toolCalls"] = named.into();
        all.push(message);
        all.extend(
            own.into_iter()
                .map(|call| json!({"role": "assistant", "toolCalls": [call]})),
        );
    }
    *messages(found) = all;
}

/// Puts the messages that are equal in both results into the order of our result.
pub(super) fn in_place(found: &mut Value, seen: &Seen<'_>) {
    let theirs = Reduced::of_reference(found).messages;
    let mut sorted = Vec::new();
    let mut left: Vec<Option<Value>> = std::mem::take(messages(found))
        .into_iter()
        .map(Some)
        .collect();
    let is_main = |held: &Value| held["subagentRunId"].is_null() && held["role"] != "activity";
    let main: Vec<usize> = (0..left.len())
        .filter(|place| left[*place].as_ref().is_some_and(is_main))
        .collect();
    for ours in &seen.ours.messages {
        let same = main
            .iter()
            .zip(&theirs)
            .find(|(place, theirs)| *theirs == ours && left[**place].is_some());
        if let Some((place, _)) = same {
            sorted.extend(left[*place].take());
        }
    }
    sorted.extend(left.into_iter().flatten());
    *messages(found) = sorted;
}
