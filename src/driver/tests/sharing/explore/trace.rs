//! A log of one walk (a random sequence of acts of several pages), to find out why it failed.

use std::cell::RefCell;

use midturn_core::sharing::Message;

use super::words::words_of;
use crate::driver::storage::read_record;
use crate::driver::{Keys, Write};

thread_local! {
    static NOTES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Clears the log for a new walk.
pub(super) fn begin() {
    NOTES.take();
}

pub(super) fn note(text: String) {
    NOTES.with_borrow_mut(|notes| notes.push(text));
}

/// The last lines of the log.
pub(super) fn last(count: u64) -> String {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    NOTES.with_borrow(|notes| notes[notes.len().saturating_sub(count)..].join("\n"))
}

/// A message on a channel, as a line of the log.
pub(super) fn said(text: &str) -> String {
    match read_record(text.as_bytes()) {
        Err(_) => text.to_owned(),
        Ok(Message::Copy { to, at, base, .. }) => format!("Copy to {to} at {at:?} of {base:?}"),
        Ok(Message::Did { at, by, act, input }) => {
            format!("Did {at:?} by {by} {act:?} {:?}", input.input)
        }
        Ok(Message::Ask { page, act, input }) => format!("Ask by {page} {act} {input:?}"),
        Ok(message) => format!("{message:?}"),
    }
}

/// The writes of a batch as a line of the log: tables, keys, and the words in the values.
pub(super) fn written(batch: &[Write]) -> String {
    let one = |write: &Write| match write {
        Write::Put { table, key, value } => {
            let words: Vec<_> = words_of(value).collect();
            format!("put {} {key:?} {words:?}", table.name())
        }
        Write::Add { key, .. } => format!("add {key:?}"),
        Write::Delete { table, keys } => match keys {
            Keys::All => format!("delete all {}", table.name()),
            Keys::One(key) | Keys::Of(key) => format!("delete {} {key:?}", table.name()),
        },
    };
    batch.iter().map(one).collect::<Vec<_>>().join(", ")
}
