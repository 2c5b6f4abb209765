//! Loads Midturn's own JavaScript modules (from `extras/`) on first use, and reads their values.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/extra/load.js")]
extern "C" {
    /// Imports one of Midturn's own modules by name.
    #[wasm_bindgen(js_name = load)]
    fn import(name: &str) -> Promise;

    /// Imports one of Midturn's own modules by name when the page is idle.
    #[wasm_bindgen(js_name = loadIdle)]
    fn import_idle(name: &str) -> Promise;
}

/// Loads one of Midturn's own modules.
///
/// # Errors
/// The browser's error if the module could not be loaded.
pub async fn load(name: &str) -> Result<JsValue, JsValue> {
    settled(import(name).into()).await
}

/// Loads one of Midturn's own modules when the page is idle.
///
/// # Errors
/// As [`load`].
pub async fn load_idle(name: &str) -> Result<JsValue, JsValue> {
    settled(import_idle(name).into()).await
}

/// Awaits a value if it is a promise; any other value is returned as it is.
///
/// # Errors
/// The reason with which the promise is rejected.
pub async fn settled(value: JsValue) -> Result<JsValue, JsValue> {
    wasm_bindgen_futures::JsFuture::from(Promise::resolve(&value)).await
}

/// A member of an object; undefined if missing, and of what is no object.
pub fn get(object: &JsValue, name: &str) -> JsValue {
    // For these Reflect throws an error, and making one is slow.
    if object.is_undefined() || object.is_null() {
        return JsValue::UNDEFINED;
    }
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// A member that an object has itself, not one that all objects inherit; undefined if missing.
pub fn own(object: &JsValue, name: &str) -> JsValue {
    let key = JsValue::from_str(name);
    let object: Option<&Object> = object.dyn_ref();
    match object.filter(|object| Object::has_own(object, &key)) {
        Some(object) => get(object, name),
        None => JsValue::UNDEFINED,
    }
}

/// Sets a member of an object that was made here.
pub fn put(object: &Object, name: &str, value: &JsValue) {
    // Fails only for frozen objects, and these are not frozen.
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

/// A method of an object.
pub fn method(object: &JsValue, name: &str) -> Option<Function> {
    get(object, name).dyn_into().ok()
}
