//! Generates streams with one damaged event, from a seed. Not all damage breaks a rule: the
//! reference client decides.

use std::collections::BTreeSet;

use fastrand::Rng;
use serde_json::{Value, json};

use crate::grammar::{self, Stream};
use crate::reduced::list;

/// How a valid stream was damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Damage {
    Dropped,
    Doubled,
    Swapped,
    Cut,
    FieldRemoved,
    FieldRetyped,
    FieldNull,
    FieldAdded,
    EventAdded,
    BrokenJson,
    WrongId,
}

const DAMAGES: [Damage; 11] = [
    Damage::Dropped,
    Damage::Doubled,
    Damage::Swapped,
    Damage::Cut,
    Damage::FieldRemoved,
    Damage::FieldRetyped,
    Damage::FieldNull,
    Damage::FieldAdded,
    Damage::EventAdded,
    Damage::BrokenJson,
    Damage::WrongId,
];

/// A damaged stream.
pub(crate) struct Damaged {
    pub(crate) damage: Damage,
    /// The damaged event and, if only a field was damaged, that field: `RUN_STARTED/runId`.
    pub(crate) place: String,
    pub(crate) request: Value,
    /// The data of each frame of the stream.
    pub(crate) frames: Vec<String>,
}

/// A damaged stream, always the same for a seed. If the chosen damage does not apply to the chosen
/// event, the event is dropped instead.
pub(crate) fn damaged(seed: u64) -> Damaged {
    let Stream {
        request,
        mut events,
    } = grammar::valid(seed);
    let mut random = Rng::with_seed(!seed);
    let mut damage = DAMAGES[random.usize(..DAMAGES.len())];
    let at = random.usize(..events.len());
    let kind = events[at]["type"].as_str().unwrap().to_owned();
    let mut place = kind.clone();
    match damage {
        Damage::Doubled => events.insert(at, events[at].clone()),
        Damage::Swapped if at + 1 < events.len() => events.swap(at, at + 1),
        Damage::Cut => events.truncate(at),
        Damage::EventAdded => events.insert(at, json!({"type": "FUTURE_EVENT", "a": [1]})),
        Damage::FieldAdded => events[at]["unheardOf"] = json!({"a": 1}),
        Damage::FieldRemoved | Damage::FieldRetyped | Damage::FieldNull => {
            let field = field(&events[at], &mut random);
            change(&mut events[at], &field, damage, &mut random);
            place += &field;
        }
        Damage::WrongId if wrong_id(&mut events, at, &mut random, &mut place) => {}
        Damage::BrokenJson => {}
        Damage::Dropped | Damage::Swapped | Damage::WrongId => {
            damage = Damage::Dropped;
            events.remove(at);
        }
    }
    let mut frames: Vec<String> = events.iter().map(Value::to_string).collect();
    if damage == Damage::BrokenJson {
        break_json(&mut frames[at], &mut random);
    }
    Damaged {
        damage,
        place,
        request,
        frames,
    }
}

/// A JSON pointer to one of an event's fields, at the top level or nested.
fn field(event: &Value, random: &mut Rng) -> String {
    let mut fields = Vec::new();
    collect(event, "", &mut fields);
    let outer: Vec<&String> = fields
        .iter()
        .filter(|path| path.matches('/').count() == 1)
        .collect();
    if random.u32(..10) < 6 {
        outer[random.usize(..outer.len())].clone()
    } else {
        fields[random.usize(..fields.len())].clone()
    }
}

fn collect(value: &Value, path: &str, fields: &mut Vec<String>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let path = format!("{path}/{name}");
        // The content of these fields is defined by the backend, so nested fields are not damaged.
        if !["rawEvent", "metadata", "snapshot", "event", "value"].contains(&name.as_str()) {
            collect(value, &path, fields);
        }
        fields.push(path);
    }
    for (place, value) in list(value).enumerate() {
        collect(value, &format!("{path}/{place}"), fields);
    }
}

fn change(event: &mut Value, field: &str, damage: Damage, random: &mut Rng) {
    match damage {
        Damage::FieldRemoved => {
            let (parent, name) = field.rsplit_once('/').unwrap();
            let parent = event.pointer_mut(parent).unwrap().as_object_mut().unwrap();
            parent.remove(name);
        }
        Damage::FieldNull => *event.pointer_mut(field).unwrap() = Value::Null,
        _ => {
            let held = event.pointer_mut(field).unwrap();
            let others = [
                json!(7),
                json!(true),
                json!({"a": 1}),
                json!(["x"]),
                json!("text"),
            ];
            let is_other =
                |other: &&Value| std::mem::discriminant(*other) != std::mem::discriminant(held);
            let others: Vec<&Value> = others.iter().filter(is_other).collect();
            *held = others[random.usize(..others.len())].clone();
        }
    }
}

/// Replaces one of the event's ids by that of another event, or by an unknown id. Returns false if
/// the event has no id.
fn wrong_id(events: &mut [Value], at: usize, random: &mut Rng, place: &mut String) -> bool {
    const IDS: [&str; 6] = [
        "messageId",
        "toolCallId",
        "parentMessageId",
        "subagentRunId",
        "stepName",
        "entityId",
    ];
    let own: Vec<&str> = IDS
        .into_iter()
        .filter(|id| events[at].get(id).is_some())
        .collect();
    if own.is_empty() {
        return false;
    }
    let name = own[random.usize(..own.len())];
    let held = events[at][name].clone();
    let mut others: Vec<Value> = events
        .iter()
        .filter_map(|event| event.get(name))
        .filter(|id| **id != held)
        .cloned()
        .collect();
    others.push("elsewhere".into());
    events[at][name] = others[random.usize(..others.len())].clone();
    *place += "/";
    *place += name;
    true
}

fn break_json(frame: &mut String, random: &mut Rng) {
    match random.u32(..3) {
        0 => {
            let mut end = random.usize(1..frame.len());
            while !frame.is_char_boundary(end) {
                end -= 1;
            }
            frame.truncate(end);
        }
        1 => *frame = frame.replacen('"', "'", 1),
        _ => "[DONE]".clone_into(frame),
    }
}

impl Damaged {
    /// The bytes of the response body.
    pub(crate) fn body(&self) -> String {
        grammar::body(self.frames.iter().cloned())
    }

    /// Whether any frame contains the name of a terminal event, even in broken JSON.
    pub(crate) fn has_end(&self) -> bool {
        let ends = ["RUN_FINISHED", "RUN_ERROR"];
        self.frames
            .iter()
            .any(|frame| ends.iter().any(|end| frame.contains(end)))
    }

    /// The ids of text messages with another role than the assistant's.
    pub(crate) fn muted(&self) -> impl Iterator<Item = String> {
        self.frames.iter().filter_map(|frame| {
            let event: Value = serde_json::from_str(frame).ok()?;
            let role = event["role"].as_str()?;
            let other = ["user", "system", "developer"].contains(&role);
            let starts = other && event["type"] == "TEXT_MESSAGE_START";
            starts.then(|| event["messageId"].as_str().map(str::to_owned))?
        })
    }

    /// The words of the answer that are still in the stream and must be shown. Leaves out words
    /// after the end of the run, words of other roles, and words that a later snapshot removes
    /// from their message.
    pub(crate) fn words(&self) -> BTreeSet<String> {
        let frames: Vec<Value> = self
            .frames
            .iter()
            .map(|frame| serde_json::from_str(frame).unwrap_or_default())
            .collect();
        let is_end =
            |event: &Value| event["type"] == "RUN_FINISHED" || event["type"] == "RUN_ERROR";
        let end = frames.iter().position(is_end).unwrap_or(frames.len());
        let muted: Vec<String> = self.muted().collect();
        let mut words = BTreeSet::new();
        for (place, event) in frames[..end].iter().enumerate() {
            let is_text = ["TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CHUNK"]
                .iter()
                .any(|kind| event["type"] == *kind);
            let delta = event["delta"].as_str().unwrap_or_default();
            let id = event["messageId"].as_str().unwrap_or_default();
            if !is_text || muted.iter().any(|held| held == id) {
                continue;
            }
            for word in words_in(delta) {
                if !taken_back(&frames[place..end], &event["messageId"], &word) {
                    words.insert(word);
                }
            }
        }
        words
    }
}

/// The words `w1`, `w2` and so on in a text.
pub(crate) fn words_in(text: &str) -> BTreeSet<String> {
    let after = text.split('w').skip(1);
    let numbers = after.map(|rest| {
        let end = rest.bytes().position(|byte| !byte.is_ascii_digit());
        &rest[..end.unwrap_or(rest.len())]
    });
    let numbers = numbers.filter(|number| !number.is_empty());
    numbers.map(|number| format!("w{number}")).collect()
}

fn taken_back(later: &[Value], id: &Value, word: &str) -> bool {
    let snapshots = later
        .iter()
        .filter(|event| event["type"] == "MESSAGES_SNAPSHOT");
    let mut messages = snapshots.flat_map(|event| list(&event["messages"]));
    messages.any(|held| {
        let content = held["content"].as_str();
        held["id"] == *id && content.is_some_and(|text| !words_in(text).contains(word))
    })
}
