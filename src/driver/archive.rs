//! Reads threads that need not be on screen: for the search over all threads, and to save one.

use midturn_core::chat::Chat;
use midturn_core::find::{Excerpt, Words};
use midturn_core::id::ThreadId;
use midturn_core::transcript::Turn;

use super::context::Context;
use super::storage::{Keys, Record, Table, read_record, thread_of};
use super::store::Store;

/// The turns of a thread, oldest first; `None` if the storage cannot be read. A turn that cannot be
/// read is left out.
pub(super) async fn turns_of(cx: &Context, store: &Store, thread: &ThreadId) -> Option<Vec<Turn>> {
    let held = cx.look(thread, |held| held.turns().to_vec());
    if held.is_some() {
        return held;
    }
    let of = Keys::Of(thread.as_str().to_owned());
    let records = store.records(Table::Turns, of).await.ok()?;
    let turn = |(_, bytes): &Record| read_record(bytes).ok();
    Some(records.iter().filter_map(turn).collect())
}

/// The threads with a match in their messages, in no order, each with its last turn that matches.
pub(super) async fn search(cx: &Context, store: &Store, words: &Words) -> Vec<(ThreadId, Excerpt)> {
    let records = store.records(Table::Turns, Keys::All).await;
    found_in(&cx.chat(), &records.unwrap_or_default(), words)
}

fn found_in(chat: &Chat, records: &[Record], words: &Words) -> Vec<(ThreadId, Excerpt)> {
    let mut found: Vec<(ThreadId, Excerpt)> = Vec::new();
    for head in chat.heads() {
        let held = chat.conversation(&head.id);
        let mut turns = held.iter().flat_map(|held| held.turns().iter().rev());
        if let Some(excerpt) = turns.find_map(|turn| words.excerpt(turn)) {
            found.push((head.id.clone(), excerpt));
        }
    }
    for (key, bytes) in records.iter().rev() {
        let thread = ThreadId::from(thread_of(key));
        let is_found = found.iter().any(|(held, _)| *held == thread);
        // What is loaded is newer than what is stored.
        let is_deleted = chat.head(&thread).is_some_and(|head| head.deleted);
        if is_found || is_deleted || chat.conversation(&thread).is_some() {
            continue;
        }
        let turn = read_record::<Turn>(bytes).ok();
        if let Some(excerpt) = turn.and_then(|turn| words.excerpt(&turn)) {
            found.push((thread, excerpt));
        }
    }
    found
}
