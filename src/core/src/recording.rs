//! A recording: one thread of a chat as it was, and everything that has happened to it since, as
//! bytes that can be read back and played again. The core is pure, so what it answered then it
//! answers again, to the last byte.
//!
//! The bytes are as those of a record (see [`crate::record`]): they begin with its version, and
//! grow by the same rules. Not responsible for what is done with them, nor for what a recording has
//! beside them.

use crate::chat::{Chat, ChatInput};
use crate::id::ThreadId;
use crate::record::{Reader, Stored, VERSION};
use crate::time::Millis;

mod events;
mod inputs;
#[cfg(test)]
mod tests;

/// The chat as it is, of its threads this one alone: with what is not stored, such as what comes
/// from an embedder.
pub fn write_chat(chat: &Chat, thread: &ThreadId) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    chat.put_thread(thread, &mut bytes);
    bytes
}

/// The chat of [`write_chat`]; none where the bytes are not one of this version or one before.
pub fn read_chat(bytes: &[u8]) -> Option<Chat> {
    read(bytes, Chat::take_thread)
}

/// What has happened, and when.
pub fn write_input(input: &ChatInput, at: Millis) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    at.put(&mut bytes);
    inputs::put(input, &mut bytes);
    bytes
}

/// The time and the input of [`write_input`]; none where the bytes are not one of this version or
/// one before.
pub fn read_input(bytes: &[u8]) -> Option<(Millis, ChatInput)> {
    read(bytes, |from| (Stored::take(from), inputs::take(from)))
}

fn read<T>(bytes: &[u8], take: impl Fn(&mut Reader<'_>) -> T) -> Option<T> {
    let (version, rest) = bytes.split_first()?;
    if !(1..=VERSION).contains(version) {
        return None;
    }
    let mut reader = Reader::new(rest, *version);
    let value = take(&mut reader);
    reader.is_done().then_some(value)
}
