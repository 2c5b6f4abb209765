//! The rules for differences that generated streams show. The table of rules in the parent module
//! gives the reasons.

use serde_json::{Value, json};

use super::{Seen, messages};
use crate::reduced::{ReducedMessage, list, text};

pub(super) fn late_error(found: &mut Value, _: &Seen<'_>) {
    let end = found["finished"]["outcome"].as_str();
    if matches!(end, Some("interrupt" | "cancelled")) {
        found["runError"] = Value::Null;
    }
}

pub(super) fn echo(found: &mut Value, seen: &Seen<'_>) {
    let sent: Vec<&Value> = list(&seen.request["messages"])
        .map(|sent| &sent["id"])
        .collect();
    messages(found).retain(|held| {
        let other = ["user", "system", "developer"]
            .iter()
            .any(|role| held["role"] == *role);
        !other || sent.contains(&&held["id"])
    });
}

pub(super) fn nobodys_result(found: &mut Value, _: &Seen<'_>) {
    let calls: Vec<Value> = messages(found)
        .iter()
        .flat_map(|held| list(&held["toolCalls"]))
        .map(|call| call["id"].clone())
        .collect();
    messages(found).retain(|held| held["role"] != "tool" || calls.contains(&held["toolCallId"]));
}

/// Removes repeated arguments: the reference client appends the arguments again when a call is
/// repeated.
pub(super) fn sent_again(found: &mut Value, _: &Seen<'_>) {
    for message in messages(found) {
        for call in message["toolCalls"].as_array_mut().into_iter().flatten() {
            let arguments = text(&call["function"]["arguments"]);
            for times in (2..16)
                .rev()
                .filter(|times| arguments.len().is_multiple_of(*times))
            {
                let once = arguments.get(..arguments.len() / times).unwrap_or_default();
                if !once.is_empty() && once.repeat(times) == arguments {
                    call["function"]["arguments"] = once.into();
                    break;
                }
            }
        }
    }
}

pub(super) fn not_introduced(found: &mut Value, seen: &Seen<'_>) {
    let started = seen
        .events
        .iter()
        .filter(|event| event["type"] == "SUBAGENT_STARTED");
    let started: Vec<&str> = started
        .filter_map(|event| event["subagentRunId"].as_str())
        .collect();
    let mut all = Vec::new();
    for mut message in std::mem::take(messages(found)) {
        let owner = message["subagentRunId"].as_str();
        let said = message["content"]
            .as_str()
            .is_some_and(|text| !text.is_empty());
        if owner.is_some_and(|owner| !started.contains(&owner))
            && message["role"] == "assistant"
            && said
        {
            let content = std::mem::replace(&mut message["content"], "".into());
            all.push(json!({"role": "assistant", "content": content}));
        }
        all.push(message);
    }
    *messages(found) = all;
}

/// Replaces a subagent's text with ours if both have the same characters: then only the order
/// differs. Nearly every generated piece contains a unique word, so texts with the same characters
/// have the same pieces.
pub(super) fn helpers_words(found: &mut Value, seen: &Seen<'_>) {
    for (id, ours) in &seen.ours.helpers {
        let mut own: Vec<&mut Value> = messages(found)
            .iter_mut()
            .filter(|held| held["subagentRunId"] == id.as_str() && held["role"] == "assistant")
            .collect();
        let theirs: String = own.iter().map(|held| text(&held["content"])).collect();
        if sorted(&theirs) == sorted(&ours.text)
            && let Some((first, others)) = own.split_first_mut()
        {
            first["content"] = ours.text.as_str().into();
            for other in others {
                other["content"] = "".into();
            }
        }
    }
}

pub(super) fn trimmed(found: &mut Value, seen: &Seen<'_>) {
    for message in messages(found) {
        let theirs = text(&message["content"]);
        if message["role"] != "assistant" || theirs.is_empty() {
            continue;
        }
        for said in &seen.ours.messages {
            if let ReducedMessage::Assistant { text: ours, .. } = said
                && ours.trim() == theirs
            {
                message["content"] = ours.as_str().into();
                break;
            }
        }
    }
}

pub(super) fn blank(found: &mut Value, _: &Seen<'_>) {
    messages(found).retain(|held| {
        let speaks = !text(&held["content"]).is_empty();
        let calls = list(&held["toolCalls"]).next().is_some();
        let can_be_blank = held["role"] == "assistant" || held["role"] == "reasoning";
        !can_be_blank || speaks || calls || held["encryptedValue"].is_string()
    });
}

pub(super) fn order_of_results(found: &mut Value, _: &Seen<'_>) {
    let is_result = |held: &Value| held["role"] == "tool" && held["subagentRunId"].is_null();
    let (mut results, rest): (Vec<Value>, Vec<Value>) = std::mem::take(messages(found))
        .into_iter()
        .partition(is_result);
    let mut all = Vec::new();
    for message in rest {
        let calls: Vec<Value> = list(&message["toolCalls"])
            .map(|call| call["id"].clone())
            .collect();
        all.push(message);
        for call in calls {
            if let Some(place) = results.iter().position(|held| held["toolCallId"] == call) {
                all.push(results.remove(place));
            }
        }
    }
    all.append(&mut results);
    *messages(found) = all;
}

/// The sorted characters of a text, without white space, because one text may be trimmed.
fn sorted(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    letters.sort_unstable();
    letters
}
