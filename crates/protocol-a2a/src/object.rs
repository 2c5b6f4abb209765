//! One level of a JSON object, with its fields by name. A field of the wrong type reads as absent.

use std::borrow::Cow;

use midturn_protocol::json::{self, Field};
use serde_json::value::RawValue;

/// The fields of an object.
#[derive(Debug)]
pub(super) struct Object<'a>(Vec<Field<'a>>);

impl<'a> Object<'a> {
    /// Reads a JSON text; `None` if it is not an object.
    pub(super) fn of(json: &'a str) -> Option<Self> {
        json::fields(json).map(Self)
    }

    /// A field's value. Null counts as absent; of duplicate fields, the last one counts.
    pub(super) fn get(&self, name: &str) -> Option<&'a RawValue> {
        let found = self.0.iter().rev().find(|field| field.0 == name)?.1;
        (found.get() != "null").then_some(found)
    }

    /// A string.
    pub(super) fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        json::text(self.get(name)?).map(|(text, _)| text)
    }

    /// A string that is not empty.
    pub(super) fn id(&self, name: &str) -> Option<String> {
        let id = self.text(name).filter(|id| !id.is_empty())?;
        Some(id.into_owned())
    }

    /// An object.
    pub(super) fn object(&self, name: &str) -> Option<Object<'a>> {
        Object::of(self.get(name)?.get())
    }

    /// The elements of a list; empty for anything else.
    pub(super) fn list(&self, name: &str) -> Vec<&'a RawValue> {
        self.get(name).and_then(json::list).unwrap_or_default()
    }

    /// Whether a boolean is true; absent means false.
    pub(super) fn is_true(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value.get() == "true")
    }

    /// The first field's name, to describe an unknown object.
    pub(super) fn first_name(&self) -> &str {
        self.0.first().map_or("", |field| &field.0)
    }
}
