//! Text fields that grow with their text.
//!
//! Not responsible for the greatest height, which the style sheet sets.

use wasm_bindgen::JsValue;
use web_sys::HtmlTextAreaElement;

/// Gives a text field the height of its text.
pub fn grow(field: &HtmlTextAreaElement) {
    let style = web_sys::HtmlElement::style(field);
    // Where the browser can, the style sheet has it do so, without a layout for each key.
    if js_sys::Reflect::has(&style, &JsValue::from_str("fieldSizing")).unwrap_or_default() {
        return;
    }
    // Through the object model: a style attribute would need a looser content security policy.
    let _ = style.set_property("block-size", "auto");
    let border = field.offset_height() - field.client_height();
    let height = field.scroll_height() + border;
    if height > 0 {
        let mut value = height.to_string();
        value.push_str("px");
        let _ = style.set_property("block-size", &value);
    }
}
