//! Whether the program is all there: a release comes in parts, of which the first runs alone for
//! a while.
//!
//! Not responsible for loading them (see `embed/parts.js`), nor for what a person does meanwhile,
//! which `embed/hold.js` keeps.

use std::cell::{Cell, RefCell};

use js_sys::{Function, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::crash::nothing_is_missing;

/// How much there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum There {
    /// What draws a chat. Whether more is needed is not known yet.
    First,
    /// The same, and nothing is stored that would need more.
    Enough,
    /// All of it, which is so from the start where nobody divided it.
    All,
}

struct Waiting {
    needs: There,
    call: Box<dyn FnOnce()>,
}

thread_local! {
    static THERE: Cell<There> = const { Cell::new(There::All) };
    static WAITING: RefCell<Vec<Waiting>> = const { RefCell::new(Vec::new()) };
    static DEBUG: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Calls back when there is enough of the program: at once, if there is. What needs all of it
/// says so; else what an empty chat does is there.
pub(super) fn when_there(all: bool, call: impl FnOnce() + 'static) {
    let needs = if all { There::All } else { There::Enough };
    let call = Box::new(call);
    if THERE.get() >= needs {
        call();
    } else {
        WAITING.with_borrow_mut(|waiting| waiting.push(Waiting { needs, call }));
    }
}

/// Calls back when there is also the part that only developers ask for: at once, where nobody
/// divided the program. Not at all, if it does not come.
pub(super) fn when_debug_is_there(call: impl FnOnce() + 'static) {
    let Some(load) = DEBUG.with_borrow(Clone::clone) else {
        return call();
    };
    let coming = load
        .call0(&JsValue::UNDEFINED)
        .map(|coming| Promise::resolve(&coming));
    spawn_local(async move {
        let came = match coming {
            Ok(coming) => JsFuture::from(coming).await,
            Err(error) => Err(error),
        };
        match came {
            Ok(_) => call(),
            Err(error) => web_sys::console::error_1(&error),
        }
    });
}

/// For what loads the program: more is still to come, and `debug` gets the part there that only
/// developers ask for. Called before anything is mounted.
#[wasm_bindgen(js_name = "partsAreComing")]
#[expect(unreachable_pub, reason = "JavaScript reaches it")]
pub fn parts_are_coming(debug: Option<Function>) {
    THERE.set(There::First);
    DEBUG.set(debug);
}

/// For what loads the program: there is enough for a chat of which nothing is stored, or `all`.
#[wasm_bindgen(js_name = "partsAreThere")]
#[expect(unreachable_pub, reason = "JavaScript reaches it")]
pub fn parts_are_there(all: bool) {
    let there = if all { There::All } else { There::Enough };
    THERE.set(there.max(THERE.get()));
    if all {
        nothing_is_missing();
    }
    let waiting = WAITING.take();
    let (due, still): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|held| held.needs <= there);
    WAITING.set(still);
    for held in due {
        (held.call)();
    }
}
