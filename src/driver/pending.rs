//! A list of work that goes on outside the driver, such as requests.
//!
//! The work that a callback is about may be gone by then, so each callback looks for it here.

use std::cell::RefCell;

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
