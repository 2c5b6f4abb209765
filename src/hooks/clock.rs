//! The present time, for timers on screen.
//!
//! The core's decisions use the time of its inputs instead.

use leptos::prelude::*;
use midturn_core::time::Millis;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::hooks::at_end;

/// How often the time is updated, in milliseconds.
const EVERY: i32 = 1000;

/// A signal of the present time in milliseconds since the epoch, updated every second while its
/// owner lives.
pub fn use_now() -> RwSignal<Millis> {
    let now = RwSignal::new(present());
    let tick = Closure::<dyn FnMut()>::new(move || now.set(present()));
    let window = web_sys::window();
    let interval = window.as_ref().and_then(|window| {
        let call = tick.as_ref().unchecked_ref();
        window
            .set_interval_with_callback_and_timeout_and_arguments_0(call, EVERY)
            .ok()
    });
    at_end(move || {
        if let (Some(window), Some(interval)) = (window, interval) {
            window.clear_interval_with_handle(interval);
        }
        drop(tick);
    });
    now
}

/// Parses a time as backends write it (ISO 8601). `None` if it is not a time.
pub fn read_time(text: &str) -> Option<Millis> {
    let at = js_sys::Date::parse(text);
    at.is_finite().then(|| millis(at))
}

fn present() -> Millis {
    millis(js_sys::Date::now())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds since 1970 are positive and fit; what is before is 0"
)]
fn millis(at: f64) -> Millis {
    at as Millis
}
