//! Saves files through the browser.

use js_sys::Array;
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::later;

/// How long an object URL stays valid after the click, in milliseconds.
const GONE: u32 = 60_000;

/// Saves a text as a file of this name.
pub fn save_text(name: &str, media_type: &str, text: &str) {
    let about = BlobPropertyBag::new();
    about.set_type(media_type);
    let parts = Array::of1(&JsValue::from_str(text));
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &about) {
        save_blob(name, &blob);
    }
}

/// Saves a blob as a file of this name.
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
        // Cannot fail for a URL that was created here.
        let _ = Url::revoke_object_url(&address);
    });
}
