//! The arguments of a call, from the fields of the panel.

use js_sys::{Array, JSON, Object};
use wasm_bindgen::{JsCast, JsValue};

use super::offer::{Argument, Given};
use crate::extra::put;

/// What a field contains.
#[derive(Clone, Debug, Default)]
pub(super) struct Filled {
    /// A text, a chosen value, or `true`.
    pub(super) text: String,
    /// Files.
    pub(super) files: Vec<web_sys::File>,
}

/// The arguments, in order. A member without a value is left out, and so is an object without
/// members.
///
/// # Errors
/// The name of a field that should be JSON and is not.
pub(super) fn arguments(
    all: &'static [Argument],
    filled: &[Filled],
) -> Result<Array, &'static str> {
    let list = Array::new();
    for (argument, filled) in all.iter().zip(filled) {
        let at = u32::try_from(argument.at).unwrap_or_default();
        let Some(value) = value(argument, filled)? else {
            continue;
        };
        if argument.is_member {
            let held = list.get(at);
            let held: Object = held.dyn_into().unwrap_or_else(|_| Object::new());
            put(&held, argument.name, &value);
            list.set(at, held.into());
        } else {
            list.set(at, value);
        }
    }
    Ok(list)
}

fn value(argument: &Argument, filled: &Filled) -> Result<Option<JsValue>, &'static str> {
    let text = filled.text.as_str();
    Ok(match argument.given {
        Given::Files if filled.files.is_empty() => None,
        Given::Files => Some(
            filled
                .files
                .iter()
                .map(JsValue::from)
                .collect::<Array>()
                .into(),
        ),
        Given::Flag if argument.is_member => (text == "true").then_some(JsValue::TRUE),
        Given::Flag => Some(JsValue::from_bool(text == "true")),
        Given::OrNull if text.is_empty() => Some(JsValue::NULL),
        // The element says what is wrong with an empty text.
        Given::Text | Given::OrNull | Given::Id(_) => Some(JsValue::from_str(text)),
        Given::Optional | Given::Choice(_) => (!text.is_empty()).then(|| JsValue::from_str(text)),
        Given::Number => text.trim().parse().ok().map(JsValue::from_f64),
        Given::Json if text.trim().is_empty() => None,
        Given::Json => Some(JSON::parse(text).map_err(|_| argument.name)?),
    })
}

/// The call as code.
pub(super) fn written(method: &str, arguments: &Array) -> String {
    let written = arguments.iter().map(|argument| {
        let text = JSON::stringify(&argument).ok();
        text.and_then(|text| text.as_string())
            .unwrap_or_else(|| "undefined".to_owned())
    });
    let written: Vec<_> = written.collect();
    format!("await chat.{method}({})", written.join(", "))
}
