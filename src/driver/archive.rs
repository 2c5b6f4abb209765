//! Reads threads that need not be on screen: for the search over all threads, and to save one.

use midturn_core::conversation::Conversation;
use midturn_core::find::{Excerpt, Words};
use midturn_core::id::ThreadId;
use midturn_core::left_out::LeftOut;
use midturn_core::transcript::Turn;

use super::context::Context;
use super::storage::{Keys, Record, Table, read_record};
use super::store::Store;

/// The turns of a thread, oldest first, with those that are no longer part of it.
pub type Archived = (Vec<Turn>, LeftOut);

/// A thread as it is loaded, or else stored; `None` if the storage cannot be read. A turn that cannot be
/// read is missing.
pub(super) async fn archived(cx: &Context, store: &Store, thread: &ThreadId) -> Option<Archived> {
    let of = |held: &Conversation| (held.turns().to_vec(), held.left_out());
    let held = cx.look(thread, of);
    if held.is_some() {
        return held;
    }
    let id = || thread.as_str().to_owned();
    let records = store.records(Table::Turns, Keys::Of(id())).await.ok()?;
    let turn = |(_, bytes): &Record| read_record(bytes).ok();
    let turns = records.iter().filter_map(turn).collect();
    let records = store.records(Table::Conversations, Keys::One(id())).await;
    let stored = records.ok()?.pop();
    let held = stored.and_then(|(_, bytes)| read_record::<Conversation>(&bytes).ok());
    let held = held.unwrap_or_else(|| Conversation::new(thread.clone()));
    Some(of(&held.with_turns(turns)))
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
