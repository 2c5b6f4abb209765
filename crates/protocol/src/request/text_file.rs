//! A text file as text, for APIs and models that take no such file. The text begins with the words
//! that the reference agent uses too.

use std::borrow::Cow;

use midturn_core::attachment::{Attachment, Medium};

use super::Bytes;

const BEGIN: &str = "[Attached document ";
const END: &str = "]\n";

/// The name and the content of a text file; `None` if the file is no text. Its type says little:
/// browsers do not know that of `main.rs`.
pub fn text_file(file: &Attachment, bytes: Bytes<'_>) -> Option<String> {
    if file.medium() != Medium::Document || file.media_type == "application/pdf" {
        return None;
    }
    let bytes = if file.is_own() {
        Cow::Borrowed(bytes(&file.id)?)
    } else {
        Cow::Owned(file.bytes()?)
    };
    let text = std::str::from_utf8(&bytes).ok()?;
    (!text.contains('\0')).then(|| [BEGIN, &file.name, END, text].concat())
}

/// The name and the content in a text that [`text_file`] made.
pub fn file_in(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix(BEGIN)?.split_once(END)
}

#[cfg(test)]
mod tests {
    use midturn_core::attachment::Source;

    use super::*;
    use crate::testing::made;

    #[test]
    fn a_text_file_is_its_name_and_its_content() {
        for (media_type, bytes, text) in [
            ("text/plain", "é\n".as_bytes(), Some("é\n")),
            ("application/octet-stream", b"fn main", Some("fn main")),
            ("application/pdf", b"%PDF", None),
            ("image/svg+xml", b"<svg/>", None),
            ("application/zip", b"PK\x03\xff", None),
            ("application/zip", b"PK\0", None),
        ] {
            let file = made::file("f", media_type);
            let said = text_file(&file, &|_| Some(bytes));
            let read = said.as_deref().and_then(file_in);
            assert_eq!(read, text.map(|text| ("f.bin", text)), "{media_type}");
        }
    }

    #[test]
    fn a_file_from_a_backend_has_its_bytes_with_it() {
        let file = |source| Attachment {
            came: Some(made::came(source, None)),
            ..made::file("f", "text/plain")
        };
        let said = |source| text_file(&file(source), &|_| None);
        let expected = Some("[Attached document f.bin]\nhi".to_owned());
        assert_eq!(said(Source::Data("aGk=".to_owned())), expected);
        assert_eq!(said(Source::Url("https://a.example".to_owned())), None);
    }
}
