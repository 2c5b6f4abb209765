//! Types of fields. Reading never fails: a value of the wrong type is kept, and whoever needs the
//! field reports it.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::fields::Fields;
use crate::json;

/// A field that should be a string. Null counts as absent, because backends before 1.0 write null
/// for absent fields.
#[derive(Clone, Debug, Default)]
pub enum Text<'a> {
    /// The field is missing.
    #[default]
    Absent,
    /// A string.
    String(Cow<'a, str>),
    /// A string with half a surrogate pair, which was repaired.
    Repaired(Cow<'a, str>),
    /// A value of another type, as its JSON text.
    Other(&'a str),
}

impl Text<'_> {
    /// Takes the value out; the field is absent afterwards.
    #[must_use]
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// Whether the field exists.
    pub fn is_there(&self) -> bool {
        !matches!(self, Text::Absent)
    }

    /// The text of a string, or the JSON text of another value; empty if absent.
    pub fn as_str(&self) -> &str {
        match self {
            Text::Absent => "",
            Text::String(text) | Text::Repaired(text) => text,
            Text::Other(json) => json,
        }
    }

    /// The text of a string; `None` for anything else.
    pub fn string(&self) -> Option<String> {
        match self {
            Text::String(text) | Text::Repaired(text) => Some(text.to_string()),
            Text::Absent | Text::Other(_) => None,
        }
    }
}

impl<'a> From<&'a RawValue> for Text<'a> {
    fn from(json: &'a RawValue) -> Self {
        match json::text(json) {
            Some((text, false)) => Text::String(text),
            Some((text, true)) => Text::Repaired(text),
            None if json.get() == "null" => Text::Absent,
            None => Text::Other(json.get()),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(Text::from)
    }
}

/// A field as JSON text, in which null is a value and not an absent field.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a>(pub Option<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Given<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(|json| Given(Some(json)))
    }
}

/// A boolean; `None` if it is absent or of another type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flag(pub Option<bool>);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = <&RawValue>::deserialize(deserializer)?;
        Ok(Flag(json.get().parse().ok()))
    }
}

/// A value that should be an object.
#[derive(Debug, Default)]
pub enum One<'a, T> {
    /// Absent or null.
    #[default]
    Absent,
    /// An object.
    Object(T),
    /// A value of another type.
    Other(&'a RawValue),
}

impl<T> One<'_, T> {
    /// The object, if it is one.
    pub fn object(self) -> Option<T> {
        match self {
            One::Object(object) => Some(object),
            One::Absent | One::Other(_) => None,
        }
    }
}

impl<'de: 'a, 'a, T: Deserialize<'de>> Deserialize<'de> for One<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = <&RawValue>::deserialize(deserializer)?;
        if json.get() == "null" {
            return Ok(One::Absent);
        }
        let object = Fields::of(json.get()).and_then(|mut fields| fields.read());
        Ok(object.map_or(One::Other(json), One::Object))
    }
}

/// A value that should be a list.
#[derive(Debug, Default)]
pub enum Many<T> {
    /// Absent or null.
    #[default]
    Absent,
    /// A list.
    List(Vec<T>),
    /// A value of another type.
    Other,
}

impl<T> Many<T> {
    /// The list, if it is one.
    pub fn list(self) -> Option<Vec<T>> {
        match self {
            Many::List(list) => Some(list),
            Many::Absent | Many::Other => None,
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = <&RawValue>::deserialize(deserializer)?;
        if json.get() == "null" {
            return Ok(Many::Absent);
        }
        let elements = json::list(json).map(|list| list.into_iter().map(T::deserialize));
        let list = elements.and_then(|elements| elements.collect::<Result<_, _>>().ok());
        Ok(list.map_or(Many::Other, Many::List))
    }
}

/// A known field that is not used.
#[derive(Debug, Default)]
pub struct Unused;

impl<'de> Deserialize<'de> for Unused {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Ok(Unused)
    }
}
