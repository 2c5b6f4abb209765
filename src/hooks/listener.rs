//! Event listeners that end when their handle is dropped. Also timers and frame callbacks, which
//! cannot be cancelled.

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

/// Calls `call` after this many milliseconds, even if its component is gone by then.
pub fn later(milliseconds: u32, call: impl FnOnce() + 'static) {
    let call = once(Box::new(call));
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    if let Some(window) = web_sys::window() {
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&call, milliseconds);
    }
}

/// Calls `call` in the next frame, even if its component is gone by then.
pub fn after_frame(call: impl FnOnce() + 'static) {
    let call = once(Box::new(call));
    if let Some(window) = web_sys::window() {
        let _ = window.request_animation_frame(&call);
    }
}

fn once(call: Box<dyn FnOnce()>) -> js_sys::Function {
    Closure::once_into_js(call).unchecked_into()
}
