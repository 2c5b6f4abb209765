//! The arguments of a tool call as one short line, and by name.

use serde_json::value::RawValue;

use super::{fields, list, raw, string_of, text};

/// Deeper values are not made compact: each level of nesting is read again for every level above
/// it.
const DEEPEST: usize = 16;

/// The values of a call's arguments, in order. Text that is not (yet) a JSON object is returned
/// unchanged.
pub fn brief_arguments(arguments: &str) -> String {
    let Some(fields) = fields(arguments) else {
        return arguments.to_owned();
    };
    let mut brief = String::new();
    for (_, json) in fields {
        if !brief.is_empty() {
            brief.push_str(" · ");
        }
        match text(json) {
            Some((text, _)) => brief.push_str(text.trim_start().lines().next().unwrap_or_default()),
            None => push_compact(&mut brief, json, 0),
        }
    }
    brief
}

/// The arguments of a call by name: strings as text, other values as JSON text. `None` if the text
/// is not (yet) a JSON object.
pub fn argument_fields(arguments: &str) -> Option<Vec<(String, String)>> {
    let said = |json: &RawValue| {
        text(json).map_or_else(|| json.get().to_owned(), |(text, _)| text.into_owned())
    };
    let fields = fields(arguments)?.into_iter();
    Some(
        fields
            .map(|(name, json)| (name.into_owned(), said(json)))
            .collect(),
    )
}

/// The arguments of a call by name, each as its original JSON text. `None` if the text is not (yet)
/// a JSON object.
pub fn argument_values(arguments: &str) -> Option<Vec<(String, String)>> {
    let fields = fields(arguments)?.into_iter();
    Some(
        fields
            .map(|(name, json)| (name.into_owned(), json.get().to_owned()))
            .collect(),
    )
}

/// The text of a JSON string; `None` for anything else.
pub fn text_of(json: &str) -> Option<String> {
    text(raw(json)?).map(|(text, _)| text.into_owned())
}

/// Appends a value without optional white space, and without optional escapes in strings. Numbers
/// keep their spelling.
fn push_compact(out: &mut String, json: &RawValue, depth: usize) {
    if let Some((text, _)) = text(json) {
        out.push_str(&string_of(&text));
    } else if depth == DEEPEST {
        out.push_str(json.get());
    } else if let Some(fields) = fields(json.get()) {
        out.push('{');
        for (place, (name, value)) in fields.into_iter().enumerate() {
            if place > 0 {
                out.push(',');
            }
            out.push_str(&string_of(&name));
            out.push(':');
            push_compact(out, value, depth + 1);
        }
        out.push('}');
    } else if let Some(elements) = list(json) {
        out.push('[');
        for (place, element) in elements.into_iter().enumerate() {
            if place > 0 {
                out.push(',');
            }
            push_compact(out, element, depth + 1);
        }
        out.push(']');
    } else {
        out.push_str(json.get());
    }
}
