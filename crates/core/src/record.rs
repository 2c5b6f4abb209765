//! The stored form of everything that outlives the page, in serde's data model.
//!
//! A record is one object, with these fields in this order:
//!
//! | field | content |
//! |---|---|
//! | `version` | the [`VERSION`] that wrote it |
//! | `typed` | the text that the person typed and has not sent; left out if empty |
//! | `value` | the value |
//!
//! `version` and `typed` have the same meaning in every version, so a page that cannot read the
//! value can still give the typed text back (see [`Typed`]).
//!
//! # Changing a stored type
//!
//! - A new field gets `#[serde(default)]`, or is an `Option`: an older record then reads as the
//!   default. An older page ignores the field.
//! - A new variant needs nothing. A new field of a variant follows the rule for fields. A variant
//!   without fields cannot get any: add another variant.
//! - A renamed field or variant keeps its stored name with `#[serde(rename)]`.
//! - If a field must change its meaning, raise [`VERSION`], and give `Envelope` a way to read older
//!   versions. A record of a later version is not read.
//!
//! The fixtures of `midturn-core-tests` are version 1 records; tests check that they are still
//! read.
//!
//! The driver writes the bytes (JSON), keeps the records, and handles those that cannot be read.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::chat::ThreadHead;
use crate::conversation::Conversation;
use crate::transcript::{Delivery, Turn};

/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// A value that is stored as one record.
pub trait Record {
    /// The text in the value that the person typed and has not sent.
    fn typed(&self) -> String {
        String::new()
    }
}

/// A value with the other fields of a record.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Envelope<T> {
    /// The first field, so that a record of a later version is refused for its version and not for
    /// a value that cannot be read.
    #[serde(deserialize_with = "present_version")]
    version: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    typed: String,
    value: T,
}

impl<'a, T: Record> Envelope<&'a T> {
    /// The record of a value.
    pub fn of(value: &'a T) -> Self {
        Self {
            version: VERSION,
            typed: value.typed(),
            value,
        }
    }
}

impl<T> Envelope<T> {
    /// The value.
    pub fn into_value(self) -> T {
        self.value
    }
}

fn present_version<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let version = u32::deserialize(from)?;
    if version == VERSION {
        Ok(version)
    } else {
        let reason = format_args!("it is of version {version}, and version {VERSION} is read");
        Err(D::Error::custom(reason))
    }
}

/// Reads the typed text from a record of any version. The text is kept even if the record is cut
/// off or broken after it.
pub struct Typed<'a>(pub &'a mut String);

impl<'de> DeserializeSeed<'de> for Typed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Typed<'_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a record")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<String>()? {
            if name == "typed" {
                *self.0 = fields.next_value()?;
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

impl Record for ThreadHead {}

impl Record for Turn {
    fn typed(&self) -> String {
        let mut typed = Lines::default();
        for said in self.interjections() {
            if !matches!(said.delivery, Delivery::Delivered { .. }) {
                typed.add(said.wanted());
            }
        }
        for interrupt in self.open_interrupts() {
            if let Some(asked) = self.asked(&interrupt.id) {
                typed.add(&asked.draft.text);
                for (_, text) in &asked.draft.fields {
                    typed.add(text);
                }
            }
        }
        typed.0
    }
}

/// Without the composer, as each page has its own (see [`Draft`](crate::sharing::Draft)).
impl Record for Conversation {
    fn typed(&self) -> String {
        let mut typed = Lines::default();
        let queue = self.queue();
        typed.add(self.card().draft());
        typed.add(queue.edit().map_or("", |edit| &edit.draft));
        for draft in self.edits().values() {
            typed.add(draft);
        }
        for discarded in self.discarded() {
            typed.add(&discarded.text);
        }
        for prompt in queue.prompts().iter().chain(queue.removed()) {
            typed.add(&prompt.text);
        }
        typed.0
    }
}

/// Texts, each on a line of its own.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn add(&mut self, text: &str) {
        if !text.trim().is_empty() {
            if !self.0.is_empty() {
                self.0.push('\n');
            }
            self.0.push_str(text);
        }
    }
}
