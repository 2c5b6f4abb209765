//! What a message says: a string, or a list of parts, of which those that are no text are files.
//!
//! Not responsible for messages, nor for what a part is (see [`super::part`]).

use midturn_core::attachment::Said;

use super::fields::Fields;
use super::out::Out;
use super::part::{Piece, read};
use crate::json;

/// The field `content` as text alone, for messages that have no place for files: parts that are no
/// text are described, never inlined, because one may be megabytes of Base64.
pub(crate) fn content(fields: &Fields<'_>, out: &mut Out) -> String {
    whole(fields, None, out).text
}

/// The field `content`: its text, and its files, which go by the id of whatever they belong to.
pub(crate) fn said(fields: &Fields<'_>, owner: &str, out: &mut Out) -> Said {
    whole(fields, Some(owner), out)
}

/// Texts are joined by a line break; a file remembers where in them it stood.
fn whole(fields: &Fields<'_>, owner: Option<&str>, out: &mut Out) -> Said {
    let Some(parts) = fields.raw("content").and_then(json::list) else {
        return fields.text("content", out).unwrap_or_default().into();
    };
    let mut said = Said::default();
    for (place, json) in parts.into_iter().enumerate() {
        let id = owner.map(|owner| [owner, "#", &place.to_string()].concat());
        match read(json, id, said.text.len(), out) {
            Piece::Text(text) => {
                if !said.text.is_empty() {
                    said.text.push('\n');
                }
                said.text.push_str(&text);
            }
            Piece::File(file) => said.attachments.push(*file),
        }
    }
    said
}
