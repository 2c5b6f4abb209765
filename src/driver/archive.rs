//! Reads threads that need not be on screen: for the search over all threads, and to save one.

use midturn_core::find::{Excerpt, Words};
use midturn_core::id::ThreadId;
use midturn_core::transcript::Turn;

use super::context::Context;
use super::storage::{Keys, Record, Table, read_record};
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
/// Reads one thread at a time: all of them may be hundreds of megabytes.
pub(super) async fn search(cx: &Context, store: &Store, words: &Words) -> Vec<(ThreadId, Excerpt)> {
    let mut found = Vec::new();
    let threads: Vec<ThreadId> = {
        let chat = cx.chat();
        chat.heads().iter().map(|head| head.id.clone()).collect()
    };
    for thread in threads {
        // What is loaded is newer than what is stored.
        let last = |turns: &[Turn]| turns.iter().rev().find_map(|turn| words.excerpt(turn));
        let loaded = cx.look(&thread, |held| last(held.turns()));
        let excerpt = if let Some(excerpt) = loaded {
            excerpt
        } else {
            let of = Keys::Of(thread.as_str().to_owned());
            let records = store.records(Table::Turns, of).await.unwrap_or_default();
            let turn = |(_, bytes): &Record| read_record::<Turn>(bytes).ok();
            let mut turns = records.iter().rev().filter_map(turn);
            turns.find_map(|turn| words.excerpt(&turn))
        };
        found.extend(excerpt.map(|excerpt| (thread, excerpt)));
    }
    found
}
