//! Text fields that grow with their text.
//!
//! Not responsible for the greatest height, which the style sheet sets.

use web_sys::HtmlTextAreaElement;

/// Gives a text field the height of its text.
pub fn grow(field: &HtmlTextAreaElement) {
    let style = web_sys::HtmlElement::style(field);
    // The browser does it where it can, without laying the page out for each key.
    let _ = style.set_property("field-sizing", "content");
    let by_browser = style.get_property_value("field-sizing");
    if by_browser.is_ok_and(|value| value == "content") {
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
