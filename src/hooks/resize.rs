//! Reports changes of an element's size.

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

use crate::hooks::at_end;

/// Calls `call` when `element` is first drawn and whenever its size changes, until the current
/// owner ends.
pub fn use_resize(element: &Element, call: impl Fn() + 'static) {
    let resized = Closure::<dyn FnMut(Array)>::new(move |_: Array| call());
    let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) else {
        return;
    };
    observer.observe(element);
    at_end(move || {
        observer.disconnect();
        drop(resized);
    });
}
