//! JSON read one level at a time: what nobody asks for, such as a large state, is only skipped.
//!
//! Values stay the text they came as, so that one of the wrong type can be shown as it was
//! written, and no number is ever read or written as a float. Not responsible for what fields
//! mean.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The fields of an object, in order, with their values as JSON text.
#[derive(Debug)]
pub(crate) struct Object<'a>(pub(crate) Vec<(String, &'a str)>);

/// Reads an object; `None` for anything else.
pub(crate) fn object(json: &str) -> Option<Object<'_>> {
    serde_json::from_str(json).ok()
}

/// Reads a list, each element as JSON text; `None` for anything else.
pub(crate) fn list(json: &str) -> Option<Vec<&str>> {
    let list: Vec<&RawValue> = serde_json::from_str(json).ok()?;
    Some(list.into_iter().map(RawValue::get).collect())
}

/// Reads a string, and whether it had to be repaired; `None` for anything else.
///
/// JavaScript writes half a surrogate pair as an escape when a text is cut inside an emoji. That
/// is no reason to lose the rest of the text.
pub(crate) fn string(json: &str) -> Option<(String, bool)> {
    if !json.starts_with('"') {
        return None;
    }
    if let Ok(text) = serde_json::from_str(json) {
        return Some((text, false));
    }
    let text = serde_json::from_str(&without_lone_surrogates(json)?).ok()?;
    Some((text, true))
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
            fields.push((name, value.get()));
        }
        Ok(Object(fields))
    }
}

/// The JSON text with each escaped half of a surrogate pair replaced; `None` if there is none.
fn without_lone_surrogates(json: &str) -> Option<String> {
    let unit = |at: usize| -> Option<u16> {
        let hex = json.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(hex, 16).ok()
    };
    let mut fixed = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(step) = json.get(at..).and_then(|rest| rest.find('\\')) {
        at += step;
        let width = match unit(at) {
            Some(0xD800..0xDC00) if matches!(unit(at + 6), Some(0xDC00..0xE000)) => 12,
            Some(0xD800..0xE000) => {
                fixed.push_str(json.get(copied..at)?);
                fixed.push_str("\\ufffd");
                copied = at + 6;
                6
            }
            Some(_) => 6,
            // A short escape, of which the second character may be a backslash.
            None => 2,
        };
        at += width;
    }
    if copied == 0 {
        return None;
    }
    fixed.push_str(json.get(copied..)?);
    Some(fixed)
}
