//! The content of a message: a string, or a list of parts. Parts other than text are files (see
//! [`super::part`]).

use midturn_core::attachment::MessageContent;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::out::Out;
use super::part::{Part, Piece, read};
use crate::value::{Many, One, Text};

/// The field `content` of a message or a result.
#[derive(Debug)]
pub(crate) enum Content<'a> {
    /// A string, nothing, or a value of another type.
    Text(Text<'a>),
    /// A list of parts.
    Parts(Vec<One<'a, Part<'a>>>),
}

impl Content<'_> {
    /// Whether the field exists.
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

/// The content as text only, for messages without a place for files. Other parts are described,
/// never inlined: one may be megabytes of Base64.
pub(crate) fn content(kind: &str, content: Content<'_>, out: &mut Out) -> String {
    whole(kind, content, None, out).text
}

/// The content's text and files. The ids of the files begin with the owner's id.
pub(crate) fn said(kind: &str, content: Content<'_>, owner: &str, out: &mut Out) -> MessageContent {
    whole(kind, content, Some(owner), out)
}

/// Joins texts with a line break; each file keeps its byte offset in the text.
fn whole(kind: &str, content: Content<'_>, owner: Option<&str>, out: &mut Out) -> MessageContent {
    let parts = match content {
        Content::Parts(parts) => parts,
        Content::Text(text) => {
            let text = out.of(kind).text("content", text).unwrap_or_default();
            return text.into_owned().into();
        }
    };
    let mut said = MessageContent::default();
    for (place, part) in parts.into_iter().enumerate() {
        let id = owner.map(|owner| format!("{owner}#{place}"));
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
