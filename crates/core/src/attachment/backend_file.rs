//! The data of a file that came from a backend as a message part: its bytes or their location, and
//! everything needed to send it back unchanged.
//!
//! Its fields come from a backend and may have any content.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Attachment, base64};
use crate::id::AttachmentId;

/// A file that came from a backend.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackendFile {
    /// The kind of part.
    pub kind: Medium,
    /// The bytes, or their location.
    pub source: Source,
    /// Its place in the message's text, as a byte offset; `None` if it follows the text.
    pub at: Option<usize>,
    /// The backend's id of the part.
    pub part: Option<String>,
    /// Further metadata from the backend, as JSON text.
    pub metadata: Option<String>,
}

/// The kinds of parts other than text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Medium {
    /// A picture.
    Image,
    /// A sound.
    Audio,
    /// A video.
    Video,
    /// Anything else.
    Document,
}

impl Medium {
    /// The kind for this media type.
    pub fn of(media_type: &str) -> Self {
        match media_type.split('/').next() {
            Some("image") => Self::Image,
            Some("audio") => Self::Audio,
            Some("video") => Self::Video,
            _ => Self::Document,
        }
    }
}

/// The location of a file's bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Source {
    /// Here, as the Base64 text from the backend.
    Data(String),
    /// At a URL, which is never fetched without the person's consent.
    Url(String),
    /// At a provider that issued a handle; only the provider can read it.
    Handle {
        /// The handle.
        value: String,
        /// The provider.
        provider: Option<String>,
    },
}

impl Attachment {
    /// A file from a backend that says no more of it than this.
    pub fn from_backend(
        id: AttachmentId,
        name: String,
        media_type: String,
        source: Source,
    ) -> Self {
        Self {
            id,
            name,
            size: source.size().unwrap_or_default(),
            came: Some(Arc::new(BackendFile {
                kind: Medium::of(&media_type),
                source,
                at: None,
                part: None,
                metadata: None,
            })),
            media_type,
        }
    }

    /// The file's kind: of a backend's file without a media type, as the backend said.
    pub fn medium(&self) -> Medium {
        match &self.came {
            Some(came) if self.media_type.is_empty() => came.kind,
            _ => Medium::of(&self.media_type),
        }
    }

    /// Whether the person attached the file, so the shell keeps its bytes under its id. False for a
    /// file from a backend.
    pub fn is_own(&self) -> bool {
        self.came.is_none()
    }

    /// The bytes that came with the file; `None` if they are elsewhere or damaged.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        base64::decode(self.base64()?)
    }

    /// Whether the file came with its bytes.
    pub fn has_bytes(&self) -> bool {
        self.base64().is_some()
    }

    /// The URL of a file whose bytes are elsewhere.
    pub fn address(&self) -> Option<&str> {
        match &self.came.as_ref()?.source {
            Source::Url(url) if in_url(url).is_none() => Some(url),
            Source::Data(_) | Source::Url(_) | Source::Handle { .. } => None,
        }
    }

    fn base64(&self) -> Option<&str> {
        match &self.came.as_ref()?.source {
            Source::Data(text) => Some(text),
            Source::Url(url) => in_url(url).map(|(_, text)| text),
            Source::Handle { .. } => None,
        }
    }
}

impl Source {
    /// The number of bytes here: 0 if they are elsewhere, `None` if they are damaged.
    pub fn size(&self) -> Option<u64> {
        let text = match self {
            Self::Data(text) => text,
            Self::Url(url) => in_url(url).map_or("", |(_, text)| text),
            Self::Handle { .. } => "",
        };
        base64::length(text)
    }

    /// The media type in a `data:` URL.
    pub fn media_type(&self) -> Option<&str> {
        match self {
            Self::Url(url) => in_url(url).map(|(media_type, _)| media_type),
            Self::Data(_) | Self::Handle { .. } => None,
        }
        .filter(|media_type| !media_type.is_empty())
    }
}

/// The media type and the Base64 text of a `data:` URL; `None` for any other URL.
fn in_url(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_at_checked(5)?;
    if !scheme.eq_ignore_ascii_case("data:") {
        return None;
    }
    let (about, text) = rest.split_once(',')?;
    let about = about.strip_suffix(";base64")?;
    let media_type = about.split(';').next().unwrap_or_default();
    Some((media_type, text))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn came(source: Source) -> Attachment {
        Attachment {
            id: "f".into(),
            name: "f".to_owned(),
            media_type: "image/png".to_owned(),
            size: 0,
            came: Some(Arc::new(BackendFile {
                kind: Medium::Image,
                source,
                at: None,
                part: None,
                metadata: None,
            })),
        }
    }

    #[test]
    fn bytes_are_decoded_from_the_base64_text() {
        let data = came(Source::Data("aGk=".into()));
        assert_eq!(data.bytes().as_deref(), Some(b"hi".as_slice()));
        assert_eq!(data.address(), None);
        let damaged = Source::Data("a*k=".into());
        assert_eq!(damaged.size(), None);
        let damaged = came(damaged);
        assert!(damaged.has_bytes());
        assert_eq!(damaged.bytes(), None);
    }

    #[test]
    fn only_data_urls_have_bytes() {
        let inside = Source::Url("DATA:text/plain;charset=utf-8;base64,aGk=".into());
        assert_eq!(inside.media_type(), Some("text/plain"));
        assert_eq!(inside.size(), Some(2));
        let inside = came(inside);
        assert_eq!(inside.bytes().as_deref(), Some(b"hi".as_slice()));
        assert_eq!(inside.address(), None);
        for url in ["https://a.example/x", "data:text/plain,hi", "data", "é", ""] {
            let source = Source::Url(url.into());
            assert_eq!(source.size(), Some(0), "{url}");
            assert_eq!(source.media_type(), None, "{url}");
            let file = came(source);
            assert_eq!(file.address(), Some(url));
            assert!(!file.has_bytes());
        }
    }

    #[test]
    fn a_handle_has_neither_bytes_nor_an_address() {
        let source = Source::Handle {
            value: "data:;base64,aGk=".to_owned(),
            provider: None,
        };
        assert_eq!(source.size(), Some(0));
        let file = came(source);
        assert!(!file.has_bytes() && file.address().is_none() && !file.is_own());
    }
}
