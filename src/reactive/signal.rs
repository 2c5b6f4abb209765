//! A value that effects follow.
//!
//! Not responsible for when they run: the graph runs them soon after a change, once for many.

use std::cell::RefCell;
use std::rc::Rc;

use reactive_graph::graph::Observer;
use reactive_graph::signal::ArcTrigger;
use reactive_graph::traits::{Notify, Track};

/// A value that effects follow. Clones are handles to the same one.
///
/// A closure given to [`with`](Self::with) must not change the same signal, and one given to
/// [`update`](Self::update) must not look at it either.
pub struct Signal<T>(Rc<Held<T>>);

struct Held<T> {
    changed: ArcTrigger,
    value: RefCell<T>,
}

impl<T> Signal<T> {
    /// A signal of this value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(Held {
            changed: ArcTrigger::new(),
            value: RefCell::new(value),
        }))
    }

    /// Looks at the value; the effect that does so follows it from now on.
    pub fn with<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        // Event handlers read too, and follow nothing.
        if Observer::get().is_some() {
            self.0.changed.track();
        }
        self.with_untracked(look)
    }

    /// Looks at the value without following it.
    pub fn with_untracked<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.0.value.borrow())
    }

    /// Replaces the value.
    pub fn set(&self, value: T) {
        self.0.value.replace(value);
        self.0.changed.notify();
    }

    /// Changes the value in place.
    pub fn update<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let done = change(&mut self.0.value.borrow_mut());
        self.0.changed.notify();
        done
    }
}

impl<T: PartialEq> Signal<T> {
    /// Replaces the value if it is another; what follows it stays untouched otherwise.
    pub fn set_if_new(&self, value: T) {
        if self.with_untracked(|held| *held != value) {
            self.set(value);
        }
    }
}

impl<T: Clone> Signal<T> {
    /// The value; the effect that asks follows it from now on.
    pub fn get(&self) -> T {
        self.with(T::clone)
    }

    /// The value, without following it.
    pub fn get_untracked(&self) -> T {
        self.with_untracked(T::clone)
    }
}

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Default> Default for Signal<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}
