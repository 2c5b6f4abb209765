//! Getting a language's texts there before they are shown. Those of a release are in parts of their
//! own, and what loads the program knows how to get them.
//!
//! Not responsible for which language it is.

use js_sys::{Function, Promise, Reflect};
use midturn::i18n::Locale;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// The page's function that gets a language's texts there (`xtask/src/build/glue.rs`).
const LOADER: &str = "midturnLanguage";

/// Calls back with the language that can be shown: English, if its texts do not come. At once where
/// there is nothing to wait for.
pub(super) fn get(wanted: Locale, done: impl FnOnce(Locale) + 'static) {
    let Some(coming) = ask(wanted) else {
        return done(wanted);
    };
    spawn_local(async move {
        let got = JsFuture::from(coming).await.ok();
        let tag = got.and_then(|tag| tag.as_string()).unwrap_or_default();
        done(Locale::parse(&tag).unwrap_or_default());
    });
}

/// A program in one file has no such function, and one that has the texts does not answer.
fn ask(wanted: Locale) -> Option<Promise> {
    let loader = Reflect::get(&js_sys::global(), &JsValue::from_str(LOADER)).ok()?;
    let loader: Function = loader.dyn_into().ok()?;
    let tag = JsValue::from_str(wanted.tag());
    let coming = loader.call1(&JsValue::UNDEFINED, &tag).ok()?;
    coming.dyn_into().ok()
}
