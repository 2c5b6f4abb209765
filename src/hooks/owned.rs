//! Ties listeners, timers and observers to the life of a component, by its
//! [`Owner`](leptos::prelude::Owner).

use leptos::prelude::*;

/// Keeps a value until the current owner ends.
///
/// Without an owner, keeps it as long as the page lives.
pub fn keep(held: impl Sized + 'static) {
    let _ = StoredValue::new_local(held);
}

/// Calls `call` when the current owner ends, before the owner's signals do.
pub fn at_end(call: impl FnOnce() + 'static) {
    let held = StoredValue::new_local(Some(call));
    on_cleanup(move || {
        if let Some(call) = held.try_update_value(Option::take).flatten() {
            call();
        }
    });
}

/// Runs now, and again whenever a signal that it read changes, until the current owner ends.
/// Leptos's own [`Effect`] first runs a moment later.
pub fn effect(mut run: impl FnMut() + 'static) {
    keep(RenderEffect::new(move |_| run()));
}
