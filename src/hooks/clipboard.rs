//! Writes to the clipboard.
//!
//! A page without a secure context has no clipboard, and a browser may refuse.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag};

/// Copies a text. Returns whether it was copied.
pub async fn copy_text(text: &str) -> bool {
    done(write("writeText", &text.into())).await
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
