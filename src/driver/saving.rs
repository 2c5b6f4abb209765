//! Writes to storage: a person's changes at once, a stream's changes soon after.
//!
//! [`super::dirty`] knows what to write, [`super::storage::record`] in which form.
//! [`super::loading`] reads what was written.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use midturn_core::change::ChatChange;
use midturn_core::id::ThreadId;
use midturn_core::time::Millis;

use super::context::Context;
use super::dirty::{Dirty, DirtyThread, Subject};
use super::pages::{Pages, Right};
use super::storage::{Keys, StorageError, Table, Write};
use super::store::Store;
use super::tasks::Tasks;

/// The longest that a streamed change waits before it is written, in milliseconds.
const SAVE_WITHIN_MS: u64 = 400;

/// How many bytes are written in a millisecond, at most: a turn is one record, which may have megabytes.
const BYTES_PER_MS: u64 = 1_000;

/// The longest wait of a large turn, in milliseconds. An agent that keeps its runs gives again what a
/// closed browser has lost of it.
const LARGE_WITHIN_MS: u64 = 10_000;

/// The unsaved changes, and when they are written.
pub(super) struct Saving {
    cx: Rc<Context>,
    store: Rc<Store>,
    pages: Rc<Pages>,
    dirty: RefCell<Dirty>,
    /// The wait before the next write.
    waiting: Tasks<()>,
    /// When [`save_typed`](Self::save_typed) last wrote everything at once.
    typed_at: Cell<Millis>,
    /// A write of drafts is under way: storage has not answered yet.
    draft_unanswered: Cell<bool>,
    /// The size of what the last save wrote, in bytes.
    written: Cell<u64>,
}

impl Saving {
    pub(super) fn new(cx: Rc<Context>, store: Rc<Store>, pages: Rc<Pages>) -> Self {
        Self {
            waiting: cx.tasks(),
            cx,
            store,
            pages,
            dirty: RefCell::default(),
            typed_at: Cell::new(0),
            draft_unanswered: Cell::new(false),
            written: Cell::new(0),
        }
    }

    /// Marks what an input has changed.
    pub(super) fn mark(&self, subject: &Subject, changes: &[ChatChange]) {
        self.dirty
            .borrow_mut()
            .mark(&self.cx.chat(), subject, changes);
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

    /// Drops the write that waits.
    pub(super) fn clear(&self) {
        self.waiting.clear();
    }

    fn is_waiting(&self) -> bool {
        self.waiting.any(|()| true)
    }

    /// Writes unsaved changes within [`SAVE_WITHIN_MS`], or later if the last save was large.
    pub(super) fn save_soon(self: &Rc<Self>) {
        if self.dirty.borrow().is_empty() || self.is_waiting() {
            return;
        }
        let me = self.clone();
        self.waiting.begin((), async move {
            let large = (me.written.get() / BYTES_PER_MS).min(LARGE_WITHIN_MS);
            me.cx.sleep(large.max(SAVE_WITHIN_MS)).await;
            me.save();
        });
    }

    /// Writes the first of many key strokes at once. After that, drafts are written as soon as
    /// storage has taken the previous ones, all else within [`SAVE_WITHIN_MS`]. Waiting until the
    /// page closes is not safe: the browser may accept a write then and still not store it.
    pub(super) fn save_typed(self: &Rc<Self>) {
        let now = self.cx.now();
        if !self.is_waiting() && now >= self.typed_at.get() + SAVE_WITHIN_MS {
            self.typed_at.set(now);
            self.save();
        } else {
            self.save_drafts();
            self.save_soon();
        }
    }

    /// Writes drafts, one write at a time: key strokes may be faster than storage.
    fn save_drafts(self: &Rc<Self>) {
        if self.draft_unanswered.get() {
            return;
        }
        let threads = self.dirty.borrow_mut().take_drafts();
        if threads.is_empty() {
            return;
        }
        let drafts = threads.iter().map(|thread| self.pages.draft_write(thread));
        self.draft_unanswered.set(true);
        let written = self.store.write(drafts.collect());
        let me = self.clone();
        self.cx.begin(async move {
            let result = written.await;
            me.draft_unanswered.set(false);
            match result {
                Ok(()) => me.save_drafts(),
                Err(error) => {
                    for thread in &threads {
                        me.mark_draft(thread);
                    }
                    me.store.failed(error);
                }
            }
        });
    }

    /// Begins to write all unsaved changes before this method returns. Changes that storage did not
    /// take stay unsaved, and the next change retries them.
    pub(super) fn save(self: &Rc<Self>) {
        self.waiting.clear();
        self.written.set(0);
        if !self.cx.inbox.is_closed() {
            for dirty in self.dirty.take().threads() {
                self.write_thread(dirty);
            }
        }
    }

    /// Writes everything, because the page may end now. A write of a thread may yet be refused, and
    /// the drafts in it with it. There will be no time to write them again, so they are also written
    /// on their own.
    pub(super) fn save_last(self: &Rc<Self>) {
        self.save();
        if !self.cx.inbox.is_closed() {
            for thread in self.pages.written_now() {
                self.pages.write_draft(&thread);
            }
        }
    }

    /// One batch for each thread: a conflict in a thread that another page drives must not block
    /// the others.
    fn write_thread(self: &Rc<Self>, mut dirty: DirtyThread) {
        let draft = std::mem::take(&mut dirty.draft);
        let thread = dirty.thread.clone();
        let mut batch = match self.pages.right_to(&thread) {
            // The thread is not open in this page: only its entry in the list may have changed.
            Right::Head => dirty.head_write(&self.cx.chat()),
            Right::All => dirty.to_writes(&self.cx.chat()),
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
                self.pages.write_draft(&thread);
            }
            return;
        }
        let size: usize = batch.iter().map(Write::size).sum();
        self.written.set(self.written.get() + size as u64);
        let place = self.pages.guard(&thread, &mut batch);
        // One batch: a text that moves between composer and thread is always in one of them.
        if draft {
            batch.push(self.pages.draft_write(&thread));
        }
        let written = self.store.write(batch);
        let me = self.clone();
        self.cx.begin(async move {
            let result = written.await;
            match result {
                Ok(()) => me.store.worked(),
                // Another page drives the thread now. The composer's draft is still this page's.
                Err(StorageError::Conflict) if draft => me.pages.write_draft(&thread),
                Err(StorageError::Conflict) => {}
                Err(error) => {
                    dirty.draft = draft;
                    me.dirty.borrow_mut().merge(dirty);
                    me.store.failed(error);
                }
            }
            if let Some(place) = place {
                me.pages.guarded(&thread, place, result);
            }
        });
    }

    /// Removes everything stored about a thread but its fences, and puts up the fence `deleted`: pages
    /// that know the thread must not write it again.
    pub(super) fn purge(&self, thread: &ThreadId, deleted: Write) {
        self.forget(thread);
        let one = || Keys::One(thread.as_str().to_owned());
        let all = || Keys::Of(thread.as_str().to_owned());
        let delete = |table, keys| Write::Delete { table, keys };
        self.store.write_aside(vec![
            delete(Table::Threads, one()),
            delete(Table::Conversations, one()),
            delete(Table::Turns, all()),
            delete(Table::Attachments, all()),
            delete(Table::Drafts, all()),
            deleted,
        ]);
    }
}
