//! Writes the parts of a message: texts and files, in the words of either version.

use std::borrow::Cow;

use midturn_core::attachment::{Attachment, Source};
use midturn_protocol::json::Base64;
use midturn_protocol::request::Bytes;
use serde::Serialize;
use serde_json::value::RawValue;

use super::binding::Version;

/// A part on the wire. 0.3 names the kind; 1.0 tells parts apart by their fields.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Part<'a> {
    Text {
        #[serde(skip_serializing_if = "Option::is_none")]
        kind: Option<&'static str>,
        text: Cow<'a, str>,
    },
    Data {
        #[serde(skip_serializing_if = "Option::is_none")]
        kind: Option<&'static str>,
        data: &'a RawValue,
    },
    #[serde(rename_all = "camelCase")]
    File {
        #[serde(skip_serializing_if = "Option::is_none")]
        raw: Option<Inside<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<&'a str>,
        #[serde(skip_serializing_if = "str::is_empty")]
        media_type: &'a str,
        #[serde(skip_serializing_if = "str::is_empty")]
        filename: &'a str,
    },
    OldFile {
        kind: &'static str,
        file: OldFile<'a>,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OldFile<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Inside<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    mime_type: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
}

/// The bytes of a file, as they become Base64 text.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Inside<'a> {
    Bytes(Base64<'a>),
    Text(&'a str),
}

/// A text.
pub(super) fn text_part<'a>(version: Version, text: impl Into<Cow<'a, str>>) -> Part<'a> {
    let kind = version.kind("text");
    let text = text.into();
    Part::Text { kind, text }
}

/// A JSON value. In 0.3 only an object can be data; other values are sent as text.
pub(super) fn data_part(version: Version, data: &RawValue) -> Part<'_> {
    if version == Version::V03 && !data.get().starts_with('{') {
        return text_part(version, data.get());
    }
    let kind = version.kind("data");
    Part::Data { kind, data }
}

/// The parts of a message with this text and these files.
pub(super) fn add_parts<'a, 'b: 'a>(
    version: Version,
    text: &'a str,
    files: &'a [Attachment],
    bytes: Bytes<'b>,
    parts: &mut Vec<Part<'a>>,
) {
    if !text.trim().is_empty() {
        parts.push(text_part(version, text));
    }
    parts.extend(files.iter().map(|file| file_part(version, file, bytes)));
}

fn file_part<'a, 'b: 'a>(version: Version, file: &'a Attachment, bytes: Bytes<'b>) -> Part<'a> {
    let source = file.came.as_ref().map(|came| &came.source);
    let (inside, url) = match source {
        Some(Source::Data(text)) => (Some(Inside::Text(text)), None),
        Some(Source::Url(url)) => (None, Some(url.as_str())),
        Some(Source::Handle { .. }) => (None, None),
        None => (
            bytes(&file.id).map(|bytes| Inside::Bytes(Base64(bytes))),
            None,
        ),
    };
    if inside.is_none() && url.is_none() {
        return text_part(version, missing(file));
    }
    match version {
        Version::V1 => Part::File {
            raw: inside,
            url,
            media_type: &file.media_type,
            filename: &file.name,
        },
        Version::V03 => Part::OldFile {
            kind: "file",
            file: OldFile {
                bytes: inside,
                uri: url,
                mime_type: &file.media_type,
                name: &file.name,
            },
        },
    }
}

/// The text that stands for a file that cannot be sent, so that the agent knows of it.
fn missing(file: &Attachment) -> String {
    let (name, media_type) = (&file.name, &file.media_type);
    format!("[The file {name} ({media_type}) is attached but cannot be sent]")
}
