//! The content of a message that files go with: a list of parts, with the bytes among them. What came
//! from a backend goes back as it came, where it stood.
//!
//! Not responsible for where the bytes are kept, nor for which files a message has.

use midturn_core::attachment::{Attachment, Came, Medium, Source};
use midturn_core::id::AttachmentId;

use crate::json::{Writer, is_json};

/// Gives the bytes of a file; none for one that cannot be read.
pub type Bytes<'a> = &'a dyn Fn(&AttachmentId) -> Option<&'a [u8]>;

enum Part<'a> {
    Text(&'a str),
    File(&'a Attachment),
}

/// Writes the field `content`.
pub(super) fn content(fields: &mut Writer, text: &str, files: &[Attachment], bytes: Bytes<'_>) {
    fields.list(
        "content",
        in_order(text, files),
        |fields, part| match part {
            Part::Text(text) => words_part(fields, text),
            Part::File(file) => match (&file.came, bytes(&file.id)) {
                (Some(came), _) => came_part(fields, file, came),
                (None, Some(bytes)) => file_part(fields, file, bytes),
                (None, None) => words_part(fields, &missing(file)),
            },
        },
    );
}

/// The words with the files that stood among them, then the other files.
fn in_order<'a>(text: &'a str, files: &'a [Attachment]) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut after = Vec::new();
    let mut from = 0;
    for file in files {
        let place = file.came.as_ref().and_then(|came| came.at);
        match place.and_then(|at| Some((at, text.get(from..at)?))) {
            Some((at, before)) => {
                parts.extend(words(before, from));
                parts.push(Part::File(file));
                from = at;
            }
            None => after.push(Part::File(file)),
        }
    }
    parts.extend(words(text.get(from..).unwrap_or_default(), from));
    parts.extend(after);
    parts
}

/// A piece of the words, unless it is blank. Pieces were joined by a line break.
fn words(piece: &str, from: usize) -> Option<Part<'_>> {
    let joined = if from > 0 {
        piece.strip_prefix('\n')
    } else {
        None
    };
    let piece = joined.unwrap_or(piece);
    (!piece.trim().is_empty()).then_some(Part::Text(piece))
}

fn words_part(fields: &mut Writer, text: &str) {
    fields.text("type", "text");
    fields.text("text", text);
}

fn file_part(fields: &mut Writer, file: &Attachment, bytes: &[u8]) {
    fields.text("type", type_of(Medium::of(&file.media_type)));
    fields.object("source", |source| {
        source.text("type", "data");
        source.base64("value", bytes);
        source.text("mimeType", &file.media_type);
    });
    fields.object("metadata", |metadata| {
        metadata.text("filename", &file.name);
    });
}

fn came_part(fields: &mut Writer, file: &Attachment, came: &Came) {
    fields.text("type", type_of(came.kind));
    fields.optional("id", came.part.as_deref());
    fields.object("source", |source| {
        let (kind, value, provider) = match &came.source {
            Source::Data(text) => ("data", text, None),
            Source::Url(url) => ("url", url, None),
            Source::Handle { value, provider } => ("file", value, provider.as_deref()),
        };
        source.text("type", kind);
        source.text("value", value);
        source.optional("provider", provider);
        if !file.media_type.is_empty() {
            source.text("mimeType", &file.media_type);
        }
    });
    if let Some(metadata) = came.metadata.as_deref().filter(|text| is_json(text)) {
        fields.json("metadata", metadata);
    }
}

/// What the agent is told instead of a file that cannot be read: it must not take the message for
/// one without files.
fn missing(file: &Attachment) -> String {
    let about = [&file.name, " (", &file.media_type, ")"].concat();
    [
        "[The attached file ",
        &about,
        " could not be read and is missing]",
    ]
    .concat()
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

    use super::*;
    use crate::json::object_of;

    fn file(id: &str, media_type: &str) -> Attachment {
        Attachment {
            id: id.into(),
            name: "a \"b\".bin".to_owned(),
            media_type: media_type.to_owned(),
            size: 3,
            came: None,
        }
    }

    fn came(id: &str, at: Option<usize>, source: Source) -> Attachment {
        Attachment {
            came: Some(Arc::new(Came {
                kind: Medium::Image,
                source,
                at,
                part: None,
                metadata: None,
            })),
            ..file(id, "image/png")
        }
    }

    fn texts(said: &Value) -> Vec<String> {
        let said = said.as_array().into_iter().flatten();
        said.map(|part| part["text"].as_str().map_or("*".to_owned(), str::to_owned))
            .collect()
    }

    fn written(text: &str, files: &[Attachment], bytes: Bytes<'_>) -> Value {
        let object = object_of(|fields| content(fields, text, files, bytes));
        serde_json::from_str::<Value>(&object).unwrap()["content"].take()
    }

    #[test]
    fn a_file_is_a_part_of_its_kind_with_its_bytes_and_name() {
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
    fn without_words_there_is_no_part_of_them() {
        let said = written(" \n", &[file("f", "image/png")], &|_| Some(&[]));
        assert_eq!(said.as_array().map(Vec::len), Some(1));
        assert_eq!(said[0]["source"]["value"], "");
    }

    #[test]
    fn what_came_from_a_backend_goes_back_as_it_came() {
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
        // Nobody is asked for its bytes.
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
    fn what_came_stands_where_it_stood() {
        let at = |place| came("c", place, Source::Url("u".into()));
        for (text, places, expected) in [
            ("a\nb", vec![Some(1)], vec!["a", "*", "b"]),
            ("a\nb", vec![Some(0), Some(0)], vec!["*", "*", "a\nb"]),
            ("a\nb", vec![Some(1), Some(3)], vec!["a", "*", "b", "*"]),
            ("a\n\nmore", vec![Some(1)], vec!["a", "*", "\nmore"]),
            ("a", vec![None, Some(0)], vec!["*", "a", "*"]),
            // Text that became another has no such place.
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
    fn a_file_that_cannot_be_read_is_said_to_be_missing() {
        let files = [file("gone", "image/png"), file("here", "text/plain")];
        let said = written("", &files, &|id| {
            (id.as_str() == "here").then_some(b"hi".as_slice())
        });
        let text = "[The attached file a \"b\".bin (image/png) could not be read and is missing]";
        assert_eq!(said[0], json!({"type": "text", "text": text}));
        assert_eq!(said[1]["source"]["value"], "aGk=");
    }
}
