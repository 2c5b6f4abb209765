//! The stored form of what outlives the page, in the data model of serde.
//!
//! A record is one object, its fields in this order:
//!
//! | field | what it has |
//! |---|---|
//! | `version` | the [`VERSION`] it was written by |
//! | `typed` | what the person typed and has not sent; left out where that is nothing |
//! | `value` | the value |
//!
//! `version` and `typed` mean the same in every version, so that a page that cannot read the value
//! still gives back what the person typed (see [`Typed`]).
//!
//! # Changing a stored type
//!
//! - A new field gets `#[serde(default)]`, or is an `Option`: an older record then gives the default.
//!   An older page ignores the field.
//! - A new variant needs nothing. A variant that has fields gets a new one like a struct does. A
//!   variant without fields cannot get any: add another variant.
//! - A field or variant that is renamed keeps its stored name with `#[serde(rename)]`.
//! - Where the old meaning of a field cannot be kept, raise [`VERSION`]. A record of a later version
//!   is not read. `Envelope` then needs a way to read the older ones.
//!
//! The fixtures of `midturn-exploration` show what version 1 looks like, and that it is still read.
//!
//! Not responsible for the bytes (the driver writes JSON), for where records are kept, nor for what
//! to do when one cannot be read.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::chat::ThreadHead;
use crate::conversation::Conversation;
use crate::transcript::{Delivery, Turn};

/// The version written, and the only one read.
pub const VERSION: u32 = 1;

/// What is stored as one record.
pub trait Record {
    /// What the person typed in it and has not sent.
    fn typed(&self) -> String {
        String::new()
    }
}

/// A value with what a record has beside it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Envelope<T> {
    /// First, so that a record of a later version is refused for that reason.
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

/// Reads what the person typed from a record of any version. The text stays where it was put if the
/// record turns out to be cut off or broken behind it.
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

/// Whether a field need not be written.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
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

/// Without the composer, which is each page's own (see [`Draft`](crate::sharing::Draft)).
impl Record for Conversation {
    fn typed(&self) -> String {
        let mut typed = Lines::default();
        let queue = self.queue();
        typed.add(self.card().draft());
        typed.add(queue.edit().map_or("", |edit| &edit.draft));
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
