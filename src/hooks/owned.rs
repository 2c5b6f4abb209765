//! What lives as long as the component it was made in: listeners, timers, observers.
//!
//! Not responsible for when a component ends: its [`Owner`](leptos::prelude::Owner) does that.

use leptos::prelude::*;

/// Keeps something until the current owner ends.
///
/// Without an owner it is kept for as long as the page lives.
pub fn keep(held: impl Sized + 'static) {
    let _ = StoredValue::new_local(held);
}

/// Calls back when the current owner ends, before its signals do.
pub fn at_end(call: impl FnOnce() + 'static) {
    let held = StoredValue::new_local(Some(call));
    on_cleanup(move || {
        if let Some(call) = held.try_update_value(Option::take).flatten() {
            call();
        }
    });
}

/// Runs now, and again whenever a signal that it read has changed, until the current owner ends.
/// Leptos's own [`Effect`] first runs a moment later.
pub fn effect(mut run: impl FnMut() + 'static) {
    keep(RenderEffect::new(move |_| run()));
}
