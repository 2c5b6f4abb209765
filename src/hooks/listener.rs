//! Event listeners, timers and frames that end when their handle is dropped.
//!
//! Not responsible for what they call.

use std::cell::Cell;
use std::rc::Rc;

use reactive_graph::owner::Owner;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::reactive::at_end;

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
        on: Box<dyn FnMut(web_sys::Event)>,
    ) -> Self {
        let closure = Closure::wrap(on);
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
/// handler there is none: see [`later`].
pub fn after(milliseconds: u32, call: impl FnOnce() + 'static) {
    let alive = alive();
    later(milliseconds, move || {
        if alive.get() {
            call();
        }
    });
}

/// Calls back after this many milliseconds, whatever is gone by then.
pub fn later(milliseconds: u32, call: impl FnOnce() + 'static) {
    let call = once(Box::new(call));
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    if let Some(window) = web_sys::window() {
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&call, milliseconds);
    }
}

/// Calls back in the next frame, whatever is gone by then, as [`later`] does.
pub fn after_frame(call: impl FnOnce() + 'static) {
    let call = once(Box::new(call));
    if let Some(window) = web_sys::window() {
        let _ = window.request_animation_frame(&call);
    }
}

fn once(call: Box<dyn FnOnce()>) -> js_sys::Function {
    Closure::once_into_js(call).unchecked_into()
}

/// True until the current owner is cleaned up.
fn alive() -> Rc<Cell<bool>> {
    let alive = Rc::new(Cell::new(true));
    if Owner::current().is_some() {
        let held = alive.clone();
        at_end(move || held.set(false));
    }
    alive
}
