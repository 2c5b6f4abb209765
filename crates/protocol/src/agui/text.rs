//! What a message says: a string, or a list of parts, of which those that are no text are files.
//!
//! Not responsible for messages, nor for what a part is (see [`super::part`]).

use midturn_core::attachment::Said;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::out::Out;
use super::part::{Part, Piece, read};
use super::value::{Many, One, Text};

/// The field `content` of a message or a result.
#[derive(Debug)]
pub(crate) enum Content<'a> {
    /// A string, nothing, or something that is none of it.
    Text(Text<'a>),
    /// A list of parts.
    Parts(Vec<One<'a, Part<'a>>>),
}

impl Content<'_> {
    /// Whether there is such a field.
    pub(crate) fn is_there(&self) -> bool {
        match self {
            Content::Text(text) => text.is_there(),
            Content::Parts(_) => true,
        }
    }
}

impl Default for Content<'_> {
    fn default() -> Self {
        Content::Text(Text::Absent)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = <&RawValue>::deserialize(deserializer)?;
        Ok(match Many::deserialize(json) {
            Ok(Many::List(parts)) => Content::Parts(parts),
            _ => Content::Text(json.into()),
        })
    }
}

/// The content as text alone, for messages that have no place for files: parts that are no text are
/// described, never inlined, because one may be megabytes of Base64.
pub(crate) fn content(kind: &str, content: Content<'_>, out: &mut Out) -> String {
    whole(kind, content, None, out).text
}

/// The content: its text, and its files, which go by the id of whatever they belong to.
pub(crate) fn said(kind: &str, content: Content<'_>, owner: &str, out: &mut Out) -> Said {
    whole(kind, content, Some(owner), out)
}

/// Texts are joined by a line break; a file remembers where in them it stood.
fn whole(kind: &str, content: Content<'_>, owner: Option<&str>, out: &mut Out) -> Said {
    let parts = match content {
        Content::Parts(parts) => parts,
        Content::Text(text) => {
            let text = out.of(kind).text("content", text).unwrap_or_default();
            return text.into_owned().into();
        }
    };
    let mut said = Said::default();
    for (place, part) in parts.into_iter().enumerate() {
        let id = owner.map(|owner| [owner, "#", &place.to_string()].concat());
        match read(part, id, said.text.len(), out) {
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
