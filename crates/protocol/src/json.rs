//! Additions to `serde_json`: reads objects and lists one level at a time and keeps each value's
//! text.
//!
//! This way a value of the wrong type can be shown as it was written, and no number passes through
//! a float.

mod base64;
mod brief;

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use self::base64::Base64;
pub use brief::{argument_fields, argument_values, brief_arguments, leaves, text_of};

/// A field of an object: its name, and its value as JSON text.
pub type Field<'a> = (Cow<'a, str>, &'a RawValue);

/// Whether the text is exactly one JSON value, with optional white space around it.
pub fn is_json(text: &str) -> bool {
    raw(text).is_some()
}

/// The text as one JSON value, without the white space around it; `None` for anything else.
pub fn raw(text: &str) -> Option<&RawValue> {
    serde_json::from_str(text).ok()
}

/// A value as JSON text. Only for values that always serialize: structs, lists and texts.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // Serialization fails only for maps with non-string keys and for a failing `Serialize`, which
    // the values here do not have.
    serde_json::to_string(value).unwrap_or_default()
}

/// A text as JSON.
pub fn string_of(text: &str) -> String {
    to_json(text)
}

/// What the body of an HTTP error says: the message, if it is JSON of one of the usual shapes
/// (`{"error": {"message"}}`, or `message`, `detail` or `error` as text); else the body as it is.
pub fn error_words(body: String) -> String {
    let error = field(&body, "error");
    let within = error.as_deref().and_then(|error| field(error, "message"));
    let all = [
        within,
        field(&body, "message"),
        field(&body, "detail"),
        error.clone(),
    ];
    match all.into_iter().flatten().find_map(|json| words(&json)) {
        Some(words) => with_provider_words(words, &error.unwrap_or_default()),
        None => body,
    }
}

/// The message of an error, and what the provider behind a gateway said: `OpenRouter` has that in
/// `metadata.raw`, and says itself only "Provider returned error".
pub fn with_provider_words(message: String, error: &str) -> String {
    let raw = field(error, "metadata").and_then(|metadata| field(&metadata, "raw"));
    let said = raw.and_then(|raw| words(&raw));
    // It is often the body of the provider's own response.
    match said.map(error_words) {
        Some(said) if !message.contains(&said) => format!("{message}: {said}"),
        Some(_) | None => message,
    }
}

/// A field of an object, as JSON text.
fn field(json: &str, name: &str) -> Option<String> {
    let found = fields(json)?.into_iter().find(|(held, _)| held == name);
    found.map(|(_, value)| value.get().to_owned())
}

/// The text of a JSON string that is not blank.
fn words(json: &str) -> Option<String> {
    let text: Option<String> = serde_json::from_str(json).ok();
    text.filter(|text| !text.trim().is_empty())
}

/// A text escaped for a JSON string, without the quotes.
pub fn inside_string(text: &str) -> String {
    let whole = string_of(text);
    let inside = whole
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inside.unwrap_or_default().to_owned()
}

/// The fields of an object, in order, including duplicates; `None` for anything else.
pub fn fields(json: &str) -> Option<Vec<Field<'_>>> {
    let fields: Fields<'_> = serde_json::from_str(json).ok()?;
    Some(fields.0)
}

/// The elements of a list; `None` for anything else.
pub fn list(json: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(json.get()).ok()
}

/// The text of a JSON string, and whether it was repaired; `None` for anything else.
///
/// When JavaScript cuts a text inside an emoji, it writes half a surrogate pair as an escape. The
/// half becomes a replacement character, so that the rest of the text is kept.
pub fn text(json: &RawValue) -> Option<(Cow<'_, str>, bool)> {
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

/// The text of WTF-8 bytes, in which halves of surrogate pairs are encoded like other characters.
fn repaired(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        // Half a surrogate pair is three invalid bytes, each in its own chunk. 0xed is the first.
        if chunk.invalid() == [0xed] {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    text
}

/// An object's fields. Serde's maps would lose their order and duplicates.
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

/// The bytes of a JSON string. `serde_json` accepts halves of surrogate pairs when it reads bytes,
/// but not when it reads text.
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
