//! Loads ahead of time the parts of the program that a person is likely to need next, when the first
//! turn is over and the browser is idle: the first answer comes first, and a click waits for nothing.
//!
//! Not responsible for a part that is needed earlier: its component loads it.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::tools::use_first_turn_over;
use crate::components::{activity, queue};

/// How long the browser may be busy before the parts are loaded anyway, in milliseconds.
const LONGEST_MS: u32 = 2_000;

/// Begins to load the parts once.
pub(super) fn load_ahead() {
    let over = use_first_turn_over();
    Effect::new(move |begun: Option<bool>| {
        let begun = begun.unwrap_or_default();
        if over.get() && !begun {
            when_idle(|| {
                activity::fetch_steps();
                activity::fetch_details();
                queue::fetch_waiting();
            });
        }
        begun || over.get()
    });
}

/// Calls `then` when the browser is idle; at once in browsers that do not say when they are.
fn when_idle(then: impl FnOnce() + 'static) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let call = Closure::once_into_js(then);
    let longest = web_sys::IdleRequestOptions::new();
    longest.set_timeout(LONGEST_MS);
    let call: &js_sys::Function = call.unchecked_ref();
    if window
        .request_idle_callback_with_options(call, &longest)
        .is_err()
    {
        let _ = call.call0(&wasm_bindgen::JsValue::NULL);
    }
}
