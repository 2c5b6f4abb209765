//! Writes to the clipboard.
//!
//! A page without a secure context has no clipboard, and a browser may refuse. Then the browser's old
//! command copies what is selected in a field made for that.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlDocument, HtmlElement, HtmlTextAreaElement};

/// Copies a text. Returns whether it was copied.
pub async fn copy_text(text: &str) -> bool {
    done(write("writeText", &text.into())).await || copy_selected(text).unwrap_or(false)
}

/// Copies a text by selecting it. `None` if the page is no page of HTML.
fn copy_selected(text: &str) -> Option<bool> {
    let page: HtmlDocument = web_sys::window()?.document()?.dyn_into().ok()?;
    let field: HtmlTextAreaElement = page.create_element("textarea").ok()?.dyn_into().ok()?;
    field.set_value(text);
    // Without it, a touch screen shows its keyboard.
    field.set_read_only(true);
    let style = HtmlElement::style(&field);
    for (name, value) in [("position", "fixed"), ("inset", "0"), ("opacity", "0")] {
        let _ = style.set_property(name, value);
    }
    let mut before = page.active_element()?;
    while let Some(inner) = before.shadow_root().and_then(|root| root.active_element()) {
        before = inner;
    }
    // Beside what has the focus: outside of a modal dialog nothing can be selected.
    let around = before.parent_element().unwrap_or_else(|| before.clone());
    around.append_child(&field).ok()?;
    field.select();
    let done = page.exec_command("copy").unwrap_or(false);
    field.remove();
    if let Some(before) = before.dyn_ref::<HtmlElement>() {
        let _ = before.focus();
    }
    Some(done)
}

/// Copies a text together with the same as HTML, for what can paste that. If the browser cannot take
/// both, copies the text alone. Returns whether it was copied.
pub async fn copy_with_html(text: &str, html: &str) -> bool {
    let both = item(text, html).and_then(|item| write("write", &Array::of1(&item)));
    done(both).await || copy_text(text).await
}

/// Calls this method of the clipboard.
fn write(method: &str, what: &JsValue) -> Option<Promise> {
    let clipboard = Reflect::get(&web_sys::window()?.navigator(), &"clipboard".into()).ok()?;
    let write: Function = Reflect::get(&clipboard, &method.into())
        .ok()?
        .dyn_into()
        .ok()?;
    write.call1(&clipboard, what).ok()?.dyn_into().ok()
}

async fn done(promised: Option<Promise>) -> bool {
    match promised {
        Some(promised) => JsFuture::from(promised).await.is_ok(),
        None => false,
    }
}

/// One thing on the clipboard, in two forms. `None` if the browser has no such things.
fn item(text: &str, html: &str) -> Option<JsValue> {
    let kind: Function = Reflect::get(&js_sys::global(), &"ClipboardItem".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let forms = Object::new();
    for (media_type, content) in [("text/plain", text), ("text/html", html)] {
        let about = BlobPropertyBag::new();
        about.set_type(media_type);
        let parts = Array::of1(&content.into());
        let blob = Blob::new_with_str_sequence_and_options(&parts, &about).ok()?;
        Reflect::set(&forms, &media_type.into(), &blob).ok()?;
    }
    Reflect::construct(&kind, &Array::of1(&forms)).ok()
}
