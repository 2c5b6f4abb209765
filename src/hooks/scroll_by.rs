//! Scrolls an element from code.

use wasm_bindgen::JsValue;
use web_sys::Element;

/// Scrolls by fractions of a pixel too, which the binding's integer property cannot.
pub(super) fn scroll_by(container: &Element, by: f64) {
    let key = JsValue::from_str("scrollTop");
    let now = js_sys::Reflect::get(container, &key)
        .ok()
        .and_then(|top| top.as_f64());
    if let Some(now) = now {
        let _ = js_sys::Reflect::set(container, &key, &JsValue::from_f64(now + by));
    }
}
