//! The style sheets, adopted by a document or a shadow root: one for a chat that is empty, one for
//! what comes with the first message, one for the page around it, one for developers.
//!
//! Not responsible for what is in them (see `style/`). An adopted sheet passes a strict content
//! security policy, which a `style` element does not.

use std::cell::OnceCell;

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleSheet, Element};

/// The chat's style sheet, as the build script writes it.
const CHAT: &str = include_str!(concat!(env!("OUT_DIR"), "/chat.css"));

/// The style sheet of turns, queue and dialogs.
const TURNS: &str = include_str!(concat!(env!("OUT_DIR"), "/turns.css"));

/// The style sheet of what is around a chat on the standalone page.
const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.css"));

/// The style sheet of what developers ask for.
const DEBUG: &str = include_str!(concat!(env!("OUT_DIR"), "/debug.css"));

thread_local! {
    static SHEET: Option<CssStyleSheet> = sheet(CHAT);
    static LATER: OnceCell<Option<CssStyleSheet>> = const { OnceCell::new() };
    static FOR_DEBUG: OnceCell<Option<CssStyleSheet>> = const { OnceCell::new() };
}

/// Adds the chat's style sheet to a document's or shadow root's own.
pub fn adopt_style(root: &JsValue) {
    SHEET.with(|sheet| adopt(root, sheet.as_ref()));
}

/// Adds the style sheet of turns, queue and dialogs to the document or shadow root that an element
/// is in. Apart, because a page that has just been opened has none of them.
#[inline(never)]
pub fn adopt_turns_style(element: &Element) {
    let sheet = LATER.with(|held| held.get_or_init(|| sheet(TURNS)).clone());
    adopt(&element.get_root_node(), sheet.as_ref());
}

/// Adds the style sheet of what developers ask for to the document or shadow root that an element is
/// in.
#[inline(never)]
pub fn adopt_debug_style(element: &Element) {
    let sheet = FOR_DEBUG.with(|held| held.get_or_init(|| sheet(DEBUG)).clone());
    adopt(&element.get_root_node(), sheet.as_ref());
}

/// Adds the standalone page's style sheet to the document's own.
pub fn adopt_page_style(document: &JsValue) {
    adopt(document, sheet(PAGE).as_ref());
}

fn adopt(root: &JsValue, sheet: Option<&CssStyleSheet>) {
    let Some(sheet) = sheet else { return };
    let key = JsValue::from_str("adoptedStyleSheets");
    // What is no longer on the page has no style sheets.
    let Some(held) = Reflect::get(root, &key).ok().filter(JsValue::is_object) else {
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
    let replace = Reflect::get(&sheet, &JsValue::from_str("replaceSync")).ok()?;
    replace
        .dyn_into::<Function>()
        .ok()?
        .call1(&sheet, &JsValue::from_str(text))
        .ok()?;
    Some(sheet)
}
