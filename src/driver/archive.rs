//! Reads threads that need not be on screen: for the search over all threads, and to save one.

use midturn_core::find::{Excerpt, Query};
use midturn_core::id::ThreadId;
use midturn_core::transcript::Turn;

use super::storage::{Keys, Record, StorageError, Table, read_record, thread_of};
use super::{Driver, Runtime};

impl Driver {
    /// Passes the turns of a thread to `done`, oldest first; `None` if the storage cannot be read. A turn that
    /// cannot be read is left out.
    pub fn turns_of(&self, thread: &ThreadId, done: impl FnOnce(Option<Vec<Turn>>) + 'static) {
        let held = self.read(|chat| {
            let conversation = chat.conversation(thread)?;
            Some(conversation.turns().to_vec())
        });
        if held.is_some() {
            done(held);
            return;
        }
        let of = Keys::Of(thread.as_str().to_owned());
        self.0.stored_turns(of, move |_, records| {
            let turn = |(_, bytes): &Record| read_record(bytes).ok();
            done(records.map(|records| records.iter().filter_map(turn).collect()));
        });
    }

    /// Passes the threads with a match in their messages to `done`, in no order, each with its last
    /// turn that matches.
    pub fn search(&self, query: Query, done: impl FnOnce(Vec<(ThreadId, Excerpt)>) + 'static) {
        self.0.stored_turns(Keys::All, move |me, records| {
            let chat = me.chat.borrow();
            let mut found: Vec<(ThreadId, Excerpt)> = Vec::new();
            for head in chat.heads() {
                let held = chat.conversation(&head.id);
                let mut turns = held.iter().flat_map(|held| held.turns().iter().rev());
                if let Some(excerpt) = turns.find_map(|turn| query.excerpt(turn)) {
                    found.push((head.id.clone(), excerpt));
                }
            }
            for (key, bytes) in records.unwrap_or_default().iter().rev() {
                let thread = ThreadId::from(thread_of(key));
                let is_found = found.iter().any(|(held, _)| *held == thread);
                // What is loaded is newer than what is stored.
                let is_deleted = chat.head(&thread).is_some_and(|head| head.deleted);
                if is_found || is_deleted || chat.conversation(&thread).is_some() {
                    continue;
                }
                let turn = read_record::<Turn>(bytes).ok();
                if let Some(excerpt) = turn.and_then(|turn| query.excerpt(&turn)) {
                    found.push((thread, excerpt));
                }
            }
            drop(chat);
            done(found);
        });
    }
}

impl Runtime {
    /// Passes records of turns to `done`; `None` if they cannot be read.
    fn stored_turns(&self, keys: Keys, done: impl FnOnce(&Self, Option<&[Record]>) + 'static) {
        let me = self.me.clone();
        let read = Box::new(move |records: Result<Vec<Record>, StorageError>| {
            if let Some(me) = me.upgrade() {
                done(&me, records.as_deref().ok());
            }
        });
        self.read_records(Table::Turns, keys, read);
    }
}
