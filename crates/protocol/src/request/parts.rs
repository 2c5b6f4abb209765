//! The content of a message with files: a list of parts that includes the bytes. A file from a
//! backend is sent back unchanged, in its original place.

use std::borrow::Cow;

use midturn_core::attachment::{Attachment, BackendFile, Medium, Source};
use midturn_core::id::AttachmentId;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::agui::Named;
use crate::json::{Base64, raw};

/// Returns the bytes of a file; `None` if it cannot be read.
pub type Bytes<'a> = &'a dyn Fn(&AttachmentId) -> Option<&'a [u8]>;

/// The field `content`: text only, or text and files.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Content<'a> {
    Text(&'a str),
    Parts(Vec<Part<'a>>),
}

/// A part on the wire.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Part<'a> {
    Text(TextPart<'a>),
    File(FilePart<'a>),
}

#[derive(Serialize)]
pub(super) struct TextPart<'a> {
    r#type: &'static str,
    text: Cow<'a, str>,
}

#[derive(Serialize)]
pub(super) struct FilePart<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    source: PartSource<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Metadata<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PartSource<'a> {
    r#type: &'static str,
    value: Value<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Value<'a> {
    Bytes(Base64<'a>),
    Text(&'a str),
}

#[derive(Serialize)]
#[serde(untagged)]
enum Metadata<'a> {
    Named(Named<'a>),
    Given(&'a RawValue),
}

/// Text, or a file.
enum Piece<'a> {
    Words(&'a str),
    File(&'a Attachment),
}

/// The content of a message with this text and these files.
pub(super) fn content<'a, 'b: 'a>(
    text: &'a str,
    files: &'a [Attachment],
    bytes: Bytes<'b>,
) -> Content<'a> {
    if files.is_empty() {
        return Content::Text(text);
    }
    let parts = in_order(text, files).into_iter().map(|piece| match piece {
        Piece::Words(text) => words_part(text.into()),
        Piece::File(file) => match (&file.came, bytes(&file.id)) {
            (Some(came), _) => came_part(file, came),
            (None, Some(bytes)) => file_part(file, bytes),
            (None, None) => words_part(missing(file).into()),
        },
    });
    Content::Parts(parts.collect())
}

/// The text with the files at their places in it, then the other files.
fn in_order<'a>(text: &'a str, files: &'a [Attachment]) -> Vec<Piece<'a>> {
    let mut parts = Vec::new();
    let mut after = Vec::new();
    let mut from = 0;
    for file in files {
        let place = file.came.as_ref().and_then(|came| came.at);
        match place.and_then(|at| Some((at, text.get(from..at)?))) {
            Some((at, before)) => {
                parts.extend(words(before, from));
                parts.push(Piece::File(file));
                from = at;
            }
            None => after.push(Piece::File(file)),
        }
    }
    parts.extend(words(text.get(from..).unwrap_or_default(), from));
    parts.extend(after);
    parts
}

/// A piece of the text, which starts at `from`, without the line break that joined it to the piece
/// before; `None` if it is blank.
fn words(piece: &str, from: usize) -> Option<Piece<'_>> {
    let joined = if from > 0 {
        piece.strip_prefix('\n')
    } else {
        None
    };
    let piece = joined.unwrap_or(piece);
    (!piece.trim().is_empty()).then_some(Piece::Words(piece))
}

fn words_part(text: Cow<'_, str>) -> Part<'_> {
    Part::Text(TextPart {
        r#type: "text",
        text,
    })
}

fn file_part<'a>(file: &'a Attachment, bytes: &'a [u8]) -> Part<'a> {
    Part::File(FilePart {
        r#type: type_of(Medium::of(&file.media_type)),
        id: None,
        source: PartSource {
            r#type: "data",
            value: Value::Bytes(Base64(bytes)),
            provider: None,
            mime_type: Some(&file.media_type),
        },
        metadata: Some(Metadata::Named(Named {
            filename: &file.name,
        })),
    })
}

fn came_part<'a>(file: &'a Attachment, came: &'a BackendFile) -> Part<'a> {
    let (kind, value, provider) = match &came.source {
        Source::Data(text) => ("data", text, None),
        Source::Url(url) => ("url", url, None),
        Source::Handle { value, provider } => ("file", value, provider.as_deref()),
    };
    let told = !file.media_type.is_empty();
    let metadata = came.metadata.as_deref().and_then(raw);
    Part::File(FilePart {
        r#type: type_of(came.kind),
        id: came.part.as_deref(),
        source: PartSource {
            r#type: kind,
            value: Value::Text(value),
            provider,
            mime_type: told.then_some(&*file.media_type),
        },
        metadata: metadata.map(Metadata::Given),
    })
}

/// The text that replaces an unreadable file, so that the agent knows that a file is missing.
fn missing(file: &Attachment) -> String {
    let (name, media_type) = (&file.name, &file.media_type);
    format!("[The attached file {name} ({media_type}) could not be read and is missing]")
}

fn type_of(kind: Medium) -> &'static str {
    match kind {
        Medium::Image => "image",
        Medium::Audio => "audio",
        Medium::Video => "video",
        Medium::Document => "document",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::{Attachment, Bytes, Source, content};
    use crate::testing::made;

    fn file(id: &str, media_type: &str) -> Attachment {
        Attachment {
            name: "a \"b\".bin".to_owned(),
            ..made::file(id, media_type)
        }
    }

    fn came(id: &str, at: Option<usize>, source: Source) -> Attachment {
        Attachment {
            came: Some(made::came(source, at)),
            ..file(id, "image/png")
        }
    }

    fn texts(said: &Value) -> Vec<String> {
        let said = said.as_array().into_iter().flatten();
        said.map(|part| part["text"].as_str().map_or("*".to_owned(), str::to_owned))
            .collect()
    }

    fn written(text: &str, files: &[Attachment], bytes: Bytes<'_>) -> Value {
        serde_json::to_value(content(text, files, bytes)).unwrap()
    }

    #[test]
    fn a_file_is_written_as_a_part_with_kind_bytes_and_name() {
        for (media_type, kind) in [
            ("image/png", "image"),
            ("audio/mpeg", "audio"),
            ("video/mp4", "video"),
            ("application/pdf", "document"),
            ("imagery", "document"),
        ] {
            let part = json!({
                "type": kind,
                "source": {"type": "data", "value": "AP+A", "mimeType": media_type},
                "metadata": {"filename": "a \"b\".bin"},
            });
            let files = [file("f", media_type)];
            let said = written("look", &files, &|_| Some(&[0, 255, 128]));
            assert_eq!(said, json!([{"type": "text", "text": "look"}, part]));
        }
    }

    #[test]
    fn a_blank_text_is_not_written_as_a_part() {
        let said = written(" \n", &[file("f", "image/png")], &|_| Some(&[]));
        assert_eq!(said.as_array().map(Vec::len), Some(1));
        assert_eq!(said[0]["source"]["value"], "");
    }

    #[test]
    fn a_file_from_a_backend_is_sent_back_unchanged() {
        let mut named = came("c", None, Source::Data("AP-A\n".into()));
        if let Some(came) = named.came.as_mut().map(Arc::make_mut) {
            came.part = Some("p".to_owned());
            came.metadata = Some("[1.0]".to_owned());
        }
        let url = "https://a.example/\"x\"";
        let mut untold = came("d", None, Source::Url(url.into()));
        untold.media_type = String::new();
        let handle = Source::Handle {
            value: "file-1".to_owned(),
            provider: Some("openai".to_owned()),
        };
        let files = [named, untold, came("e", None, handle)];
        // The page has no bytes for such a file, and none are needed.
        let said = written("", &files, &|_| None);
        assert_eq!(
            said,
            json!([
                {"type": "image", "id": "p", "metadata": [1.0],
                 "source": {"type": "data", "value": "AP-A\n", "mimeType": "image/png"}},
                {"type": "image", "source": {"type": "url", "value": url}},
                {"type": "image", "source": {"type": "file", "value": "file-1",
                 "provider": "openai", "mimeType": "image/png"}},
            ])
        );
    }

    #[test]
    fn a_file_from_a_backend_keeps_its_place_in_the_text() {
        let at = |place| came("c", place, Source::Url("u".into()));
        for (text, places, expected) in [
            ("a\nb", vec![Some(1)], vec!["a", "*", "b"]),
            ("a\nb", vec![Some(0), Some(0)], vec!["*", "*", "a\nb"]),
            ("a\nb", vec![Some(1), Some(3)], vec!["a", "*", "b", "*"]),
            ("a\n\nmore", vec![Some(1)], vec!["a", "*", "\nmore"]),
            ("a", vec![None, Some(0)], vec!["*", "a", "*"]),
            // Offsets that do not fit the text, because the text has changed.
            ("\u{e9}", vec![Some(1)], vec!["\u{e9}", "*"]),
            ("a", vec![Some(9)], vec!["a", "*"]),
            ("ab", vec![Some(1), Some(0)], vec!["a", "*", "b", "*"]),
            ("", vec![Some(0)], vec!["*"]),
        ] {
            let files: Vec<_> = places.into_iter().map(at).collect();
            assert_eq!(texts(&written(text, &files, &|_| None)), expected, "{text}");
        }
    }

    #[test]
    fn an_unreadable_file_is_replaced_by_a_text() {
        let files = [file("gone", "image/png"), file("here", "text/plain")];
        let said = written("", &files, &|id| {
            (id.as_str() == "here").then_some(b"hi".as_slice())
        });
        let text = "[The attached file a \"b\".bin (image/png) could not be read and is missing]";
        assert_eq!(said[0], json!({"type": "text", "text": text}));
        assert_eq!(said[1]["source"]["value"], "aGk=");
    }
}
