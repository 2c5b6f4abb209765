//! Event listeners that end when their handle is dropped.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// An event listener. Dropping this removes it.
pub struct Listener {
    target: web_sys::EventTarget,
    kind: &'static str,
    capture: bool,
    closure: Closure<dyn FnMut(web_sys::Event)>,
}

impl Listener {
    /// Listens for events of this kind on `target`, in the capturing phase if `capture` is set.
    pub fn new(
        target: &web_sys::EventTarget,
        kind: &'static str,
        capture: bool,
        on: Box<dyn FnMut(web_sys::Event)>,
    ) -> Self {
        let closure = Closure::wrap(on);
        // Cannot fail with these arguments.
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
