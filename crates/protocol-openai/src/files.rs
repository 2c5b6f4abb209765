//! The attached files of a message, in a form from which each protocol writes its own parts.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use midturn_core::attachment::{Attachment, Medium, Source};
use midturn_protocol::request::{Bytes, text_file};

/// A part of a message's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Text, also that of a text file: most servers take no such file.
    Words(String),
    /// A picture, at this URL.
    Image(String),
    /// A sound.
    Audio {
        /// The bytes in Base64.
        data: String,
        /// `wav` or `mp3`.
        format: &'static str,
        file: &'a Attachment,
    },
    /// A document with its bytes, as a `data:` URL.
    Document { data: String, file: &'a Attachment },
    /// A document at this URL.
    Address { url: &'a str, file: &'a Attachment },
    /// A file that the server already has.
    Handle(&'a str),
}

/// The text and then the files. A file that cannot be sent becomes a text that mentions it.
pub(super) fn pieces<'a>(text: &str, files: &'a [Attachment], bytes: Bytes<'_>) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    if !text.trim().is_empty() {
        pieces.push(Piece::Words(text.to_owned()));
    }
    pieces.extend(files.iter().map(|file| piece(file, bytes)));
    pieces
}

fn piece<'a>(file: &'a Attachment, bytes: Bytes<'_>) -> Piece<'a> {
    if let Some(text) = text_file(file, bytes) {
        return Piece::Words(text);
    }
    let data = match file.came.as_deref().map(|came| &came.source) {
        Some(Source::Handle { value, .. }) => return Piece::Handle(value),
        Some(Source::Data(base64)) => base64.clone(),
        Some(Source::Url(url)) => {
            return match file.medium() {
                Medium::Image => Piece::Image(url.clone()),
                _ => Piece::Address { url, file },
            };
        }
        None => match bytes(&file.id) {
            Some(bytes) => STANDARD.encode(bytes),
            None => return Piece::Words(mention(file, "could not be read and is missing")),
        },
    };
    let format = match file.media_type.as_str() {
        "audio/wav" | "audio/x-wav" | "audio/wave" => Some("wav"),
        "audio/mpeg" | "audio/mp3" => Some("mp3"),
        _ => None,
    };
    match (file.medium(), format) {
        (Medium::Image, _) => Piece::Image(data_url(file, &data)),
        (Medium::Audio, Some(format)) => Piece::Audio { data, format, file },
        (Medium::Audio | Medium::Video, _) => Piece::Words(unsendable(file)),
        (Medium::Document, _) => Piece::Document {
            data: data_url(file, &data),
            file,
        },
    }
}

fn data_url(file: &Attachment, base64: &str) -> String {
    let media_type = match file.media_type.as_str() {
        "" => "application/octet-stream",
        told => told,
    };
    format!("data:{media_type};base64,{base64}")
}

/// The text in place of a file that the protocol cannot carry.
pub(super) fn unsendable(file: &Attachment) -> String {
    mention(file, "cannot be sent")
}

/// The text in place of a file that is elsewhere.
pub(super) fn elsewhere(file: &Attachment, url: &str) -> String {
    mention(file, &format!("is at {url}"))
}

/// Mentions a file, so that the model knows of it.
fn mention(file: &Attachment, what: &str) -> String {
    let (name, media_type) = (&file.name, &file.media_type);
    format!("[The attached file {name} ({media_type}) {what}]")
}
