//! Setting a signal to what it may be already.

use leptos::prelude::*;

/// Sets a signal where the value is another one: what follows it does not run for nothing.
pub trait SetIfNew {
    /// What the signal holds.
    type Held;

    /// Replaces the value if it is another.
    fn set_if_new(&self, value: Self::Held);
}

impl<S> SetIfNew for S
where
    S: Update,
    S::Value: PartialEq + Sized,
{
    type Held = S::Value;

    fn set_if_new(&self, value: S::Value) {
        self.maybe_update(|held| {
            let other = *held != value;
            if other {
                *held = value;
            }
            other
        });
    }
}
