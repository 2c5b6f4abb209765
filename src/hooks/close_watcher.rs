//! The browser's own way to close something: Back on Android, for one.

use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::EventTarget;

use super::{Listener, effect};

#[wasm_bindgen]
extern "C" {
    /// `CloseWatcher`, which Chromium alone has.
    type CloseWatcher;
    #[wasm_bindgen(constructor, catch)]
    fn new() -> Result<CloseWatcher, JsValue>;
    #[wasm_bindgen(method)]
    fn destroy(this: &CloseWatcher);
}

/// What watches while something is open.
struct Watching {
    watcher: CloseWatcher,
    _closed: Listener,
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.watcher.destroy();
    }
}

/// Sets `open` to false when the person closes what is open in the browser's own way. Until the current
/// owner ends.
pub fn use_close_watcher(open: RwSignal<bool>) {
    let held = StoredValue::new_local(None::<Watching>);
    effect(move || {
        held.set_value(None);
        if open.get() {
            held.set_value(watch(open));
        }
    });
}

fn watch(open: RwSignal<bool>) -> Option<Watching> {
    let watcher = CloseWatcher::new().ok()?;
    let target: &EventTarget = watcher.unchecked_ref();
    let close = move |_| {
        open.try_set(false);
    };
    Some(Watching {
        _closed: Listener::new(target, "close", false, Box::new(close)),
        watcher,
    })
}
