//! The present time, for what counts seconds on screen.
//!
//! Not responsible for any decision by time: the core gets its own.

use std::time::Duration;

use leptos::prelude::*;
use midturn_core::time::Millis;

/// A signal of the present time in milliseconds since the epoch, renewed every second while its
/// owner lives.
pub fn use_now() -> ReadSignal<Millis> {
    let (now, set_now) = signal(present());
    // leptos 0.9 renames this function; this is its one use.
    let interval = set_interval_with_handle(
        move || {
            set_now.try_set(present());
        },
        Duration::from_secs(1),
    );
    if let Ok(interval) = interval {
        on_cleanup(move || interval.clear());
    }
    now
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds since 1970 are positive and fit"
)]
fn present() -> Millis {
    js_sys::Date::now() as Millis
}
