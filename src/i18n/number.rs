//! Writes whole numbers with a language's digits and grouping, by the browser's `Intl`. Outside of
//! a browser, writes plain digits.

/// A number in the language of this tag.
#[cfg(target_arch = "wasm32")]
pub(super) fn number(tag: &'static str, n: u64) -> String {
    use js_sys::{Array, Function, Intl, Object};
    use std::cell::RefCell;
    use wasm_bindgen::JsValue;

    // All three languages write numbers below 1000 as plain digits. Making an `Intl` format takes
    // longer than a frame.
    if n < 1000 && matches!(tag, "en" | "fr" | "ar-u-nu-latn") {
        return n.to_string();
    }
    thread_local! {
        /// The `Intl` formats, one for each language, because making one takes longer than all its
        /// uses.
        static FORMATS: RefCell<Vec<(&'static str, Function)>> = const { RefCell::new(Vec::new()) };
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "counts and seconds are far from where it begins"
    )]
    let value = JsValue::from_f64(n as f64);
    FORMATS
        .with(|formats| {
            let mut formats = formats.borrow_mut();
            if !formats.iter().any(|(held, _)| *held == tag) {
                let locales = Array::of1(&JsValue::from_str(tag));
                let format = Intl::NumberFormat::new(&locales, &Object::new()).format();
                formats.push((tag, format));
            }
            let format = formats.iter().find(|(held, _)| *held == tag);
            let written = format.and_then(|(_, format)| format.call1(&JsValue::NULL, &value).ok());
            written.and_then(|text| text.as_string())
        })
        .unwrap_or_else(|| n.to_string())
}

/// A number in the language of this tag.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn number(_: &'static str, n: u64) -> String {
    n.to_string()
}
