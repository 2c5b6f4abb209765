//! An attachment of a message, read from AG-UI's content part.

use serde_json::Value;

/// A file, an image or a recording that a person attached.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attachment<'a> {
    part: &'a Value,
}

/// Where the content of an attachment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source<'a> {
    /// At this URL.
    Url(&'a str),
    /// In the part, in base64.
    Data(&'a str),
    /// Nowhere that a model could reach.
    Unknown,
}

impl<'a> Attachment<'a> {
    pub(super) fn new(part: &'a Value) -> Self {
        Self { part }
    }

    /// `image`, `audio`, `video`, `document` or another word.
    pub(super) fn kind(self) -> &'a str {
        self.part["type"].as_str().unwrap_or("file")
    }

    pub(super) fn mime(self) -> &'a str {
        let given = self.part["source"]["mimeType"].as_str();
        given.unwrap_or("application/octet-stream")
    }

    pub(super) fn source(self) -> Source<'a> {
        let source = &self.part["source"];
        match (source["type"].as_str(), source["value"].as_str()) {
            (Some("url"), Some(url)) => Source::Url(url),
            (Some("data"), Some(data)) => Source::Data(data),
            _ => Source::Unknown,
        }
    }

    /// The name of the file, if the client gave one.
    pub(super) fn name(self) -> Option<&'a str> {
        self.part["metadata"]["filename"].as_str()
    }

    /// The content as one URL: data becomes a `data:` URL.
    pub(super) fn url(self) -> Option<String> {
        match self.source() {
            Source::Url(url) => Some(url.to_owned()),
            Source::Data(data) => Some(format!("data:{};base64,{data}", self.mime())),
            Source::Unknown => None,
        }
    }

    /// Names an attachment that an API cannot carry.
    pub(super) fn note(self) -> String {
        let kind = self.kind();
        match self.source() {
            Source::Url(url) if !url.starts_with("data:") => format!("[Attached {kind}: {url}]"),
            Source::Url(_) | Source::Data(_) | Source::Unknown => format!("[Attached {kind}]"),
        }
    }
}
