//! The arguments of a tool call as one short line, and by name.

use serde_json::value::RawValue;

use super::{fields, is_json, list, raw, string_of, text};

/// Deeper values are not made compact: each level of nesting is read again for every level above
/// it.
const DEEPEST: usize = 16;

/// The values of a call's arguments, in order. While an object still arrives, only its values that
/// are complete: what is shown once stays, and more follows it. Text that is no JSON is returned
/// unchanged.
pub fn brief_arguments(arguments: &str) -> String {
    let whole;
    let given = match (fields(arguments), arguments.trim_start().chars().next()) {
        (Some(given), _) => given,
        (None, Some('{')) => {
            whole = complete(arguments);
            fields(&whole).unwrap_or_default()
        }
        (None, Some('[' | '"')) if !is_json(arguments) => return String::new(),
        (None, _) => return arguments.to_owned(),
    };
    let mut brief = String::new();
    for (_, json) in given {
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

/// The start of an object up to the end of its last complete value, as an object. A number may get
/// further digits, so that it is complete only with the comma after it.
fn complete(object: &str) -> String {
    let (mut depth, mut end) = (0_usize, None);
    let (mut in_string, mut escaped, mut is_value) = (false, false, false);
    for (at, byte) in object.bytes().enumerate() {
        let outer = depth == 1;
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' if in_string => {
                in_string = false;
                if outer && is_value {
                    end = Some(at + 1);
                }
            }
            _ if in_string => {}
            b'"' => in_string = true,
            b':' if outer => is_value = true,
            b',' if outer => {
                is_value = false;
                end = Some(at);
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                match depth {
                    0 if is_value => end = Some(at),
                    1 => end = Some(at + 1),
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
            _ => {}
        }
    }
    let whole = end.and_then(|end| object.get(..end)).unwrap_or("{");
    format!("{whole}}}")
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

/// The values at any depth, each with its name: a string as its text, any other as JSON. An element of
/// a list has the list's name.
pub fn leaves(json: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if let Some(json) = raw(json) {
        push_leaves(&mut found, "", json, 0);
    }
    found
}

fn push_leaves(found: &mut Vec<(String, String)>, name: &str, json: &RawValue, depth: usize) {
    let inner = fields(json.get()).filter(|_| depth < DEEPEST);
    if let Some(inner) = inner {
        for (name, value) in inner {
            push_leaves(found, &name, value, depth + 1);
        }
    } else if let Some(inner) = list(json).filter(|_| depth < DEEPEST) {
        for value in inner {
            push_leaves(found, name, value, depth + 1);
        }
    } else {
        let said = text(json).map_or_else(|| json.get().to_owned(), |(text, _)| text.into_owned());
        found.push((name.to_owned(), said));
    }
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
