//! Text fields that grow with their text, and what the program writes into them.
//!
//! The style sheet sets the greatest height.

use leptos::html::Textarea;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlDocument, HtmlTextAreaElement};

use super::after_frame;

/// The longest text in bytes that is put into a field as an edit. Chromium takes 14 ms for 1 KB of
/// lines, and 7 s for 64 KB.
const LONGEST_EDIT: usize = 2048;

/// Puts `text` in the place of what is in the field, as an edit of the person would: undo goes back
/// over it. Setting the value mixes up the browser's list of edits: undo then brings back a text that
/// was sent, and never the one that was typed after it. A long text is set, because an edit would block
/// the page.
///
/// An edit fires `input`.
pub fn write(field: &HtmlTextAreaElement, text: &str) {
    let page = field.owner_document();
    if let Some(page) = page.and_then(|page| page.dyn_into::<HtmlDocument>().ok())
        && field.matches(":focus").unwrap_or(false)
        && text.len() <= LONGEST_EDIT
    {
        field.select();
        let command = if text.is_empty() {
            "delete"
        } else {
            "insertText"
        };
        let _ = page.exec_command_with_show_ui_and_value(command, false, text);
    }
    // Also without the focus, and where the browser has no such edit.
    if field.value() != text {
        field.set_value(text);
    }
}

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

/// The same for a field that has just been made: it has its text a moment later.
pub fn grow_at_first(field: HtmlTextAreaElement) {
    after_frame(move || grow(&field));
}

/// Sets the height of an editor's field to that of its text and focuses it, once it is on the page.
pub fn grow_and_focus(field: NodeRef<Textarea>) {
    Effect::new(move || {
        if let Some(field) = field.get() {
            after_frame(move || {
                grow(&field);
                let _ = field.focus();
            });
        }
    });
}
