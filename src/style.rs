//! The style sheets of a chat, of the page around it and of the page's playground, adopted by a
//! document or a shadow root.
//!
//! A strict content security policy allows an adopted sheet, but not a `style` element. The sheets
//! are in `style/`.

use std::cell::RefCell;

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::CssStyleSheet;

/// The chat's style sheet, as the build script writes it.
const CHAT: &str = include_str!(concat!(env!("OUT_DIR"), "/chat.css"));

/// The style sheet of the standalone page around the chat.
const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.css"));

/// The style sheet of the playground.
const PLAYGROUND: &str = include_str!(concat!(env!("OUT_DIR"), "/playground.css"));

thread_local! {
    /// The chat's style sheet, shared by all elements of a page.
    static SHEET: Option<CssStyleSheet> = sheet(CHAT);

    /// The style sheet of what is loaded later, shared likewise, and the texts in it.
    static LATER: (Option<CssStyleSheet>, RefCell<Vec<&'static str>>) = (sheet(""), RefCell::default());
}

/// Adds the chat's style sheets to those of a document or shadow root.
pub fn adopt_style(root: &JsValue) {
    SHEET.with(|sheet| adopt(root, sheet.as_ref()));
    LATER.with(|(sheet, _)| adopt(root, sheet.as_ref()));
}

/// Styles all chats of the page with a file that came with a part of the program, once.
pub fn add_style(text: &'static str) {
    LATER.with(|(sheet, texts)| {
        let mut texts = texts.borrow_mut();
        let Some(sheet) = sheet else { return };
        if !texts.contains(&text) {
            texts.push(text);
            write(sheet, &texts.concat());
        }
    });
}

/// Adds the styles of a component that is in a part of the program, when the component is made: the name of
/// a file in `style/` that the build script has in its list `LATER`.
#[macro_export]
macro_rules! styled_by {
    ($file:literal) => {
        $crate::style::add_style(include_str!(concat!(env!("OUT_DIR"), "/", $file)))
    };
}

/// Adds the standalone page's style sheet to those of the document.
pub fn adopt_page_style(document: &JsValue) {
    adopt(document, sheet(PAGE).as_ref());
}

/// Adds the playground's style sheet to those of the document.
pub fn adopt_playground_style(document: &JsValue) {
    adopt(document, sheet(PLAYGROUND).as_ref());
}

/// Adds a style sheet to those of the document. Its text can be replaced with [`write`].
pub fn adopt_text(document: &JsValue, text: &str) -> Option<CssStyleSheet> {
    let sheet = sheet(text);
    adopt(document, sheet.as_ref());
    sheet
}

/// Replaces the text of a style sheet. The browser skips rules that it does not understand.
pub fn write(sheet: &CssStyleSheet, text: &str) {
    let key = JsValue::from_str("replaceSync");
    let replace = Reflect::get(sheet, &key).map(JsValue::dyn_into::<Function>);
    if let Ok(Ok(replace)) = replace {
        // Fails only for sheets that were not constructed, and these were.
        let _ = replace.call1(sheet, &JsValue::from_str(text));
    }
}

fn adopt(root: &JsValue, sheet: Option<&CssStyleSheet>) {
    let Some(sheet) = sheet else { return };
    let key = JsValue::from_str("adoptedStyleSheets");
    let Ok(held) = Reflect::get(root, &key) else {
        return;
    };
    let sheets = Array::from(&held);
    if !sheets.includes(sheet, 0) {
        sheets.push(sheet);
        let _ = Reflect::set(root, &key, &sheets);
    }
}

fn sheet(text: &str) -> Option<CssStyleSheet> {
    let sheet = CssStyleSheet::new().ok()?;
    write(&sheet, text);
    Some(sheet)
}

#[cfg(test)]
mod tests;
