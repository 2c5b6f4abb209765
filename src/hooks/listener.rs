//! Event listeners, timers and frames that end when their handle is dropped.
//!
//! Not responsible for what they call.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// An event listener that is removed when this is dropped.
pub struct Listener {
    target: web_sys::EventTarget,
    kind: &'static str,
    capture: bool,
    closure: Closure<dyn FnMut(web_sys::Event)>,
}

impl Listener {
    /// Listens for events of this kind on `target`, in the capturing phase if asked.
    pub fn new(
        target: &web_sys::EventTarget,
        kind: &'static str,
        capture: bool,
        on: impl FnMut(web_sys::Event) + 'static,
    ) -> Self {
        let closure = Closure::new(on);
        // Adding a listener fails for no argument that is given here.
        let _ = target.add_event_listener_with_callback_and_bool(
            kind,
            closure.as_ref().unchecked_ref(),
            capture,
        );
        Self {
            target: target.clone(),
            kind,
            capture,
            closure,
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.target.remove_event_listener_with_callback_and_bool(
            self.kind,
            self.closure.as_ref().unchecked_ref(),
            self.capture,
        );
    }
}

/// Calls back after this many milliseconds, unless the current owner is gone by then. In an event
/// handler that is the owner of the element, which the event may take away: see [`later`].
pub fn after(milliseconds: u64, call: impl FnOnce() + 'static) {
    let alive = alive();
    later(milliseconds, move || {
        if alive.load(Ordering::Relaxed) {
            call();
        }
    });
}

/// Calls back after this many milliseconds, whatever is gone by then: `call` reads and writes
/// signals with `try_` only.
pub fn later(milliseconds: u64, call: impl FnOnce() + 'static) {
    set_timeout(call, std::time::Duration::from_millis(milliseconds));
}

/// Calls back in the next frame, whatever is gone by then, as [`later`] does.
pub fn after_frame(call: impl FnOnce() + 'static) {
    request_animation_frame(call);
}

/// True until the current owner is cleaned up.
fn alive() -> Arc<AtomicBool> {
    let alive = Arc::new(AtomicBool::new(true));
    if Owner::current().is_some() {
        let held = alive.clone();
        on_cleanup(move || held.store(false, Ordering::Relaxed));
    }
    alive
}
