//! One part of a message's content: text, or a file with its bytes or their location. Reads both
//! forms of a file: AG-UI 1.0 with a `source`, and the older `binary`.
//!
//! A backend's data about a file may have any content. It is kept unchanged, to be sent back; only
//! the displayed name is cleaned.

use std::sync::Arc;

use midturn_core::attachment::{Attachment, BackendFile, Medium, Source};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::out::Out;
use crate::diagnostic::{Kind, start_of};
use crate::fields::Fields;
use crate::json::to_json;
use crate::value::{One, Text};

/// The media type of bytes that are sent without a media type.
const UNKNOWN: &str = "application/octet-stream";

/// The maximum length of a name, in characters.
const LONGEST: usize = 120;

/// The maximum length of a URL in a description, in bytes.
const LONGEST_ADDRESS: usize = 2048;

/// A part on the wire: the fields of every kind and of both forms.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct Part<'a> {
    #[serde(rename = "type")]
    kind: Text<'a>,
    id: Text<'a>,
    text: Text<'a>,
    source: One<'a, PartSource<'a>>,
    metadata: Option<&'a RawValue>,
    // Fields of the older form.
    mime_type: Text<'a>,
    data: Text<'a>,
    url: Text<'a>,
    filename: Text<'a>,
}

/// The location of the bytes.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
struct PartSource<'a> {
    #[serde(rename = "type")]
    kind: Text<'a>,
    value: Text<'a>,
    mime_type: Text<'a>,
    provider: Text<'a>,
}

/// Fields of a part's metadata that may have the file's name, the best first.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Names<'a> {
    filename: Text<'a>,
    name: Text<'a>,
    title: Text<'a>,
}

/// The result of reading a part.
pub(super) enum Piece {
    /// Text, or a description of a part that cannot be kept.
    Text(String),
    /// A file.
    File(Box<Attachment>),
}

/// Reads a part. `at` is its byte offset in the message's text. Without an id, files are described
/// as text.
pub(super) fn read(part: One<'_, Part<'_>>, id: Option<String>, at: usize, out: &mut Out) -> Piece {
    let Some(mut part) = part.object() else {
        out.note(Kind::BadField, "content part is no object");
        return Piece::Text(String::new());
    };
    let kind = out.of(PART).required("type", part.kind.take());
    let medium = match &*kind {
        "text" => return Piece::Text(out.of(PART).required("text", part.text).into_owned()),
        "image" => Some(Medium::Image),
        "audio" => Some(Medium::Audio),
        "video" => Some(Medium::Video),
        "document" => Some(Medium::Document),
        "binary" => None,
        _ => {
            out.note_once(Kind::UnknownField, &format!("part {}", start_of(&kind)));
            return Piece::Text(described(&kind, &part));
        }
    };
    if let Some(id) = id {
        let found = match medium {
            Some(kind) => sourced(kind, &part, out),
            None => binary(&part),
        };
        if let Some(file) = found.and_then(|found| found.file(id, at)) {
            return Piece::File(Box::new(file));
        }
        out.of(PART).bad("source", "is damaged");
    }
    Piece::Text(described(&kind, &part))
}

/// The name of a part in diagnostics.
const PART: &str = "part";

/// The metadata of a file's part.
#[derive(Debug, Serialize)]
pub(crate) struct Named<'a> {
    /// The file's name.
    pub(crate) filename: &'a str,
}

/// The data found for a file.
struct Found {
    kind: Medium,
    source: Source,
    media_type: String,
    name: Option<String>,
    part: Option<String>,
    metadata: Option<String>,
}

/// Reads a part of AG-UI 1.0.
fn sourced(kind: Medium, part: &Part<'_>, out: &mut Out) -> Option<Found> {
    let One::Object(source) = &part.source else {
        return None;
    };
    let value = source.value.string()?;
    let mut media_type = source.mime_type.string().unwrap_or_default();
    let from = match &*source.kind.string()? {
        "data" => {
            if media_type.is_empty() {
                out.of("source").bad("mimeType", "is missing");
                UNKNOWN.clone_into(&mut media_type);
            }
            Source::Data(value)
        }
        "url" => Source::Url(value),
        "file" => Source::Handle {
            value,
            provider: source.provider.string(),
        },
        _ => return None,
    };
    let about = part.metadata.and_then(|json| Fields::of(json.get()));
    let names: Names<'_> = about.and_then(|mut about| about.read()).unwrap_or_default();
    let mut names = [&names.filename, &names.name, &names.title].into_iter();
    Some(Found {
        kind,
        source: from,
        media_type,
        name: names.find_map(Text::string),
        part: part.id.string(),
        metadata: part.metadata.map(|json| json.get().to_owned()),
    })
}

/// Reads a part from before 1.0; it is sent back in the form of 1.0.
fn binary(part: &Part<'_>) -> Option<Found> {
    let given = |field: &Text<'_>| field.string().filter(|value| !value.is_empty());
    let source = given(&part.data)
        .map(Source::Data)
        .or_else(|| given(&part.url).map(Source::Url))
        .or_else(|| {
            given(&part.id).map(|value| Source::Handle {
                value,
                provider: None,
            })
        })?;
    let media_type = given(&part.mime_type).unwrap_or_else(|| UNKNOWN.to_owned());
    let name = given(&part.filename);
    Some(Found {
        kind: Medium::of(&media_type),
        source,
        media_type,
        part: None,
        metadata: name.as_deref().map(|filename| to_json(&Named { filename })),
        name,
    })
}

impl Found {
    /// The file; `None` if its bytes are damaged or their location is missing.
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
            came: Some(Arc::new(BackendFile {
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

/// Removes folders from a name, and characters that are invisible or change the text direction.
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

/// The last part of a URL's path; empty if there is none.
fn last_of(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or("", |(_, path)| path);
    path.split_once('/')
        .map_or_else(String::new, |(_, path)| cleaned(path))
}

/// A part described as text, without data that may be megabytes.
fn described(kind: &str, part: &Part<'_>) -> String {
    let (media, url) = match &part.source {
        One::Object(source) => {
            let is_url = source.kind.string().is_some_and(|kind| kind == "url");
            let url = if is_url { source.value.string() } else { None };
            (source.mime_type.string(), url)
        }
        // Parts before 1.0 (`binary`) have these fields on the part itself.
        One::Absent | One::Other(_) => (part.mime_type.string(), part.url.string()),
    };
    let mut words = format!("[{kind}");
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
