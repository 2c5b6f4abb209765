//! Giving the person a file.
//!
//! Not responsible for where the browser puts it.

use js_sys::Array;
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::later;

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
    if let Ok(link) = document().create_element("a") {
        let link: HtmlAnchorElement = link.unchecked_into();
        link.set_href(&address);
        link.set_download(name);
        link.click();
    }
    later(GONE, move || {
        // Fails for no address that was made here.
        let _ = Url::revoke_object_url(&address);
    });
}
