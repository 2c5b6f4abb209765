//! The content of a message that files go with: a list of parts, with the bytes among them.
//!
//! Not responsible for where the bytes are kept, nor for which files a message has.

use midturn_core::attachment::Attachment;
use midturn_core::id::AttachmentId;

use crate::json::Writer;

/// Gives the bytes of a file; none for one that cannot be read.
pub type Bytes<'a> = &'a dyn Fn(&AttachmentId) -> Option<&'a [u8]>;

enum Part<'a> {
    Text(&'a str),
    File(&'a Attachment),
}

/// Writes the field `content`.
pub(super) fn content(fields: &mut Writer, text: &str, files: &[Attachment], bytes: Bytes<'_>) {
    let words = (!text.trim().is_empty()).then_some(Part::Text(text));
    let parts = words.into_iter().chain(files.iter().map(Part::File));
    fields.list("content", parts, |fields, part| match part {
        Part::Text(text) => words_part(fields, text),
        Part::File(file) => match bytes(&file.id) {
            Some(bytes) => file_part(fields, file, bytes),
            None => words_part(fields, &missing(file)),
        },
    });
}

fn words_part(fields: &mut Writer, text: &str) {
    fields.text("type", "text");
    fields.text("text", text);
}

fn file_part(fields: &mut Writer, file: &Attachment, bytes: &[u8]) {
    fields.text("type", kind(&file.media_type));
    fields.object("source", |source| {
        source.text("type", "data");
        source.base64("value", bytes);
        source.text("mimeType", &file.media_type);
    });
    fields.object("metadata", |metadata| {
        metadata.text("filename", &file.name);
    });
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

/// The type of the part that a file of this media type is.
fn kind(media_type: &str) -> &'static str {
    match media_type.split('/').next() {
        Some("image") => "image",
        Some("audio") => "audio",
        Some("video") => "video",
        _ => "document",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::json::object_of;

    fn file(id: &str, media_type: &str) -> Attachment {
        Attachment {
            id: id.into(),
            name: "a \"b\".bin".to_owned(),
            media_type: media_type.to_owned(),
            size: 3,
        }
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
