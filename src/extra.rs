//! Modules that are loaded when they are first needed.
//!
//! Not responsible for what is in them: `extras/` has Midturn's own, embedders bring theirs.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/extra/load.js")]
extern "C" {
    /// Imports one of Midturn's own modules by its name.
    #[wasm_bindgen(js_name = load)]
    fn import(name: &str) -> Promise;

    /// The same, when the page has nothing else to do.
    #[wasm_bindgen(js_name = loadIdle)]
    fn import_idle(name: &str) -> Promise;
}

/// One of Midturn's own modules.
///
/// # Errors
/// What the browser says where it could not be loaded.
pub async fn load(name: &str) -> Result<JsValue, JsValue> {
    settled(import(name).into()).await
}

/// One of Midturn's own modules that can wait until the page has nothing else to do.
///
/// # Errors
/// As [`load`].
pub async fn load_idle(name: &str) -> Result<JsValue, JsValue> {
    settled(import_idle(name).into()).await
}

/// What a value comes to: the value of a promise, any other value itself.
///
/// # Errors
/// What the promise is refused with.
pub async fn settled(value: JsValue) -> Result<JsValue, JsValue> {
    wasm_bindgen_futures::JsFuture::from(Promise::resolve(&value)).await
}

/// A member of an object; undefined where there is none.
pub fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// A method of an object.
pub fn method(object: &JsValue, name: &str) -> Option<Function> {
    get(object, name).dyn_into().ok()
}
