//! Work that goes on outside the driver: requests, tools, timers.
//!
//! Each piece of work has a serial number. A callback names its work by this number, because the
//! work may be gone by then.

use std::cell::{Cell, RefCell};

use midturn_core::time::Millis;

use super::Runtime;
use crate::transport::OnDrop;

/// The serial numbers given so far.
#[derive(Default)]
pub(super) struct Serials(Cell<u64>);

impl Serials {
    /// A number that was not given before. Never 0.
    pub(super) fn next(&self) -> u64 {
        let serial = self.0.get() + 1;
        self.0.set(serial);
        serial
    }
}

/// The pieces of one kind of work. A handle that is dropped may call back: no handle is dropped
/// while the list is borrowed.
pub(super) struct Pending<T>(RefCell<Vec<T>>);

impl<T> Default for Pending<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T> Pending<T> {
    pub(super) fn push(&self, work: T) {
        self.0.borrow_mut().push(work);
    }

    pub(super) fn any(&self, is_it: impl Fn(&T) -> bool) -> bool {
        self.0.borrow().iter().any(is_it)
    }

    /// Calls `with` with the first piece of which `is_it` is true. `with` must not use the list.
    pub(super) fn with<R>(
        &self,
        is_it: impl Fn(&T) -> bool,
        with: impl FnOnce(&mut T) -> R,
    ) -> Option<R> {
        let mut all = self.0.borrow_mut();
        all.iter_mut().find(|work| is_it(work)).map(with)
    }

    /// Calls `with` with each piece. `with` must not use the list.
    pub(super) fn each(&self, with: impl FnMut(&mut T)) {
        self.0.borrow_mut().iter_mut().for_each(with);
    }

    /// Takes the first piece of which `is_it` is true out of the list.
    pub(super) fn take(&self, is_it: impl Fn(&T) -> bool) -> Option<T> {
        let mut all = self.0.borrow_mut();
        let place = all.iter().position(is_it)?;
        Some(all.swap_remove(place))
    }

    /// Drops all pieces of which `is_it` is true. Returns whether there were any.
    pub(super) fn drop_where(&self, is_it: impl Fn(&T) -> bool) -> bool {
        let mut all = self.0.borrow_mut();
        let (gone, kept): (Vec<_>, Vec<_>) = all.drain(..).partition(|work| is_it(work));
        *all = kept;
        drop(all);
        !gone.is_empty()
    }

    /// Drops everything.
    pub(super) fn clear(&self) {
        drop(self.0.take());
    }
}

impl Runtime {
    /// Calls `then` once with `serial` after `ms` milliseconds, unless the driver is gone.
    pub(super) fn after(&self, ms: Millis, serial: u64, then: fn(&Self, u64)) -> OnDrop {
        let me = self.me.clone();
        let due = Box::new(move || {
            if let Some(me) = me.upgrade() {
                then(&me, serial);
            }
        });
        self.shell.timers.after(ms, due)
    }
}
