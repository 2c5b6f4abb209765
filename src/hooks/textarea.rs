//! Text fields that grow with their text.
//!
//! The style sheet sets the greatest height.

use wasm_bindgen::JsValue;
use web_sys::HtmlTextAreaElement;

/// Sets the height of a text field to that of its text.
pub fn grow(field: &HtmlTextAreaElement) {
    let style = web_sys::HtmlElement::style(field);
    // With `field-sizing`, the style sheet sets the height, without a layout for each key.
    if js_sys::Reflect::has(&style, &JsValue::from_str("fieldSizing")).unwrap_or_default() {
        return;
    }
    // Set through the object model: a style attribute would need a looser content security policy.
    let _ = style.set_property("block-size", "auto");
    let border = field.offset_height() - field.client_height();
    let height = field.scroll_height() + border;
    if height > 0 {
        let mut value = height.to_string();
        value.push_str("px");
        let _ = style.set_property("block-size", &value);
    }
}
