//! The style sheet, adopted by a document or a shadow root.
//!
//! Not responsible for what is in it (see `style/`). An adopted sheet passes a strict content
//! security policy, which a `style` element does not.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::CssStyleSheet;

/// Every file of `style/`, in the order of the cascade.
const STYLE: &str = concat!(
    include_str!("../../style/tokens.css"),
    include_str!("../../style/base.css"),
    include_str!("../../style/button.css"),
    include_str!("../../style/chat.css"),
    include_str!("../../style/message.css"),
    include_str!("../../style/activity.css"),
    include_str!("../../style/running_card.css"),
    include_str!("../../style/queue.css"),
    include_str!("../../style/composer.css"),
    include_str!("../../style/toast.css"),
    include_str!("../../style/page.css"),
);

thread_local! {
    static SHEET: Option<CssStyleSheet> = sheet();
}

/// Adds the style sheet to a document's or shadow root's own.
pub fn adopt_style(root: &JsValue) {
    SHEET.with(|sheet| {
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
    });
}

fn sheet() -> Option<CssStyleSheet> {
    let sheet = CssStyleSheet::new().ok()?;
    let replace = Reflect::get(&sheet, &JsValue::from_str("replaceSync")).ok()?;
    replace
        .dyn_into::<Function>()
        .ok()?
        .call1(&sheet, &JsValue::from_str(STYLE))
        .ok()?;
    Some(sheet)
}
