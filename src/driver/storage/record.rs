//! Records as bytes: JSON text in UTF-8. The JSON names every field, so that records can gain
//! fields and can be read with the browser's developer tools.
//!
//! Pages write their messages to each other in the same form. [`midturn_core::record`] defines what
//! a record has.

use midturn_core::record::{Envelope, Record, Typed};
use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed, Error};

/// A value as the bytes of a record.
pub(in super::super) fn write(value: &(impl Record + Serialize)) -> Vec<u8> {
    text(value).into_bytes()
}

/// A value as the text of a record.
pub(in super::super) fn text(value: &(impl Record + Serialize)) -> String {
    // Fails only for maps with keys other than text, and no record has a map.
    serde_json::to_string(&Envelope::of(value)).unwrap_or_default()
}

/// Reads the value of a record. [`super::readers`] has this function for each kind of record.
///
/// # Errors
/// If the record is of a later version, is cut off, or is not a record.
pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    let text = std::str::from_utf8(bytes).map_err(serde_json::Error::custom)?;
    serde_json::from_str(text).map(Envelope::into_value)
}

/// The text that the person typed, from a record of any version. The record may be cut off after
/// that text. Empty if nothing can be read.
pub(in super::super) fn typed(bytes: &[u8]) -> String {
    let mut typed = String::new();
    // The bytes may end within a character.
    let text = String::from_utf8_lossy(bytes);
    let mut record = serde_json::Deserializer::from_str(&text);
    // An error after the typed text does not matter: this page cannot read the rest anyway.
    let _ = Typed(&mut typed).deserialize(&mut record);
    typed
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Note(String);

    impl Record for Note {
        fn typed(&self) -> String {
            self.0.clone()
        }
    }

    #[test]
    fn a_record_is_json_that_begins_with_its_version_and_typed_text() {
        let record = write(&Note("hé\"".to_owned()));
        let text = r#"{"version":1,"typed":"hé\"","value":"hé\""}"#;
        assert_eq!(std::str::from_utf8(&record), Ok(text));
        assert_eq!(parse::<Note>(&record).ok(), Some(Note("hé\"".to_owned())));
        let nothing = write(&Note(String::new()));
        assert_eq!(nothing, br#"{"version":1,"value":""}"#);
        assert_eq!(parse::<Note>(&nothing).ok(), Some(Note(String::new())));
    }

    #[test]
    fn a_record_cut_off_anywhere_is_an_error_but_typed_text_before_the_cut_is_read() {
        let record = write(&Note("hé".to_owned()));
        let behind = r#"{"version":1,"typed":"hé""#.len();
        for end in 0..record.len() {
            assert!(parse::<Note>(&record[..end]).is_err(), "{end}");
            let words = if end < behind { "" } else { "hé" };
            assert_eq!(typed(&record[..end]), words, "{end}");
        }
    }

    #[test]
    fn bytes_that_are_not_a_record_are_an_error() {
        for bytes in [
            &b""[..],
            b"\xff\xfe",
            b"\x04\0\x05words",
            b"null",
            b"[1]",
            b"{}",
        ] {
            assert!(parse::<Note>(bytes).is_err(), "{bytes:?}");
            assert_eq!(typed(bytes), "");
        }
    }
}
