//! The embedder's texts: reads them, and keeps the languages that were made of them. A part of the
//! program, because few pages have texts of their own.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::{Array, Object};
use midturn::extra::{get, put};
use midturn::i18n::{Catalogue, Given, Locale, replaced};
use wasm_bindgen::{JsCast, JsValue};

use super::options::text;

/// A language with an embedder's texts.
#[derive(Clone)]
pub(super) struct Own {
    key: String,
    pub(super) texts: &'static Catalogue,
    /// Why some of the texts are not used: a list of `{ key, message }`.
    pub(super) problems: JsValue,
}

thread_local! {
    /// All that were made: each is made once, and is never freed.
    static MADE: RefCell<Vec<Own>> = const { RefCell::new(Vec::new()) };
}

/// The language with this key, if it was made.
pub(super) fn made(key: &str) -> Option<Own> {
    MADE.with_borrow(|made| made.iter().find(|own| own.key == key).cloned())
}

/// Makes a language of the object `own` of `locale.js`. Returns whether the part that does it could be
/// loaded.
pub(super) async fn make(base: Locale, own: &JsValue) -> bool {
    let Ok(read) = reader().await else {
        return false;
    };
    let key = text(own, "key").unwrap_or_default();
    // Another element may have made it meanwhile.
    if made(&key).is_none() {
        let (texts, problems) = read(base.catalogue(), own);
        let own = Own {
            key,
            texts,
            problems,
        };
        MADE.with_borrow_mut(|made| made.push(own));
    }
    true
}

/// Makes a language of an object of `locale.js`. Returns also the problems.
type Read = fn(&Catalogue, &JsValue) -> (&'static Catalogue, JsValue);

midturn::part! {
    in strings
    fn reader() -> Read { read }
}

fn read(base: &Catalogue, own: &JsValue) -> (&'static Catalogue, JsValue) {
    let mut given = BTreeMap::new();
    for layer in get(own, "layers").unchecked_into::<Array>().iter() {
        given.extend(entries(&layer).filter(|(key, _)| key != "dir"));
    }
    let tag = text(own, "tag").unwrap_or_default();
    let (texts, problems) = replaced(base, &tag, get(own, "rtl").is_truthy(), given);
    let told = Array::new();
    for problem in problems {
        let one = Object::new();
        put(&one, "key", &JsValue::from_str(&problem.key));
        put(&one, "message", &JsValue::from_str(&problem.message));
        told.push(&one);
    }
    (texts, told.into())
}

/// The members of an object that have a value.
fn entries(object: &JsValue) -> impl Iterator<Item = (String, Given)> {
    let entries = object.dyn_ref().map(Object::entries).unwrap_or_default();
    entries.into_iter().filter_map(|entry| {
        let entry: Array = entry.unchecked_into();
        let value = entry.get(1);
        let is_given = !value.is_null_or_undefined();
        is_given.then_some((entry.get(0).as_string()?, given(&value)))
    })
}

fn given(value: &JsValue) -> Given {
    match value.as_string() {
        Some(text) => Given::Text(text),
        None if value.is_object() && !Array::is_array(value) => {
            Given::Forms(entries(value).collect())
        }
        None => Given::Other,
    }
}
