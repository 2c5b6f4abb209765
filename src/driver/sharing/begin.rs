//! How a page that has a thread's lock begins to drive the thread: it looks for what is stored, then
//! keeps its copy, or reads the stored one. The core decides which.
//!
//! All of this takes time. Meanwhile the page may lose or release the lock. So each step names the
//! request for the lock with which it began, and what it read counts only if that request is not
//! over.

use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::id::ThreadId;
use midturn_core::sharing::{Ask, Place, SharingInput};

use super::super::letter::{Letter, ReadyThread};
use super::super::pages::{Right, fences_of};
use super::super::storage::{Keys, StorageError, Table, Write, fence_key};
use super::SharedThreads;

impl SharedThreads {
    /// Takes a thread over by hand: from a page that has its lock.
    pub(super) fn steal(self: &Rc<Self>, thread: &ThreadId) {
        let (me, thread) = (self.clone(), thread.clone());
        self.reads.begin((), async move {
            // Before: the page that hangs is refused even if this page ends now.
            // Unless that page has closed meanwhile, and this one has its lock.
            if me.put_up_fence(&thread, Right::None).await {
                me.pages.ask_lock(&thread, Ask::Steal);
            }
        });
    }

    /// Finds out the thread's fence, and the place of what is stored.
    pub(super) fn look(self: &Rc<Self>, thread: &ThreadId, by_hand: bool) {
        let (me, thread) = (self.clone(), thread.clone());
        let serial = self.pages.granted_serial(&thread);
        self.reads.begin((), async move {
            // After a take-over by hand too: another page may have had the lock in between.
            if by_hand && !me.put_up_fence(&thread, Right::Later).await {
                return;
            }
            let (fence, stored) = me.fences(&thread).await;
            if me.pages.is_current(&thread, serial) {
                me.pages
                    .share(&thread, SharingInput::Found { fence, stored });
            }
        });
    }

    /// Puts up the thread's next fence, so that storage refuses the writes of the page that has or
    /// had the lock. Returns false if this page's request for the lock ended meanwhile, or its right
    /// to the thread is not `right` any more: a fence that comes later would be in its own way.
    async fn put_up_fence(&self, thread: &ThreadId, right: Right) -> bool {
        let serial = self.pages.lock_serial(thread);
        let is_wanted =
            || self.pages.is_current(thread, serial) && self.pages.right_to(thread) == right;
        loop {
            let (fence, _) = self.fences(thread).await;
            if !is_wanted() {
                return false;
            }
            let table = Table::Fences;
            let key = fence_key(thread.as_str(), fence + 1);
            let written = self.store.write(vec![Write::Add { table, key }]).await;
            if !is_wanted() {
                return false;
            }
            // Another page puts up a fence at the same time.
            if written != Err(StorageError::Conflict) {
                return true;
            }
        }
    }

    /// The number of a thread's last fence, and the place of its last stored write.
    pub(super) async fn fences(&self, thread: &ThreadId) -> (u64, Place) {
        let keys = Keys::Of(thread.as_str().to_owned());
        let records = self.store.bytes_patiently(Table::Fences, keys).await;
        fences_of(&records.unwrap_or_default())
    }

    /// Gets a thread ready to be driven: with what is stored, or with this page's copy.
    pub(super) fn get_ready(self: &Rc<Self>, thread: &ThreadId, read: bool) {
        let (me, thread) = (self.clone(), thread.clone());
        let serial = self.pages.lock_serial(&thread);
        self.reads.begin((), async move {
            // To rejoin its runs: the previous driving page may have stored the URL without this page
            // receiving it.
            if !me.requests.is_announced() {
                me.requests.recall().await;
            }
            if !me.pages.is_current(&thread, serial) {
                return;
            }
            let read = if read {
                let (conversation, left) = me.loading.load(&thread).await;
                Some((Box::new(conversation), left))
            } else {
                None
            };
            let ready = ReadyThread { serial, read };
            me.cx.inbox.put(Letter::Ready(thread, ready));
            me.cx.drain();
        });
    }

    /// Drives a thread from now on, unless the lock is gone. In that case, what closed pages left
    /// stays in storage.
    pub(in super::super) fn take_ready(self: &Rc<Self>, thread: &ThreadId, ready: ReadyThread) {
        if !self.pages.is_current(thread, ready.serial) {
            self.pages.with(thread, |held| held.adopted = false);
            return;
        }
        if ready.read.is_some() {
            // What is stored is newer than this page's copy, which must not be written over it.
            self.saving.forget(thread);
            self.saving.mark_draft(thread);
        }
        self.take(thread, SharingInput::Ready);
        let Some((conversation, left)) = ready.read else {
            self.cx.apply_now(ChatInput::Taken(thread.clone()));
            return;
        };
        self.cx.apply_now(ChatInput::Loaded(conversation));
        self.effects.past.wanted(thread);
        // The composer has what closed pages left: store it as this page's own. Messages that were sent
        // while the thread was loading come first: until then, only the stored draft has them.
        self.cx.inbox.put(Letter::Adopted(thread.clone(), left));
    }
}
