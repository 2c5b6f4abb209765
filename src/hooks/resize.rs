//! Tells when an element has another size.
//!
//! Not responsible for what is measured then.

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

use crate::hooks::at_end;

/// Calls when `element` is drawn first and whenever it has another size, until the current owner ends.
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
