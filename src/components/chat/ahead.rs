//! Loads ahead of time the parts of the program that a person is likely to need next, when the first
//! answer has begun or is over and the browser is idle: the first answer comes first, and a click
//! waits for nothing.
//!
//! Also says when that is (`Ui::rested`), for what is drawn without being asked for: the buttons below an answer and
//! the tools in the bar. The tools come in a long first turn too.
//!
//! Not responsible for a part that is needed earlier: its component loads it. What says why a turn
//! failed is no part: it must be there when nothing can be loaded any more.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::tools::use_first_turn_over;
use crate::components::{Ui, activity, queue};
use crate::hooks::later;
use crate::state::TurnCell;

/// How long the browser may be busy before the parts are loaded anyway, in milliseconds.
const LONGEST_MS: u32 = 2_000;

/// How long the first turn works before the tools in the bar are there although it is not over, in
/// milliseconds. A long turn is a conversation that one wants to search, name or keep.
const LONG_MS: u32 = 4_000;

/// Begins to load the parts, each once.
pub(super) fn load_ahead() {
    let Ui { cells, rested, .. } = Ui::get();
    let answered = Memo::new(move |_| {
        let last = cells.last.get();
        last.is_some_and(|last| last.texts.with(|texts| !texts.is_empty()))
    });
    let first_over = use_first_turn_over();
    // An agent that could not be reached has left nothing to look at, and the parts might not be
    // reached either.
    let over = Memo::new(move |_| {
        let anything = |last: Arc<TurnCell>| {
            !(last.texts.with(Vec::is_empty) && last.activities.with(Vec::is_empty))
        };
        let several = cells.turns.with(Vec::len) > 1;
        first_over.get() && (several || cells.last.get().is_some_and(anything))
    });
    let long = RwSignal::new(false);
    Effect::new(move |counts: Option<bool>| {
        let counts = counts.unwrap_or_default();
        let works = cells.run.with(Option::is_some);
        if works && !counts {
            later(LONG_MS, move || {
                long.try_set(true);
            });
        }
        counts || works
    });
    once(
        move || first_over.get() || long.get(),
        move || {
            // The chat may be gone.
            rested.try_set(true);
        },
    );
    // The list of steps can be opened as soon as there is an answer.
    once(move || answered.get() || over.get(), activity::fetch_steps);
    once(
        move || over.get(),
        || {
            activity::fetch_details();
            queue::fetch_waiting();
        },
    );
}

/// Calls `then` once, when `due` is true and the browser is idle.
fn once(due: impl Fn() -> bool + 'static, then: impl FnOnce() + Copy + 'static) {
    Effect::new(move |done: Option<bool>| {
        let done = done.unwrap_or_default();
        if !done && due() {
            when_idle(then);
            return true;
        }
        done
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
