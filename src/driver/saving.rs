//! Writes to storage: a person's changes at once, a stream's changes soon after.
//!
//! [`super::dirty`] knows what to write, [`super::storage::record`] in which form.
//! [`super::loading`] reads it back.

use std::rc::Rc;

use midturn_core::id::ThreadId;

use super::Inner;
use super::dirty::DirtyThread;
use super::inbox::Phase;
use super::sharing::Right;
use super::shell::Notice;
use super::storage::{Keys, MemoryStorage, Storage, StorageError, Table, Write, fence_key};

/// The longest that a streamed change waits before it is written, in milliseconds.
const SAVE_WITHIN_MS: u64 = 400;

/// The name of the setting with the page's settings.
pub(super) const SETTINGS: &str = "page";

/// The name of the setting with what the backend announced.
pub(super) const CONTROL: &str = "control";

impl Inner {
    /// Writes unsaved changes within [`SAVE_WITHIN_MS`].
    pub(super) fn save_soon(&self) {
        if self.dirty.borrow().is_empty() || self.save_timer.borrow().is_some() {
            return;
        }
        let timer = self.after(SAVE_WITHIN_MS, 0, |me, _| me.save());
        self.save_timer.replace(Some(timer));
    }

    /// Writes the first of many key strokes at once. After that, drafts are written as soon as
    /// storage has taken the previous ones, all else within [`SAVE_WITHIN_MS`]. Waiting until the
    /// page closes is not safe: the browser may accept a write then and still not store it.
    pub(super) fn save_typed(&self) {
        let now = self.shell.clock.now_ms();
        if self.save_timer.borrow().is_none() && now >= self.typed_saved.get() + SAVE_WITHIN_MS {
            self.typed_saved.set(now);
            self.save();
        } else {
            self.save_drafts();
            self.save_soon();
        }
    }

    /// One write of drafts at a time: keys may come faster than storage answers.
    fn save_drafts(&self) {
        if self.draft_unanswered.get() {
            return;
        }
        let threads = self.dirty.borrow_mut().take_drafts();
        if threads.is_empty() {
            return;
        }
        let drafts = threads.iter().map(|thread| self.draft_write(thread));
        let batch = drafts.collect();
        self.draft_unanswered.set(true);
        let me = self.me.clone();
        let written = Box::new(move |result: Result<(), StorageError>| {
            let Some(me) = me.upgrade() else { return };
            me.draft_unanswered.set(false);
            match result {
                Ok(()) => me.save_drafts(),
                Err(error) => {
                    let mut dirty = me.dirty.borrow_mut();
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
        drop(self.save_timer.take());
        if self.phase.get() != Phase::Closed && !self.dirty.borrow().is_empty() {
            self.write_dirty();
        }
    }

    fn write_dirty(&self) {
        for dirty in self.dirty.take().threads() {
            self.write_thread(dirty);
        }
    }

    /// One batch for each thread: a conflict in a thread that another page drives must not block
    /// the others.
    fn write_thread(&self, mut dirty: DirtyThread) {
        let draft = std::mem::take(&mut dirty.draft);
        let thread = dirty.thread.clone();
        let mut batch = match self.right_to(&thread) {
            // No page here has opened the thread: only its title may have changed.
            Right::Head => dirty.head_write(&self.chat.borrow()),
            Right::All => dirty.to_writes(&self.chat.borrow()),
            Right::Later => {
                self.dirty.borrow_mut().merge(dirty);
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
                Ok(()) => me.storage_noticed.set(me.in_memory.get()),
                // Another page drives the thread now. The composer's draft is still this page's.
                Err(StorageError::Conflict) if draft => me.write_draft(&thread),
                Err(StorageError::Conflict) => {}
                Err(error) => {
                    dirty.draft = draft;
                    me.dirty.borrow_mut().merge(dirty);
                    me.storage_failed(error);
                }
            }
            if let Some(place) = place {
                me.guarded(&thread, place, result);
            }
        });
        self.storage().write(batch, written);
    }

    /// Removes everything stored about a thread but its epochs, and claims the next epoch: pages
    /// that know the thread must not write it again. Tells the backend if the deletion was made in
    /// this page.
    pub(super) fn purge(&self, thread: &ThreadId, epoch: u64) {
        self.dirty.borrow_mut().forget(thread);
        let one = || Keys::One(thread.as_str().to_owned());
        let all = || Keys::Of(thread.as_str().to_owned());
        let delete = |table, keys| Write::Delete { table, keys };
        self.write_aside(vec![
            delete(Table::Threads, one()),
            delete(Table::Conversations, one()),
            delete(Table::Turns, all()),
            delete(Table::Attachments, all()),
            delete(Table::Drafts, all()),
            Write::Add {
                table: Table::Fences,
                key: fence_key(thread.as_str(), epoch),
            },
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

    pub(super) fn storage(&self) -> Rc<dyn Storage> {
        self.storage.borrow().clone()
    }

    /// Switches to memory if storage is unavailable, and tells the person once.
    pub(super) fn storage_failed(&self, error: StorageError) {
        if error == StorageError::Unavailable && !self.in_memory.replace(true) {
            self.storage.replace(Rc::new(MemoryStorage::default()));
        }
        if self.phase.get() != Phase::Closed && !self.storage_noticed.replace(true) {
            self.shell.view.notice(Notice::StorageUnavailable);
        }
    }
}
