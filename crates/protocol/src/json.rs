//! JSON by `serde_json`, and what this crate adds to it: objects and lists read one level at a time,
//! with each value kept as the text it came as.
//!
//! So a value of the wrong type can be shown as it was written, and no number is read or written as
//! a float. Not responsible for what fields mean.

mod base64;
mod brief;

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use self::base64::Base64;
pub use brief::{argument_fields, argument_values, brief_arguments, text_of};

/// A field of an object: its name, and its value as JSON text.
pub(crate) type Field<'a> = (Cow<'a, str>, &'a RawValue);

/// Whether this is one JSON value, with nothing but white space around it.
pub fn is_json(text: &str) -> bool {
    raw(text).is_some()
}

/// The text as one JSON value, without the white space around it; none for anything else.
pub fn raw(text: &str) -> Option<&RawValue> {
    serde_json::from_str(text).ok()
}

/// A value as JSON text. Meant for values that can always be written: structs, lists, and texts.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // Fails for a map with other keys than strings, and for a `Serialize` that says so: none of
    // the values here.
    serde_json::to_string(value).unwrap_or_default()
}

/// A text as JSON.
pub fn string_of(text: &str) -> String {
    to_json(text)
}

/// A text as it stands inside of a JSON string.
pub fn inside_string(text: &str) -> String {
    let whole = string_of(text);
    let inside = whole
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inside.unwrap_or_default().to_owned()
}

/// The fields of an object, in order, those of the same name included; none for anything else.
pub(crate) fn fields(json: &str) -> Option<Vec<Field<'_>>> {
    let fields: Fields<'_> = serde_json::from_str(json).ok()?;
    Some(fields.0)
}

/// The elements of a list; none for anything else.
pub(crate) fn list(json: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(json.get()).ok()
}

/// The text of a JSON string, and whether it had to be repaired; none for anything else.
///
/// JavaScript writes half a surrogate pair as an escape when a text is cut inside an emoji. That
/// is no reason to lose the rest of the text: the half becomes a replacement character.
pub(crate) fn text(json: &RawValue) -> Option<(Cow<'_, str>, bool)> {
    let inside = json.get().strip_prefix('"')?.strip_suffix('"')?;
    if !inside.contains('\\') {
        return Some((Cow::Borrowed(inside), false));
    }
    if let Ok(text) = serde_json::from_str(json.get()) {
        return Some((Cow::Owned(text), false));
    }
    let Bytes(bytes) = serde_json::from_str(json.get()).ok()?;
    Some((Cow::Owned(repaired(&bytes)), true))
}

/// The text of bytes in which halves of surrogate pairs are written like other characters (WTF-8).
fn repaired(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        // A half is three bytes, each of which is a chunk of its own. This is the first.
        if chunk.invalid() == [0xed] {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    text
}

/// An object's fields. Serde's maps would lose their order, or all but one of the same name.
struct Fields<'a>(Vec<Field<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl<'de> Visitor<'de> for Read {
            type Value = Vec<Field<'de>>;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some((name, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                    let (name, _) = text(name).ok_or_else(|| de::Error::custom("no name"))?;
                    fields.push((name, value));
                }
                Ok(fields)
            }
        }

        deserializer.deserialize_map(Read).map(Fields)
    }
}

/// The bytes of a JSON string, which `serde_json` reads with halves of surrogate pairs.
struct Bytes(Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl Visitor<'_> for Read {
            type Value = Vec<u8>;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("a string")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
                Ok(bytes.to_owned())
            }
        }

        deserializer.deserialize_bytes(Read).map(Bytes)
    }
}

#[cfg(test)]
mod tests;
