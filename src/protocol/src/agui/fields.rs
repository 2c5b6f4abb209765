//! One object of a frame, read field by field, with wrong types made the best of.
//!
//! Not responsible for which fields an event has.

use std::borrow::Cow;

use super::out::Out;
use super::schema;
use crate::diagnostic::{Kind, start_of};
use crate::json;

/// The fields of one object, each of which is read at most once.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    /// The event's type, or the name of the object inside an event.
    pub(crate) kind: String,
    /// In order, with their values as JSON text.
    fields: Vec<(Cow<'a, str>, &'a str)>,
}

impl<'a> Fields<'a> {
    /// Reads a frame's data. `None` if it is no JSON object with a `type`.
    pub(crate) fn parse(data: &'a str) -> Option<Self> {
        let mut fields = Self::inside("", data)?;
        fields.kind = json::string(fields.find("type")?)?.0;
        Some(fields)
    }

    /// The fields of an object inside an event, from its JSON text.
    pub(crate) fn inside(kind: &str, json: &'a str) -> Option<Self> {
        Some(Self {
            kind: kind.to_owned(),
            fields: json::object(json)?,
        })
    }

    /// The JSON text of a field. Of fields of the same name the last one counts.
    fn find(&self, name: &str) -> Option<&'a str> {
        let mut fields = self.fields.iter().rev();
        fields.find(|field| field.0 == name).map(|field| field.1)
    }

    /// The JSON text of a field that may be null.
    pub(crate) fn value(&self, name: &str) -> Option<&'a str> {
        self.find(name)
    }

    /// The JSON text of a field. Null means absent, as backends before 1.0 write it.
    pub(crate) fn raw(&self, name: &str) -> Option<&'a str> {
        self.find(name).filter(|json| *json != "null")
    }

    /// A text field. Anything else that is there is taken as its JSON text.
    pub(crate) fn text(&self, name: &str, out: &mut Out) -> Option<String> {
        let json = self.raw(name)?;
        let (text, what) = match json::string(json) {
            Some((text, false)) => return Some(text),
            Some((text, true)) => (text, "has half a surrogate pair"),
            None => (json.to_owned(), "is no string"),
        };
        self.bad(name, what, out);
        Some(text)
    }

    /// A text field that must not be empty to be of use: an id or a name.
    pub(crate) fn id(&self, name: &str, out: &mut Out) -> Option<String> {
        self.text(name, out).filter(|id| !id.is_empty())
    }

    /// A text field that the protocol requires; empty if it is missing.
    pub(crate) fn required(&self, name: &str, out: &mut Out) -> String {
        self.text(name, out).unwrap_or_else(|| {
            self.bad(name, "is missing", out);
            String::new()
        })
    }

    /// A yes or no; absent or anything else is `default`.
    pub(crate) fn flag(&self, name: &str, default: bool) -> bool {
        match self.find(name) {
            Some("true") => true,
            Some("false") => false,
            _ => default,
        }
    }

    /// Says that something about a field is wrong.
    pub(crate) fn bad(&self, name: &str, what: &str, out: &mut Out) {
        let kind = start_of(&self.kind);
        out.note(Kind::BadField, &[kind, ".", name, " ", what].concat());
    }

    /// Says which fields are not described for this event.
    pub(crate) fn note_unknown(&self, described: &str, out: &mut Out) {
        for (name, _) in &self.fields {
            if !schema::describes(described, name) {
                let detail = [start_of(&self.kind), ".", start_of(name)].concat();
                out.note_once(Kind::UnknownField, &detail);
            }
        }
    }
}
