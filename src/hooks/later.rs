//! Timers and frame callbacks, which cannot be cancelled.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

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
