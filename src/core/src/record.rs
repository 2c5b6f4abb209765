//! The stored form of what outlives the page: bytes with a version.
//!
//! A record begins the same in every version, so that a page that cannot read the rest still
//! gives back what the person typed:
//!
//! | bytes | what they say |
//! |---|---|
//! | 1 | the [`VERSION`] it was written by |
//! | some + n | what the person typed and has not sent: its length as a varint, then UTF-8 |
//! | the rest | the value, as [`Stored`] has it; the same bytes as [Postcard] would write |
//!
//! # Changing a stored type
//!
//! Nothing in the bytes names a field. What [`stored!`](crate::stored) says is the form, whatever
//! the order in the type:
//!
//! - A new variant gets a new number. Nothing else is needed: older records have none of it.
//! - A new field can go anywhere, in a type at any depth. Raise [`VERSION`], here to 2, and write
//!   `note since 2`, so that an older record gives the default.
//! - A field that goes, or becomes something else, keeps its place and is read with an
//!   implementation of its own that makes something of what was there.
//! - The records in this module's tests are of every version there was: they stay, and are read.
//!
//! A record of a later version is not read: it is the work of a newer page.
//!
//! Not responsible for where records are kept, nor for what to do when one cannot be read.
//!
//! [Postcard]: https://postcard.jamesmunns.com/wire-format

use crate::chat::ThreadHead;
use crate::conversation::Conversation;
use crate::transcript::{Delivery, Turn};

mod stored;
#[cfg(test)]
mod tests;

pub use stored::{Reader, Stored, put_number, put_text};

/// The version written. Raised when what is written changes.
pub const VERSION: u8 = 4;

/// What is stored as one record.
pub trait Record: Stored {
    /// What the person typed in it and has not sent.
    fn typed(&self) -> String {
        String::new()
    }
}

impl Record for ThreadHead {}

impl Record for Turn {
    fn typed(&self) -> String {
        let mut typed = Typed::default();
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

impl Record for Conversation {
    fn typed(&self) -> String {
        let mut typed = Typed::default();
        typed.add(self.composer());
        typed.add_shared(self);
        typed.0
    }
}

/// Texts, each on a line of its own.
#[derive(Default)]
struct Typed(String);

impl Typed {
    fn add(&mut self, text: &str) {
        if !text.trim().is_empty() {
            if !self.0.is_empty() {
                self.0.push('\n');
            }
            self.0.push_str(text);
        }
    }

    /// What was typed in a conversation, but for its composer.
    fn add_shared(&mut self, conversation: &Conversation) {
        let queue = conversation.queue();
        self.add(conversation.card().draft());
        self.add(queue.edit().map_or("", |edit| &edit.draft));
        for prompt in queue.prompts().iter().chain(queue.removed()) {
            self.add(&prompt.text);
        }
    }
}

/// The record of a value.
pub fn write(value: &impl Record) -> Vec<u8> {
    write_as(VERSION, value)
}

/// The record of a conversation without what is in its composer, which is each page's own (see
/// [`Draft`](crate::sharing::Draft)).
pub fn write_shared(conversation: &Conversation) -> Vec<u8> {
    let mut typed = Typed::default();
    typed.add_shared(conversation);
    let mut bytes = vec![VERSION];
    put_text(&typed.0, &mut bytes);
    conversation.put_shared(&mut bytes);
    bytes
}

/// The value of a record; none where the bytes are not one of this version or one before.
pub fn read<T: Record>(bytes: &[u8]) -> Option<T> {
    read_as(VERSION, bytes)
}

/// What the person typed in a record of any version; empty where nothing can be read.
pub fn typed(bytes: &[u8]) -> String {
    open(bytes).map_or_else(String::new, |(_, typed, _)| typed.to_owned())
}

fn write_as(version: u8, value: &impl Record) -> Vec<u8> {
    let mut bytes = vec![version];
    put_text(&value.typed(), &mut bytes);
    value.put(&mut bytes);
    bytes
}

/// Reads as a page that writes the `newest` version.
fn read_as<T: Record>(newest: u8, bytes: &[u8]) -> Option<T> {
    let (version, _, value) = open(bytes)?;
    if !(1..=newest).contains(&version) {
        return None;
    }
    let mut reader = Reader::new(value, version);
    let value = T::take(&mut reader);
    reader.is_done().then_some(value)
}

/// The version, what was typed, and the value's bytes.
fn open(bytes: &[u8]) -> Option<(u8, &str, &[u8])> {
    let (version, rest) = bytes.split_first()?;
    let mut reader = Reader::new(rest, *version);
    let typed = reader.text();
    Some((*version, typed, reader.rest()?))
}
