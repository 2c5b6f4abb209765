//! One part of a message's content: text, or a file with its bytes or where they are. Both forms are
//! read: that of AG-UI 1.0, with a `source`, and the older `binary`.
//!
//! Not responsible for where in a message it stands. What a backend says of a file may be anything:
//! it is kept as it came, to go back so, and its name is cleaned to be shown.

use std::sync::Arc;

use midturn_core::attachment::{Attachment, Came, Medium, Source};

use super::fields::Fields;
use super::out::Out;
use crate::diagnostic::{Kind, start_of};
use crate::json::{self, object_of};

/// The media type of bytes of which nobody says what they are.
const UNKNOWN: &str = "application/octet-stream";

/// A name is not longer than this, in characters.
const LONGEST: usize = 120;

/// An address in a description is not longer than this, in bytes.
const LONGEST_ADDRESS: usize = 2048;

/// What a part is.
pub(super) enum Piece {
    /// Words, or of a part that is none that can be kept, what it was.
    Text(String),
    /// A file.
    File(Box<Attachment>),
}

/// Reads a part that stands at this place of the text. Without an id there is no place for files.
pub(super) fn read(json: &str, id: Option<String>, at: usize, out: &mut Out) -> Piece {
    let Some(fields) = Fields::inside("part", json) else {
        out.note(Kind::BadField, "content part is no object");
        return Piece::Text(String::new());
    };
    let kind = fields.required("type", out);
    let medium = match kind.as_str() {
        "text" => return Piece::Text(fields.required("text", out)),
        "image" => Some(Medium::Image),
        "audio" => Some(Medium::Audio),
        "video" => Some(Medium::Video),
        "document" => Some(Medium::Document),
        "binary" => None,
        _ => {
            out.note_once(Kind::UnknownField, &["part ", start_of(&kind)].concat());
            return Piece::Text(described(&kind, &fields));
        }
    };
    if let Some(id) = id {
        let found = match medium {
            Some(kind) => sourced(kind, &fields, out),
            None => binary(&fields),
        };
        if let Some(file) = found.and_then(|found| found.file(id, at)) {
            return Piece::File(Box::new(file));
        }
        fields.bad("source", "is damaged", out);
    }
    Piece::Text(described(&kind, &fields))
}

/// What was found of a file.
struct Found {
    kind: Medium,
    source: Source,
    media_type: String,
    name: Option<String>,
    part: Option<String>,
    metadata: Option<String>,
}

/// A part of AG-UI 1.0.
fn sourced(kind: Medium, fields: &Fields<'_>, out: &mut Out) -> Option<Found> {
    let source = Fields::inside("source", fields.raw("source")?)?;
    let value = word(&source, "value")?;
    let mut media_type = word(&source, "mimeType").unwrap_or_default();
    let from = match word(&source, "type")?.as_str() {
        "data" => {
            if media_type.is_empty() {
                source.bad("mimeType", "is missing", out);
                UNKNOWN.clone_into(&mut media_type);
            }
            Source::Data(value)
        }
        "url" => Source::Url(value),
        "file" => Source::Handle {
            value,
            provider: word(&source, "provider"),
        },
        _ => return None,
    };
    let metadata = fields.raw("metadata");
    let about = metadata.and_then(|json| Fields::inside("metadata", json));
    let name = about.and_then(|about| {
        let names = ["filename", "name", "title"];
        names.iter().find_map(|name| word(&about, name))
    });
    Some(Found {
        kind,
        source: from,
        media_type,
        name,
        part: word(fields, "id"),
        metadata: metadata.map(str::to_owned),
    })
}

/// A part of before 1.0, which goes back as one of 1.0.
fn binary(fields: &Fields<'_>) -> Option<Found> {
    let given = |name: &str| word(fields, name).filter(|value| !value.is_empty());
    let source = given("data")
        .map(Source::Data)
        .or_else(|| given("url").map(Source::Url))
        .or_else(|| {
            given("id").map(|value| Source::Handle {
                value,
                provider: None,
            })
        })?;
    let media_type = given("mimeType").unwrap_or_else(|| UNKNOWN.to_owned());
    let name = given("filename");
    Some(Found {
        kind: Medium::of(&media_type),
        source,
        media_type,
        part: None,
        metadata: name
            .as_ref()
            .map(|name| object_of(|fields| fields.text("filename", name))),
        name,
    })
}

impl Found {
    /// The file; none where its bytes are damaged, or nothing says where they are.
    fn file(self, id: String, at: usize) -> Option<Attachment> {
        let size = self.source.size()?;
        let nowhere = match &self.source {
            Source::Url(value) | Source::Handle { value, .. } => value.is_empty(),
            Source::Data(_) => false,
        };
        if nowhere {
            return None;
        }
        let media_type = if self.media_type.is_empty() {
            self.source.media_type().unwrap_or_default().to_owned()
        } else {
            self.media_type
        };
        let name = self.name.map(|name| cleaned(&name));
        let name = name.filter(|name| !name.is_empty());
        let mut file = Attachment {
            id: id.into(),
            name: String::new(),
            media_type,
            size,
            came: Some(Arc::new(Came {
                kind: self.kind,
                source: self.source,
                at: Some(at),
                part: self.part,
                metadata: self.metadata,
            })),
        };
        file.name = name
            .or_else(|| file.address().map(last_of))
            .unwrap_or_default();
        Some(file)
    }
}

/// A field that is a string; none where it is anything else.
fn word(fields: &Fields<'_>, name: &str) -> Option<String> {
    json::string(fields.raw(name)?).map(|found| found.0)
}

/// A name without folders, and without signs that nobody sees or that turn what follows around.
fn cleaned(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let seen = |sign: &char| {
        !sign.is_control()
            && !matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}' | '\u{61c}' | '\u{feff}')
    };
    let name: String = name.chars().filter(seen).take(LONGEST).collect();
    name.trim().to_owned()
}

/// The last part of an address that has more than a host; it may be none.
fn last_of(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or("", |(_, path)| path);
    path.split_once('/')
        .map_or_else(String::new, |(_, path)| cleaned(path))
}

/// A part in words, without what may be megabytes.
fn described(kind: &str, fields: &Fields<'_>) -> String {
    let source = fields.raw("source");
    let source = source.and_then(|json| Fields::inside("source", json));
    let (media, url) = match &source {
        Some(source) => {
            let is_url = word(source, "type").is_some_and(|kind| kind == "url");
            let url = if is_url { word(source, "value") } else { None };
            (word(source, "mimeType"), url)
        }
        // Parts before 1.0 (`binary`) have these on the part itself.
        None => (word(fields, "mimeType"), word(fields, "url")),
    };
    let mut words = ["[", kind].concat();
    for word in [media, url].into_iter().flatten() {
        if word.len() <= LONGEST_ADDRESS {
            words.push(' ');
            words.push_str(&word);
        }
    }
    words.push(']');
    words
}

#[cfg(test)]
mod tests;
