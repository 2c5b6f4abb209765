//! Sets a signal only if the value differs.

use leptos::prelude::*;

/// Sets a signal only if the value differs, so that its followers do not run for nothing.
pub trait SetIfNew {
    /// The type of the signal's value.
    type Value;

    /// Replaces the value if it differs.
    fn set_if_new(&self, value: Self::Value);
}

impl<S> SetIfNew for S
where
    S: Update,
    S::Value: PartialEq + Sized,
{
    type Value = S::Value;

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
