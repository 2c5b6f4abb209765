//! The locks: one for each thread, held by the page that drives it, and one for each page.

use std::cell::Cell;
use std::future::pending;
use std::rc::Rc;

use futures_channel::oneshot;
use midturn_core::id::{PageId, ThreadId};
use midturn_core::sharing::{Ask, SharingInput};

use super::super::shell::LockNews;
use super::Pages;
use crate::transport::OnDrop;

/// The name of a thread's lock, and of its channel.
pub(in super::super) fn lock_name(thread: &ThreadId) -> String {
    format!("midturn:thread:{}", thread.as_str())
}

/// The name of a page's lock.
pub(in super::super) fn page_lock(page: &PageId) -> String {
    format!("midturn:page:{}", page.as_str())
}

impl Pages {
    /// Requests a thread's lock. The outcome of an earlier request is ignored.
    pub(in super::super) fn ask_lock(self: &Rc<Self>, thread: &ThreadId, ask: Ask) {
        let serial = self.next_serial();
        let before = self.with(thread, |held| {
            held.serial = serial;
            held.lock.take()
        });
        drop(before);
        let (me, about) = (Rc::downgrade(self), thread.clone());
        let told = Box::new(move |news| {
            if let Some(me) = me.upgrade().filter(|me| me.is_current(&about, serial)) {
                me.share(
                    &about,
                    match news {
                        LockNews::Granted => SharingInput::Granted,
                        LockNews::Taken => SharingInput::Taken,
                        LockNews::Stolen => SharingInput::Stolen,
                    },
                );
            }
        });
        let Some(peers) = self.peers() else {
            // Nobody else wants it.
            self.put(thread, SharingInput::Granted);
            return;
        };
        match peers.lock(&lock_name(thread), ask, told) {
            Some(lock) => drop(self.with(thread, |held| held.lock.replace(lock))),
            None => self.put(thread, SharingInput::NoLocks),
        }
    }

    fn next_serial(&self) -> u64 {
        let serial = self.locks.get() + 1;
        self.locks.set(serial);
        serial
    }

    /// The request with which this page got the thread. Without locks there may be none: then this is
    /// one.
    pub(in super::super) fn granted_serial(&self, thread: &ThreadId) -> u64 {
        let serial = self.with(thread, |held| {
            if held.serial == 0 {
                held.serial = self.next_serial();
            }
            held.serial
        });
        serial.unwrap_or_default()
    }

    /// Releases a thread's lock, or leaves its queue.
    pub(in super::super) fn unlock(&self, thread: &ThreadId) {
        let lock = self.with(thread, |held| {
            held.serial = 0;
            held.lock.take()
        });
        drop(lock);
    }

    /// The page's last request for the thread's lock; 0 if it is over.
    pub(in super::super) fn lock_serial(&self, thread: &ThreadId) -> u64 {
        let serial = self.with(thread, |held| held.serial);
        serial.unwrap_or_default()
    }

    /// Whether a request for the thread's lock is still the last one, and not over.
    pub(in super::super) fn is_current(&self, thread: &ThreadId, serial: u64) -> bool {
        serial != 0 && self.lock_serial(thread) == serial
    }

    /// Requests a lock. Returns the outcome and the handle that releases the lock; `None` if the
    /// browser has no locks.
    pub(in super::super) async fn lock(&self, name: &str, ask: Ask) -> Option<(LockNews, OnDrop)> {
        let (told, news) = oneshot::channel();
        let told = Cell::new(Some(told));
        let told = Box::new(move |news| {
            if let Some(told) = told.take() {
                // Who asked may be gone.
                let _ = told.send(news);
            }
        });
        let lock = self.peers()?.lock(name, ask, told)?;
        match news.await {
            Ok(news) => Some((news, lock)),
            Err(oneshot::Canceled) => pending().await,
        }
    }
}
