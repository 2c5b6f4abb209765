//! Message content as text: a string, or a list of parts of which only text can be shown yet.
//!
//! Not responsible for messages.

use serde_json::Value;

use super::fields::Fields;
use super::out::Out;
use crate::diagnostic::{Kind, start_of};

/// Content as text. Parts are joined by a line break; one that is not text is described, never
/// inlined, because it may be megabytes of base64.
pub(crate) fn content(value: Option<Value>, out: &mut Out) -> String {
    match value {
        None => String::new(),
        Some(Value::String(text)) => text,
        Some(Value::Array(parts)) => {
            let parts: Vec<String> = parts.into_iter().map(|value| part(value, out)).collect();
            parts.join("\n")
        }
        Some(other) => {
            out.note(
                Kind::BadField,
                "content is neither a string nor a list of parts",
            );
            other.to_string()
        }
    }
}

fn part(value: Value, out: &mut Out) -> String {
    let Some(mut fields) = Fields::inside("part", value) else {
        out.note(Kind::BadField, "content part is no object");
        return String::new();
    };
    let kind = fields.required("type", out);
    match kind.as_str() {
        "text" => return fields.required("text", out),
        "image" | "audio" | "video" | "document" | "binary" => {}
        _ => out.note_once(Kind::UnknownField, &["part ", start_of(&kind)].concat()),
    }
    // Parts before 1.0 (`binary`) have the fields of the source on the part itself.
    let source = fields.take("source");
    let mut source = source
        .and_then(|value| Fields::inside("source", value))
        .unwrap_or(fields);
    let mut words = vec![kind];
    words.extend(source.text("mimeType", out));
    match source.text("type", out).as_deref() {
        Some("url") => words.extend(source.text("value", out)),
        Some(_) => {}
        None => words.extend(source.text("url", out)),
    }
    ["[", &words.join(" "), "]"].concat()
}
