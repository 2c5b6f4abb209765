//! Turns the arguments of a call into editable fields, and the fields back into JSON text.
//!
//! A value that nobody has changed keeps its original text, so that no number loses a digit.
//!
//! Not responsible for drawing the fields (see `edit`).

use super::pretty::pretty;
use crate::json::{argument_values, is_json, string_of, text_of};

/// The kind of value that a field accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any text, with its line breaks.
    Text,
    /// A number.
    Number,
    /// Yes or no.
    Flag,
    /// Any JSON value.
    Json,
}

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Argument {
    /// The argument's name.
    pub(super) name: String,
    /// The kind of value that its field accepts.
    pub(super) kind: Kind,
    /// The field's text before any change.
    pub(super) shown: String,
    /// The argument's original JSON text.
    given: String,
}

impl Argument {
    fn new(name: String, given: String) -> Self {
        let (kind, shown) = match text_of(&given) {
            Some(text) => (Kind::Text, text),
            None if matches!(&*given, "true" | "false") => (Kind::Flag, given.clone()),
            None if is_number(&given) => (Kind::Number, given.clone()),
            None => (Kind::Json, pretty(&given)),
        };
        Self {
            name,
            kind,
            shown,
            given,
        }
    }

    /// Whether the field's text differs from the argument in more than the kind of line breaks.
    pub(super) fn is_changed(&self, written: &str) -> bool {
        unix(written) != unix(&self.shown)
    }

    /// Whether the text is a value of this kind.
    pub(super) fn takes(&self, written: &str) -> bool {
        match self.kind {
            Kind::Text | Kind::Flag => true,
            Kind::Number => is_number(written.trim()) && is_json(written),
            Kind::Json => is_json(written),
        }
    }

    /// The field's text as JSON.
    fn value(&self, written: &str) -> String {
        if !self.is_changed(written) {
            return self.given.clone();
        }
        match self.kind {
            // A browser's field turns every line break into `\n`: bring `\r\n` back.
            Kind::Text if self.shown.contains("\r\n") => {
                string_of(&unix(written).replace('\n', "\r\n"))
            }
            Kind::Text => string_of(written),
            Kind::Number | Kind::Flag | Kind::Json => written.trim().to_owned(),
        }
    }
}

/// The arguments in a JSON object; `None` if the object is empty or the text is no object.
pub(super) fn read(text: &str) -> Option<Vec<Argument>> {
    let values = argument_values(text).filter(|values| !values.is_empty())?;
    let argument = |(name, given)| Argument::new(name, given);
    Some(values.into_iter().map(argument).collect())
}

/// The JSON object of these arguments, with the text of each field.
pub(super) fn write<'a>(fields: impl IntoIterator<Item = (&'a Argument, String)>) -> String {
    let mut object = String::from("{");
    for (argument, written) in fields {
        if object.len() > 1 {
            object.push(',');
        }
        object += &string_of(&argument.name);
        object.push(':');
        object += &argument.value(&written);
    }
    object.push('}');
    pretty(&object)
}

/// Whether the text starts like a number. The JSON parser checks the rest.
fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

fn unix(text: &str) -> String {
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arguments as a backend sends them.
    const GIVEN: &str = r#"{"command":"a\nb","windows":"a\r\nb","timeout":12345678901234567890,
        "dry":true,"paths":[ 1 , 2 ],"none":null}"#;

    fn field(name: &str) -> Argument {
        let all = read(GIVEN).unwrap();
        all.into_iter().find(|held| held.name == name).unwrap()
    }

    #[test]
    fn each_argument_gets_a_field_for_its_kind_of_value() {
        let read = read(GIVEN).unwrap();
        let kinds: Vec<_> = read.iter().map(|held| (held.kind, &*held.shown)).collect();
        let expected = [
            (Kind::Text, "a\nb"),
            (Kind::Text, "a\r\nb"),
            (Kind::Number, "12345678901234567890"),
            (Kind::Flag, "true"),
            (Kind::Json, "[\n  1,\n  2\n]"),
            (Kind::Json, "null"),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(super::read("[]"), None);
    }

    #[test]
    fn unchanged_arguments_keep_their_original_text() {
        let read = read(GIVEN).unwrap();
        // A browser's field turns `\r\n` into `\n`.
        let fields = read.iter().map(|held| (held, unix(&held.shown)));
        assert_eq!(write(fields), pretty(GIVEN));
    }

    #[test]
    fn changed_arguments_keep_their_kind_and_their_line_breaks() {
        for (name, written, expected) in [
            ("command", "a\nb\nc", Some("\"a\\nb\\nc\"")),
            ("windows", "a\nb\nc", Some("\"a\\r\\nb\\r\\nc\"")),
            ("timeout", " 7 ", Some("7")),
            ("timeout", "-1.50", Some("-1.50")),
            ("timeout", "null", None),
            ("timeout", "7, \"x\": 1", None),
            ("timeout", "", None),
            ("dry", "false", Some("false")),
            ("paths", "null", Some("null")),
            ("paths", "[1,", None),
        ] {
            let field = field(name);
            assert!(field.is_changed(written), "{name}");
            assert_eq!(field.takes(written), expected.is_some(), "{written}");
            if let Some(expected) = expected {
                assert_eq!(field.value(written), expected);
            }
        }
    }
}
