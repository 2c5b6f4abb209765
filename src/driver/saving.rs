//! Writing: a person's doings at once, a stream's soon.
//!
//! Not responsible for what must be written (see [`super::dirty`]), for its form (see
//! [`super::storage::record`]), nor for reading it back (see [`super::loading`]).

use std::rc::Rc;

use midturn_core::id::ThreadId;

use super::Inner;
use super::dirty::DirtyThread;
use super::inbox::Phase;
use super::sharing::Right;
use super::shell::Notice;
use super::storage::{Keys, MemoryStorage, Storage, StorageError, Table, Write, fence_key};

/// How long a streamed change may wait to be written, in milliseconds.
const SAVE_WITHIN_MS: u64 = 400;

/// The setting with the page's settings.
pub(super) const SETTINGS: &str = "page";

/// The setting with what the backend announced.
pub(super) const CONTROL: &str = "control";

impl Inner {
    /// Writes within [`SAVE_WITHIN_MS`].
    pub(super) fn save_soon(&self) {
        if self.dirty.borrow().is_empty() || self.save_timer.borrow().is_some() {
            return;
        }
        let timer = self.after(SAVE_WITHIN_MS, 0, |me, _| me.save());
        self.save_timer.replace(Some(timer));
    }

    /// Writes the first of many key strokes at once. Of the others a draft is written as soon as
    /// storage has taken the one before, the rest within [`SAVE_WITHIN_MS`]: what is written while a
    /// page goes may not be stored any more, although the browser has taken it.
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

    /// One at a time: keys may come faster than storage answers.
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

    /// Begins to write everything that is not written yet. What could not be written stays
    /// unwritten and is tried again with the next change.
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

    /// Each thread on its own: one that another page drives by now must not hold up the others.
    fn write_thread(&self, mut dirty: DirtyThread) {
        let draft = std::mem::take(&mut dirty.draft);
        let thread = dirty.thread.clone();
        let mut batch = match self.right_to(&thread) {
            // Nobody here has opened it: its title may have changed.
            Right::Head => dirty.head_write(&self.chat.borrow()),
            Right::All => dirty.to_writes(&self.chat.borrow()),
            Right::Later => {
                self.dirty.borrow_mut().merge(dirty);
                dirty = DirtyThread::of(thread.clone());
                Vec::new()
            }
            // The page that drives it writes it.
            Right::None => Vec::new(),
        };
        if batch.is_empty() {
            if draft {
                self.write_draft(&thread);
            }
            return;
        }
        let place = self.guard(&thread, &mut batch);
        // Together: what goes from the composer to the thread, or back, is in one of them.
        if draft {
            batch.push(self.draft_write(&thread));
        }
        let me = self.me.clone();
        let written = Box::new(move |result: Result<(), StorageError>| {
            let Some(me) = me.upgrade() else { return };
            match result {
                Ok(()) => me.storage_noticed.set(me.in_memory.get()),
                // Another page drives the thread by now. What is in the composer is still this one's.
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

    /// Removes everything stored about a thread but its epochs, of which the next one is claimed:
    /// who has known it before must not write it again. Has its backend forget it too.
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

    /// Writes something once; what storage does not take, memory does.
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

    /// Goes on in memory where there is no storage, and tells the person once.
    pub(super) fn storage_failed(&self, error: StorageError) {
        if error == StorageError::Unavailable && !self.in_memory.replace(true) {
            self.storage.replace(Rc::new(MemoryStorage::default()));
        }
        if self.phase.get() != Phase::Closed && !self.storage_noticed.replace(true) {
            self.shell.view.notice(Notice::StorageUnavailable);
        }
    }
}
