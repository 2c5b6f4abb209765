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
            let mut text = String::new();
            for (place, json) in parts.into_iter().enumerate() {
                if place > 0 {
                    text.push('\n');
                }
                text.push_str(&part(json, out));
            }
            text
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
    let source = fields.raw("source");
    let (media, url) = if let Some(source) = source.and_then(|json| Fields::inside("source", json))
    {
        let media = source.text("mimeType", out);
        let is_url = source.text("type", out).is_some_and(|kind| kind == "url");
        let url = if is_url {
            source.text("value", out)
        } else {
            None
        };
        (media, url)
    } else {
        // Parts before 1.0 (`binary`) have these on the part itself.
        (fields.text("mimeType", out), fields.text("url", out))
    };
    let mut words = kind;
    for word in [media, url].into_iter().flatten() {
        words.push(' ');
        words.push_str(&word);
    }
    ["[", &words, "]"].concat()
}
