//! Values of fields that both protocols read leniently.

use midturn_protocol::json;
use midturn_protocol::value::{Given, Text};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// A whole number; `None` if the field is absent or something else.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Number(pub(super) Option<u64>);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = <&RawValue>::deserialize(deserializer)?;
        Ok(Self(json.get().parse().ok()))
    }
}

/// The value of a field; `None` if it is absent or null.
pub(super) fn value(field: Given<'_>) -> Option<&RawValue> {
    field.0.filter(|json| json.get() != "null")
}

/// The elements of a field that should be a list.
pub(super) fn elements(field: Given<'_>) -> Vec<&RawValue> {
    value(field).and_then(json::list).unwrap_or_default()
}

/// The text of a field, if it is a string with at least one character.
pub(super) fn filled<'t>(field: &'t Text<'_>) -> Option<&'t str> {
    match field {
        Text::String(text) | Text::Repaired(text) => Some(&**text).filter(|text| !text.is_empty()),
        Text::Absent | Text::Other(_) => None,
    }
}
