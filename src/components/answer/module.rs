//! Modules that are loaded when they are first needed.
//!
//! Not responsible for what is in them: `extras/` has Midturn's own, embedders bring theirs.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/components/answer/load.js")]
extern "C" {
    /// Imports one of Midturn's own modules by its name.
    #[wasm_bindgen(js_name = load)]
    fn import(name: &str) -> Promise;

    /// The same, when the page has nothing else to do.
    #[wasm_bindgen(js_name = loadIdle)]
    fn import_idle(name: &str) -> Promise;
}

/// One of Midturn's own modules.
pub(super) async fn load(name: &str) -> Result<JsValue, JsValue> {
    settled(import(name).into()).await
}

/// One of Midturn's own modules that can wait until the page has nothing else to do.
pub(super) async fn load_idle(name: &str) -> Result<JsValue, JsValue> {
    settled(import_idle(name).into()).await
}

/// What a value comes to: the value of a promise, any other value itself.
pub(super) async fn settled(value: JsValue) -> Result<JsValue, JsValue> {
    wasm_bindgen_futures::JsFuture::from(Promise::resolve(&value)).await
}

/// A member of an object; undefined where there is none.
pub(super) fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// A method of an object.
pub(super) fn method(object: &JsValue, name: &str) -> Option<Function> {
    get(object, name).dyn_into().ok()
}
