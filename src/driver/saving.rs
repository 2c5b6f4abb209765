//! Writes to storage: a person's changes at once, a stream's changes soon after.
//!
//! [`super::dirty`] knows what to write, [`super::storage::record`] in which form.
//! [`super::loading`] reads what was written.

use std::cell::{Cell, RefCell};

use midturn_core::change::ChatChange;
use midturn_core::chat::Chat;
use midturn_core::id::ThreadId;
use midturn_core::time::Millis;

use super::Runtime;
use super::dirty::{Dirty, DirtyThread, Subject};
use super::sharing::Right;
use super::storage::{Keys, StorageError, Table, Write};
use crate::transport::OnDrop;

/// The longest that a streamed change waits before it is written, in milliseconds.
const SAVE_WITHIN_MS: u64 = 400;

/// The name of the setting with what the backend announced.
pub(super) const CONTROL: &str = "control";

/// The unsaved changes, and when they are written.
#[derive(Default)]
pub(super) struct Saving {
    dirty: RefCell<Dirty>,
    timer: RefCell<Option<OnDrop>>,
    /// When [`save_typed`](Runtime::save_typed) last wrote everything at once.
    typed_at: Cell<Millis>,
    /// A write of drafts is under way: storage has not answered yet.
    draft_unanswered: Cell<bool>,
}

impl Saving {
    /// Marks what an input has changed.
    pub(super) fn mark(&self, chat: &Chat, subject: &Subject, changes: &[ChatChange]) {
        self.dirty.borrow_mut().mark(chat, subject, changes);
    }

    /// Marks the draft of a thread.
    pub(super) fn mark_draft(&self, thread: &ThreadId) {
        self.dirty.borrow_mut().draft(thread);
    }

    /// Drops the marks of a thread.
    pub(super) fn forget(&self, thread: &ThreadId) {
        self.dirty.borrow_mut().forget(thread);
    }

    /// Makes the next key stroke begin a new text, which is written at once.
    pub(super) fn begin_text(&self) {
        self.typed_at.set(0);
    }
}

impl Runtime {
    /// Writes unsaved changes within [`SAVE_WITHIN_MS`].
    pub(super) fn save_soon(&self) {
        if self.saving.dirty.borrow().is_empty() || self.saving.timer.borrow().is_some() {
            return;
        }
        let timer = self.after(SAVE_WITHIN_MS, 0, |me, _| me.save());
        self.saving.timer.replace(Some(timer));
    }

    /// Writes the first of many key strokes at once. After that, drafts are written as soon as
    /// storage has taken the previous ones, all else within [`SAVE_WITHIN_MS`]. Waiting until the
    /// page closes is not safe: the browser may accept a write then and still not store it.
    pub(super) fn save_typed(&self) {
        let now = self.shell.clock.now_ms();
        if self.saving.timer.borrow().is_none()
            && now >= self.saving.typed_at.get() + SAVE_WITHIN_MS
        {
            self.saving.typed_at.set(now);
            self.save();
        } else {
            self.save_drafts();
            self.save_soon();
        }
    }

    /// Writes drafts, one write at a time: key strokes may be faster than storage.
    fn save_drafts(&self) {
        if self.saving.draft_unanswered.get() {
            return;
        }
        let threads = self.saving.dirty.borrow_mut().take_drafts();
        if threads.is_empty() {
            return;
        }
        let drafts = threads.iter().map(|thread| self.draft_write(thread));
        let batch = drafts.collect();
        self.saving.draft_unanswered.set(true);
        let me = self.me.clone();
        let written = Box::new(move |result: Result<(), StorageError>| {
            let Some(me) = me.upgrade() else { return };
            me.saving.draft_unanswered.set(false);
            match result {
                Ok(()) => me.save_drafts(),
                Err(error) => {
                    let mut dirty = me.saving.dirty.borrow_mut();
                    for thread in &threads {
                        dirty.draft(thread);
                    }
                    drop(dirty);
                    me.storage_failed(error);
                }
            }
        });
        self.storage().write(batch, written);
    }

    /// Begins to write all unsaved changes. Changes that storage did not take stay unsaved, and the
    /// next change retries them.
    pub(super) fn save(&self) {
        drop(self.saving.timer.take());
        if !self.inbox.is_closed() && !self.saving.dirty.borrow().is_empty() {
            self.write_dirty();
        }
    }

    fn write_dirty(&self) {
        for dirty in self.saving.dirty.take().threads() {
            self.write_thread(dirty);
        }
    }

    /// One batch for each thread: a conflict in a thread that another page drives must not block
    /// the others.
    fn write_thread(&self, mut dirty: DirtyThread) {
        let draft = std::mem::take(&mut dirty.draft);
        let thread = dirty.thread.clone();
        let mut batch = match self.right_to(&thread) {
            // The thread is not open in this page: only its entry in the list may have changed.
            Right::Head => dirty.head_write(&self.chat.borrow()),
            Right::All => dirty.to_writes(&self.chat.borrow()),
            Right::Later => {
                self.saving.dirty.borrow_mut().merge(dirty);
                dirty = DirtyThread::of(thread.clone());
                Vec::new()
            }
            // The page that drives the thread writes it.
            Right::None => Vec::new(),
        };
        if batch.is_empty() {
            if draft {
                self.write_draft(&thread);
            }
            return;
        }
        let place = self.guard(&thread, &mut batch);
        // One batch: a text that moves between composer and thread is always in one of them.
        if draft {
            batch.push(self.draft_write(&thread));
        }
        let me = self.me.clone();
        let written = Box::new(move |result: Result<(), StorageError>| {
            let Some(me) = me.upgrade() else { return };
            match result {
                Ok(()) => me.storage.worked(),
                // Another page drives the thread now. The composer's draft is still this page's.
                Err(StorageError::Conflict) if draft => me.write_draft(&thread),
                Err(StorageError::Conflict) => {}
                Err(error) => {
                    dirty.draft = draft;
                    me.saving.dirty.borrow_mut().merge(dirty);
                    me.storage_failed(error);
                }
            }
            if let Some(place) = place {
                me.guarded(&thread, place, result);
            }
        });
        self.storage().write(batch, written);
    }

    /// Removes everything stored about a thread but its fences, and puts up the fence `deleted`: pages
    /// that know the thread must not write it again. Tells the backend if the deletion was made in
    /// this page.
    pub(super) fn purge(&self, thread: &ThreadId, deleted: Write) {
        self.saving.forget(thread);
        let one = || Keys::One(thread.as_str().to_owned());
        let all = || Keys::Of(thread.as_str().to_owned());
        let delete = |table, keys| Write::Delete { table, keys };
        self.write_aside(vec![
            delete(Table::Threads, one()),
            delete(Table::Conversations, one()),
            delete(Table::Turns, all()),
            delete(Table::Attachments, all()),
            delete(Table::Drafts, all()),
            deleted,
        ]);
        self.settle_own_deletion(thread);
    }

    pub(super) fn save_setting(&self, name: &str, value: Vec<u8>) {
        self.write_aside(vec![Write::Put {
            table: Table::Settings,
            key: name.to_owned(),
            value,
        }]);
    }

    /// Writes a batch once, without retries. If storage is unavailable, memory takes the batch.
    pub(super) fn write_aside(&self, batch: Vec<Write>) {
        let (me, copy) = (self.me.clone(), batch.clone());
        let written = Box::new(move |result: Result<(), StorageError>| {
            if let (Err(error), Some(me)) = (result, me.upgrade()) {
                me.storage_failed(error);
                if error == StorageError::Unavailable {
                    me.storage().write(copy, Box::new(|_| ()));
                }
            }
        });
        self.storage().write(batch, written);
    }
}
