//! Giving the person a file.
//!
//! Not responsible for where the browser puts it.

use js_sys::Array;
use wasm_bindgen::JsValue;
use web_sys::{Blob, BlobPropertyBag, HtmlElement, Url};

use super::later;
use crate::dom::el;

/// How long an address may be needed after it was clicked, in milliseconds.
const GONE: u32 = 60_000;

/// Hands a text to the browser to save under a name.
pub fn save_text(name: &str, media_type: &str, text: &str) {
    let about = BlobPropertyBag::new();
    about.set_type(media_type);
    let parts = Array::of1(&JsValue::from_str(text));
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &about) {
        save_blob(name, &blob);
    }
}

/// Hands a file to the browser to save under a name.
pub fn save_blob(name: &str, blob: &Blob) {
    let Ok(address) = Url::create_object_url_with_blob(blob) else {
        return;
    };
    let link = el("a").attr("href", &address).attr("download", name);
    link.cast::<HtmlElement>().click();
    later(GONE, move || {
        // Fails for no address that was made here.
        let _ = Url::revoke_object_url(&address);
    });
}
