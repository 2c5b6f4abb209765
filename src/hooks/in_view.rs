//! Reports that an element has come into view.

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry};

use crate::hooks::at_end;

/// Calls `call` whenever `element` comes into view, in whatever scrolls around it, until the current
/// owner ends.
pub fn use_in_view(element: &Element, call: impl Fn() + 'static) {
    let seen = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
        let mut entries = entries.iter().map(JsCast::unchecked_into);
        if entries.any(|entry: IntersectionObserverEntry| entry.is_intersecting()) {
            call();
        }
    });
    let Ok(observer) = IntersectionObserver::new(seen.as_ref().unchecked_ref()) else {
        return;
    };
    observer.observe(element);
    at_end(move || {
        observer.disconnect();
        drop(seen);
    });
}
