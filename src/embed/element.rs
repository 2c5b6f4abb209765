//! What `element.js` calls: mounts a chat into an element's shadow root, and loads its language.

use std::rc::Rc;

use js_sys::{Array, Object, Promise};
use leptos::prelude::untrack;
use midturn::extra::put;
use midturn::i18n::Locale;
use midturn::style::adopt_style;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::ShadowRoot;

use super::drawing::Drawn;
use super::methods::{gone, methods, refusal};
use super::options::text;
use super::strings;

/// Starts the session of an element. The returned object draws the chat, also anew in another thread
/// or language; applies other changes of the options, performs methods, has the state, and removes
/// the chat.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "JavaScript reaches it")]
#[expect(clippy::needless_pass_by_value, reason = "as JavaScript hands it over")]
pub fn mount(root: ShadowRoot, given: JsValue) -> JsValue {
    adopt_style(&root);
    let handle = Object::new();
    let drawn = Rc::new(Drawn::start(root, &given));
    let drawing = drawn.clone();
    put_function(&handle, "draw", move |given| {
        let problems = drawing.draw(&given);
        problems.unwrap_or_default()
    });
    let applying = drawn.clone();
    put_function(&handle, "apply", move |given| {
        applying.apply(&given);
        JsValue::UNDEFINED
    });
    let stated = drawn.clone();
    put_function(&handle, "state", move |_| {
        let state = stated.reached().map(|reached| reached.state());
        state.unwrap_or_default().into()
    });
    let called = drawn.clone();
    let call = Closure::<dyn Fn(String, Array) -> Promise>::new(move |name, given| {
        let reached = called.reached();
        future_to_promise(async move {
            let Ok(perform) = methods().await else {
                return Err(refusal(
                    "load-failed",
                    "a part of the program could not be loaded",
                ));
            };
            // The chat may have ended while the part was loaded.
            match reached.filter(|reached| !reached.session.is_over()) {
                Some(reached) => perform(reached, name, given).await,
                None => Err(gone()),
            }
        })
    });
    put(&handle, "call", &call.into_js_value());
    put_function(&handle, "end", move |_| {
        drawn.end();
        JsValue::UNDEFINED
    });
    handle.into()
}

fn put_function(handle: &Object, name: &str, function: impl Fn(JsValue) -> JsValue + 'static) {
    // The standalone page calls it from effects of its own, which must not follow the chat's signals.
    let function = move |given| untrack(|| function(given));
    let function = Closure::<dyn Fn(JsValue) -> JsValue>::new(function);
    put(handle, name, &function.into_js_value());
}

/// Loads a language that `locale.js` has chosen, and makes one of the embedder's texts if `own` has
/// some. The promise says whether that succeeded. `undefined` if the language is there already.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "JavaScript reaches it")]
pub fn speak(locale: &str, own: JsValue) -> Option<Promise> {
    let locale = Locale::parse(locale)?;
    let is_made = text(&own, "key").is_none_or(|key| strings::made(&key).is_some());
    if locale.is_loaded() && is_made {
        return None;
    }
    Some(future_to_promise(async move {
        if !locale.is_loaded() {
            locale.load().await;
        }
        let spoken = locale.is_loaded() && (is_made || strings::make(locale, &own).await);
        Ok(spoken.into())
    }))
}
