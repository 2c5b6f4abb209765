//! What is kept of a thread between its requests: the message that a run builds, the metadata of
//! the last few messages, and the steps that were dropped.

use midturn_protocol::json::{self, string_of, to_json};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The name of the protocol in a memory, so that another protocol's is not read.
const NAME: &str = "ai-sdk";

/// How many messages' metadata is kept.
const MAX_MESSAGES: usize = 8;

/// How many dropped steps are kept.
const MAX_DROPPED: usize = 16;

/// Larger metadata is not kept.
const MAX_METADATA: usize = 4096;

/// Deeper metadata is replaced as a whole.
const DEEPEST: usize = 8;

/// The memory of a thread.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Memory {
    protocol: String,
    /// The last run, and the id of the message that it builds.
    run: String,
    message: String,
    metadata: Vec<Described>,
    dropped: Vec<String>,
}

/// A message with its metadata.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Described {
    message: String,
    value: Box<RawValue>,
}

impl Memory {
    /// Reads a memory; anything else counts as an empty one.
    pub(super) fn read(text: &str) -> Self {
        let read: Self = serde_json::from_str(text).unwrap_or_default();
        if read.protocol == NAME {
            read
        } else {
            Self::default()
        }
    }

    pub(super) fn written(&self) -> String {
        to_json(self)
    }

    /// The message that this run builds, if it is known.
    pub(super) fn message_of(&self, run: &str) -> Option<&str> {
        (self.run == run && !self.message.is_empty()).then_some(&self.message)
    }

    /// Records the message that a run builds.
    pub(super) fn builds(&mut self, run: &str, message: &str) {
        NAME.clone_into(&mut self.protocol);
        run.clone_into(&mut self.run);
        message.clone_into(&mut self.message);
    }

    /// A message's metadata.
    pub(super) fn metadata(&self, message: &str) -> Option<&RawValue> {
        let mut all = self.metadata.iter();
        all.find(|held| held.message == message)
            .map(|held| &*held.value)
    }

    /// Adds metadata of a message to what is known of it.
    pub(super) fn describe(&mut self, message: &str, more: &RawValue) {
        if more.get().len() > MAX_METADATA {
            return;
        }
        let merged = match self.metadata(message) {
            Some(held) => merged(held.get(), more.get(), 0),
            None => more.get().to_owned(),
        };
        let at = self
            .metadata
            .iter()
            .position(|held| held.message == message);
        if merged.len() > MAX_METADATA {
            return;
        }
        let Ok(value) = RawValue::from_string(merged) else {
            return;
        };
        if let Some(held) = at.and_then(|at| self.metadata.get_mut(at)) {
            held.value = value;
            return;
        }
        if self.metadata.len() >= MAX_MESSAGES {
            self.metadata.remove(0);
        }
        self.metadata.push(Described {
            message: message.to_owned(),
            value,
        });
    }

    /// Records that the parts of a step do not count.
    pub(super) fn drop_step(&mut self, step: String) {
        if self.dropped.contains(&step) {
            return;
        }
        if self.dropped.len() >= MAX_DROPPED {
            self.dropped.remove(0);
        }
        self.dropped.push(step);
    }

    /// Whether the parts of this step do not count.
    pub(super) fn has_dropped(&self, step: &str) -> bool {
        self.dropped.iter().any(|held| held == step)
    }
}

/// Two values as one: the fields of objects are joined, and of other values the later one counts.
fn merged(held: &str, more: &str, depth: usize) -> String {
    let (Some(held), Some(fields), true) =
        (json::fields(held), json::fields(more), depth < DEEPEST)
    else {
        return more.to_owned();
    };
    let mut whole: Vec<(String, String)> = Vec::new();
    for (name, value) in held.into_iter().chain(fields) {
        match whole.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = merged(known, value.get(), depth + 1),
            None => whole.push((name.into_owned(), value.get().to_owned())),
        }
    }
    let fields: Vec<String> = whole
        .into_iter()
        .map(|(name, value)| format!("{}:{value}", string_of(&name)))
        .collect();
    format!("{{{}}}", fields.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> &RawValue {
        json::raw(text).unwrap()
    }

    #[test]
    fn metadata_is_merged_field_by_field() {
        let mut memory = Memory::default();
        memory.builds("r", "m");
        memory.describe("m", raw(r#"{"a":{"x":1.0},"b":[1]}"#));
        memory.describe("m", raw(r#"{"a":{"y":2},"b":[2],"c":null}"#));
        let memory = Memory::read(&memory.written());
        let found = memory.metadata("m").map(RawValue::get);
        assert_eq!(found, Some(r#"{"a":{"x":1.0,"y":2},"b":[2],"c":null}"#));
    }

    #[test]
    fn a_memory_stays_small() {
        let mut memory = Memory::default();
        for number in 0..100 {
            memory.builds("r", "m");
            memory.describe(&format!("m{number}"), raw("{}"));
            memory.drop_step(format!("r.{number}"));
        }
        let long = string_of(&"x".repeat(5000));
        memory.describe("m99", raw(&long));
        assert!(memory.written().len() < 1000, "{}", memory.written());
        assert!(memory.metadata("m0").is_none() && memory.metadata("m99").is_some());
        assert!(memory.has_dropped("r.99") && !memory.has_dropped("r.1"));
    }

    #[test]
    fn a_memory_of_another_protocol_is_not_read() {
        for text in ["", "null", "[1]", r#"{"run":"r","message":"m"}"#, "{"] {
            assert_eq!(Memory::read(text).message_of("r"), None, "{text}");
        }
    }
}
