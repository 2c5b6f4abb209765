//! One frame's JSON object, read field by field, with wrong types made the best of.
//!
//! Not responsible for which fields an event has.

use serde_json::{Map, Value};

use super::out::Out;
use super::schema;
use crate::diagnostic::{Kind, start_of};

/// The fields of one object, each of which is read at most once.
#[derive(Debug)]
pub(crate) struct Fields {
    /// The event's type, or the name of the object inside an event.
    pub(crate) kind: String,
    map: Map<String, Value>,
}

impl Fields {
    /// Reads a frame's data. `None` if it is no JSON object with a `type`.
    pub(crate) fn parse(data: &str, out: &mut Out) -> Option<Self> {
        let value = if let Ok(value) = serde_json::from_str(data) {
            value
        } else {
            // JavaScript writes half a surrogate pair as an escape when a delta is cut inside an
            // emoji. That is no reason to lose the rest of the frame.
            let value = serde_json::from_str(&without_lone_surrogates(data)?).ok()?;
            out.note(Kind::BadField, "half a surrogate pair");
            value
        };
        let Value::Object(map) = value else {
            return None;
        };
        let kind = map.get("type")?.as_str()?.to_owned();
        Some(Self { kind, map })
    }

    /// The fields of an object inside an event.
    pub(crate) fn inside(kind: &str, value: Value) -> Option<Self> {
        match value {
            Value::Object(map) => Some(Self {
                kind: kind.to_owned(),
                map,
            }),
            _ => None,
        }
    }

    /// A field as it is. Null means absent, as backends before 1.0 write it.
    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        self.map.remove(name).filter(|value| !value.is_null())
    }

    /// A text field. Anything else that is there is taken as its JSON text.
    pub(crate) fn text(&mut self, name: &str, out: &mut Out) -> Option<String> {
        match self.take(name)? {
            Value::String(text) => Some(text),
            other => {
                self.bad(name, "is no string", out);
                Some(other.to_string())
            }
        }
    }

    /// A text field that must not be empty to be of use: an id or a name.
    pub(crate) fn id(&mut self, name: &str, out: &mut Out) -> Option<String> {
        self.text(name, out).filter(|id| !id.is_empty())
    }

    /// A text field that the protocol requires; empty if it is missing.
    pub(crate) fn required(&mut self, name: &str, out: &mut Out) -> String {
        self.text(name, out).unwrap_or_else(|| {
            self.bad(name, "is missing", out);
            String::new()
        })
    }

    /// A yes or no; absent or anything else is `default`.
    pub(crate) fn flag(&mut self, name: &str, default: bool) -> bool {
        self.take(name)
            .and_then(|value| value.as_bool())
            .unwrap_or(default)
    }

    /// Says that something about a field is wrong.
    pub(crate) fn bad(&self, name: &str, what: &str, out: &mut Out) {
        let kind = start_of(&self.kind);
        out.note(Kind::BadField, &[kind, ".", name, " ", what].concat());
    }

    /// Says which fields are not described for this event.
    pub(crate) fn note_unknown(&self, described: &[&str], out: &mut Out) {
        for name in self.map.keys() {
            if !schema::describes(described, name) {
                let detail = [start_of(&self.kind), ".", start_of(name)].concat();
                out.note_once(Kind::UnknownField, &detail);
            }
        }
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
