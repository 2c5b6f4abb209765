//! Work that goes on outside the driver (requests, tools, timers), as `async` functions.
//!
//! A part of the driver keeps its work in a [`Tasks`], each under a key that says what it is about,
//! and drops it when its subject is gone.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context as Polling, Waker};

use futures_util::future::{AbortHandle, Abortable};

use super::pending::Pending;

/// Work that [`Spawn`] goes on with.
pub type Work = Pin<Box<dyn Future<Output = ()>>>;

/// Goes on with work as long as it waits. What the page runs its other `async` functions with.
pub type Spawn = fn(Work);

/// The work of one part of the driver.
pub(super) struct Tasks<K> {
    spawn: Spawn,
    running: Rc<Pending<Task<K>>>,
    serials: Cell<u64>,
}

/// Work that has begun.
struct Task<K> {
    serial: u64,
    key: K,
    abort: AbortHandle,
}

impl<K: 'static> Tasks<K> {
    pub(super) fn new(spawn: Spawn) -> Self {
        Self {
            spawn,
            running: Rc::default(),
            serials: Cell::new(0),
        }
    }

    /// Begins work before this method returns, up to the first place where it waits.
    pub(super) fn begin(&self, key: K, work: impl Future<Output = ()> + 'static) {
        self.begin_boxed(key, Box::pin(work));
    }

    fn begin_boxed(&self, key: K, work: Work) {
        let serial = self.serials.get() + 1;
        self.serials.set(serial);
        let (abort, registration) = AbortHandle::new_pair();
        self.running.push(Task { serial, key, abort });
        let running = Rc::downgrade(&self.running);
        let work = Abortable::new(work, registration);
        let work = async move {
            // Either it is done or it was dropped: both end it.
            let _ = work.await;
            if let Some(running) = running.upgrade() {
                running.take(|task| task.serial == serial);
            }
        };
        begin(self.spawn, Box::pin(work));
    }

    pub(super) fn any(&self, is_it: impl Fn(&K) -> bool) -> bool {
        self.running.any(|task| is_it(&task.key))
    }

    /// Drops the work of these keys. Work that drops itself goes on until it next waits. Returns
    /// whether there was any.
    pub(super) fn drop_where(&self, is_it: impl Fn(&K) -> bool) -> bool {
        let mut dropped = false;
        while let Some(task) = self.running.take(|task| is_it(&task.key)) {
            task.abort.abort();
            dropped = true;
        }
        dropped
    }

    /// Drops all work.
    pub(super) fn clear(&self) {
        self.drop_where(|_| true);
    }
}

impl<K> Drop for Tasks<K> {
    fn drop(&mut self) {
        while let Some(task) = self.running.take(|_| true) {
            task.abort.abort();
        }
    }
}

/// Begins work at once. What is left to do when it waits goes to `spawn`, which
/// goes on after what runs now.
pub(super) fn begin(spawn: Spawn, mut work: Work) {
    // `spawn` polls it again, so nothing is missed without a waker here.
    let mut polling = Polling::from_waker(Waker::noop());
    if work.as_mut().poll(&mut polling).is_pending() {
        spawn(work);
    }
}
