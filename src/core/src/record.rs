//! The stored form of what outlives the page: bytes with a version, in [Postcard].
//!
//! A record begins the same in every version, so that a page that cannot read the rest still
//! gives back what the person typed:
//!
//! | bytes | what they say |
//! |---|---|
//! | 1 | the [`VERSION`] it was written by |
//! | some + n | what the person typed and has not sent: its length as a varint, then UTF-8 |
//! | the rest | the value, its fields in the order of their declaration |
//!
//! # Changing a stored type
//!
//! Nothing in the bytes names a field, so the order of fields and variants is part of the form:
//!
//! - A new variant goes last in its enum. Nothing else is needed: older records have none of it.
//! - A new field can go anywhere, in a type at any depth. Raise [`VERSION`], here to 2, and have
//!   [`since`] read the field, so that an older record gives the default:
//!
//!   ```text
//!   #[serde(deserialize_with = "crate::record::since::<2, _, _>")]
//!   pub note: Option<String>,
//!   ```
//! - A field that goes, or becomes something else, keeps its place and is read with a function
//!   of its own that makes something of what was there.
//! - `#[serde(default)]`, `skip_serializing_if`, `flatten` and `untagged` need names, and there
//!   are none.
//! - The records in this module's tests are of every version there was: they stay, and are read.
//!
//! A record of a later version is not read: it is the work of a newer page.
//!
//! Not responsible for where records are kept, nor for what to do when one cannot be read.
//!
//! [Postcard]: https://postcard.jamesmunns.com

use std::cell::Cell;

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde::ser::Serialize;

use crate::chat::ThreadHead;
use crate::conversation::Conversation;
use crate::transcript::Turn;

#[cfg(test)]
mod tests;

/// The version written. Raised when what is written changes.
pub const VERSION: u8 = 1;

thread_local! {
    /// The version of the record being read: serde hands a field nothing but its own bytes.
    static READING: Cell<u8> = const { Cell::new(VERSION) };
}

/// What is stored as one record.
pub trait Record: Serialize + DeserializeOwned {
    /// What the person typed in it and has not sent.
    fn typed(&self) -> String {
        String::new()
    }
}

impl Record for ThreadHead {}

impl Record for Turn {}

impl Record for Conversation {
    fn typed(&self) -> String {
        let queue = self.queue();
        let prompts = queue.prompts().iter().chain(queue.removed());
        let texts: Vec<&str> = [self.composer(), self.card().draft()]
            .into_iter()
            .chain(queue.edit().map(|edit| edit.draft.as_str()))
            .chain(prompts.map(|prompt| prompt.text.as_str()))
            .filter(|text| !text.trim().is_empty())
            .collect();
        texts.join("\n")
    }
}

/// The record of a value; none for a value that Postcard cannot write. Those of this crate it
/// can.
pub fn write(value: &impl Record) -> Option<Vec<u8>> {
    write_as(VERSION, value)
}

/// The value of a record; none where the bytes are not one of this version or one before.
pub fn read<T: Record>(bytes: &[u8]) -> Option<T> {
    read_as(VERSION, bytes)
}

/// What the person typed in a record of any version; empty where nothing can be read.
pub fn typed(bytes: &[u8]) -> String {
    open(bytes).map_or_else(String::new, |(_, typed, _)| typed.to_owned())
}

/// Reads a field that records have since version `V`; gives the default in one that is older.
/// For `#[serde(deserialize_with)]`.
///
/// # Errors
/// When the bytes are not such a field.
pub fn since<'de, const V: u8, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Default,
    D: Deserializer<'de>,
{
    if READING.get() < V {
        return Ok(T::default());
    }
    T::deserialize(deserializer)
}

fn write_as(version: u8, value: &impl Record) -> Option<Vec<u8>> {
    let head = postcard::to_allocvec(&(version, value.typed())).ok()?;
    postcard::to_extend(value, head).ok()
}

/// Reads as a page that writes the `newest` version.
fn read_as<T: Record>(newest: u8, bytes: &[u8]) -> Option<T> {
    let (version, _, value) = open(bytes)?;
    if !(1..=newest).contains(&version) {
        return None;
    }
    READING.set(version);
    let (value, rest) = postcard::take_from_bytes(value).ok()?;
    rest.is_empty().then_some(value)
}

/// The version, what was typed, and the value's bytes.
fn open(bytes: &[u8]) -> Option<(u8, &str, &[u8])> {
    let ((version, typed), value) = postcard::take_from_bytes(bytes).ok()?;
    Some((version, typed, value))
}
