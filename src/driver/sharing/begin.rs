//! How a page that has a thread's lock begins to drive the thread: it looks for what is stored, then
//! keeps its copy, or reads the stored one. The core decides which.
//!
//! All of this takes time. Meanwhile the page may lose or release the lock. So each step names the
//! request for the lock with which it began, and does nothing if that request is over.

use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::sharing::{Place, SharingInput};

use super::super::Runtime;
use super::super::left_drafts::LeftDrafts;
use super::super::letter::{Letter, Origin, Post, ReadyThread};
use super::super::storage::{Keys, Record, StorageError, Table, Write, fence_key};
use super::fence::fences_of;

impl Runtime {
    /// The page's last request for the thread's lock; 0 if it is over.
    pub(in super::super) fn lock_serial(&self, thread: &ThreadId) -> u64 {
        let serial = self.with_shared(thread, |held| held.serial);
        serial.unwrap_or_default()
    }

    fn is_current(&self, thread: &ThreadId, serial: u64) -> bool {
        serial != 0 && self.lock_serial(thread) == serial
    }

    /// Finds out the thread's fence, and the place of what is stored.
    pub(super) fn look(&self, thread: &ThreadId) {
        self.read_fences(thread, |me, thread, (fence, stored)| {
            me.share(thread, SharingInput::Found { fence, stored });
        });
    }

    /// Puts up the thread's next fence, so that storage refuses the writes of the page that has or
    /// had the lock. Then calls `then`.
    pub(super) fn put_up_fence(&self, thread: &ThreadId, then: fn(&Self, &ThreadId)) {
        self.read_fences(thread, move |me, thread, (fence, _)| {
            let (again, about, serial) = (me.me.clone(), thread.clone(), me.lock_serial(thread));
            let written = Box::new(move |result: Result<(), StorageError>| {
                let Some(me) = again.upgrade() else { return };
                if !me.is_current(&about, serial) {
                    return;
                }
                if result == Err(StorageError::Conflict) {
                    // Another page puts up a fence at the same time.
                    me.put_up_fence(&about, then);
                } else {
                    then(&me, &about);
                }
            });
            let fence = Write::Add {
                table: Table::Fences,
                key: fence_key(thread.as_str(), fence + 1),
            };
            me.storage().write(vec![fence], written);
        });
    }

    fn read_fences(
        &self,
        thread: &ThreadId,
        then: impl FnOnce(&Self, &ThreadId, (u64, Place)) + 'static,
    ) {
        let (me, about, serial) = (self.me.clone(), thread.clone(), self.lock_serial(thread));
        let read = Box::new(move |records: Result<Vec<Record>, StorageError>| {
            let Some(me) = me.upgrade() else { return };
            if me.is_current(&about, serial) {
                then(&me, &about, fences_of(&records.unwrap_or_default()));
            }
        });
        let keys = Keys::Of(thread.as_str().to_owned());
        self.storage().read(Table::Fences, keys, read);
    }

    /// Begins to drive a thread once the URL to rejoin its runs is known. The previous driving page
    /// may have stored that URL without this page receiving it.
    pub(super) fn with_control(&self, thread: &ThreadId, begin: fn(&Self, ThreadId)) {
        if self.knows_control() {
            begin(self, thread.clone());
            return;
        }
        let (thread, serial) = (thread.clone(), self.lock_serial(thread));
        self.load_control(Box::new(move |me| {
            if me.is_current(&thread, serial) {
                begin(me, thread);
            }
        }));
    }

    /// Drives the thread with this page's copy.
    pub(super) fn keep(&self, thread: ThreadId) {
        let serial = self.lock_serial(&thread);
        let ready = ReadyThread { serial, read: None };
        self.put(Letter::Ready(thread, ready));
        self.drain();
    }

    /// Drives the thread with the conversation that was read.
    pub(in super::super) fn was_read(
        &self,
        serial: u64,
        conversation: Conversation,
        left: Vec<LeftDrafts>,
    ) {
        let thread = conversation.thread().clone();
        let read = Some((Box::new(conversation), left));
        self.put(Letter::Ready(thread, ReadyThread { serial, read }));
        self.drain();
    }

    /// Drives a thread from now on, unless the lock is gone. In that case, what closed pages left
    /// stays in storage.
    pub(in super::super) fn take_ready(&self, thread: &ThreadId, ready: ReadyThread) {
        if !self.is_current(thread, ready.serial) {
            self.with_shared(thread, |held| held.adopted = false);
            return;
        }
        self.take_sharing(thread, SharingInput::Ready);
        let Some((conversation, left)) = ready.read else {
            self.apply_here(ChatInput::Taken(thread.clone()));
            return;
        };
        self.apply_here(ChatInput::Loaded(conversation));
        self.past_wanted(thread);
        // The composer has what closed pages left: store it as this page's own.
        self.adopted(thread, left);
    }

    /// Applies an input about this page's role in a thread.
    pub(super) fn apply_here(&self, input: ChatInput) {
        self.apply(Post {
            input,
            urgent: false,
            from: Origin::Here,
        });
    }
}
