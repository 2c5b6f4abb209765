//! Message content as text: a string, or a list of parts of which only text can be shown yet.
//!
//! Not responsible for messages.

use super::fields::Fields;
use super::out::Out;
use crate::diagnostic::{Kind, start_of};
use crate::json;

/// The field `content` as text. Parts are joined by a line break; one that is not text is
/// described, never inlined, because it may be megabytes of base64.
pub(crate) fn content(fields: &Fields<'_>, out: &mut Out) -> String {
    match fields.raw("content").and_then(json::list) {
        Some(parts) => {
            let parts: Vec<String> = parts.into_iter().map(|json| part(json, out)).collect();
            parts.join("\n")
        }
        None => fields.text("content", out).unwrap_or_default(),
    }
}

fn part(json: &str, out: &mut Out) -> String {
    let Some(fields) = Fields::inside("part", json) else {
        out.note(Kind::BadField, "content part is no object");
        return String::new();
    };
    let kind = fields.required("type", out);
    match kind.as_str() {
        "text" => return fields.required("text", out),
        "image" | "audio" | "video" | "document" | "binary" => {}
        _ => out.note_once(Kind::UnknownField, &["part ", start_of(&kind)].concat()),
    }
    let mut words = vec![kind];
    let source = fields.raw("source");
    if let Some(source) = source.and_then(|json| Fields::inside("source", json)) {
        words.extend(source.text("mimeType", out));
        if source.text("type", out).is_some_and(|kind| kind == "url") {
            words.extend(source.text("value", out));
        }
    } else {
        // Parts before 1.0 (`binary`) have these on the part itself.
        words.extend(fields.text("mimeType", out));
        words.extend(fields.text("url", out));
    }
    ["[", &words.join(" "), "]"].concat()
}
