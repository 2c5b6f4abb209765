//! Records as bytes: JSON text in UTF-8. It names every field, so that it can grow, and be read with
//! the browser's own tools.
//!
//! What pages tell each other is written in the same way. Not responsible for what a record has (see
//! [`midturn_core::record`]), nor for where it is kept.

pub(in super::super) use super::readers::read;
use midturn_core::record::{Envelope, Record, Typed};
use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed, Error};

/// The record of a value.
pub(in super::super) fn write(value: &(impl Record + Serialize)) -> Vec<u8> {
    text(value).into_bytes()
}

/// The same as text.
pub(in super::super) fn text(value: &(impl Record + Serialize)) -> String {
    // Fails for maps whose keys are no text alone, and no record has a map.
    serde_json::to_string(&Envelope::of(value)).unwrap_or_default()
}

/// The value of a record of any kind. [`super::readers`] has it for each.
///
/// # Errors
/// When it is of a later version, cut off, or no record.
pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    let text = std::str::from_utf8(bytes).map_err(serde_json::Error::custom)?;
    serde_json::from_str(text).map(Envelope::into_value)
}

/// What the person typed in a record of any version, also in one that is cut off behind that; empty
/// where nothing can be read.
pub(in super::super) fn typed(bytes: &[u8]) -> String {
    let mut typed = String::new();
    // Bytes may end within a character.
    let text = String::from_utf8_lossy(bytes);
    let mut record = serde_json::Deserializer::from_str(&text);
    // What follows is of no use to a page that cannot read it.
    let _ = Typed(&mut typed).deserialize(&mut record);
    typed
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Said(String);

    impl Record for Said {
        fn typed(&self) -> String {
            self.0.clone()
        }
    }

    #[test]
    fn a_record_is_json_that_says_its_version_and_what_was_typed_first() {
        let record = write(&Said("hé\"".to_owned()));
        let text = r#"{"version":1,"typed":"hé\"","value":"hé\""}"#;
        assert_eq!(std::str::from_utf8(&record), Ok(text));
        assert_eq!(parse::<Said>(&record).ok(), Some(Said("hé\"".to_owned())));
        let nothing = write(&Said(String::new()));
        assert_eq!(nothing, br#"{"version":1,"value":""}"#);
        assert_eq!(parse::<Said>(&nothing).ok(), Some(Said(String::new())));
    }

    #[test]
    fn bytes_that_stop_anywhere_are_an_error_and_what_was_typed_before_is_there() {
        let record = write(&Said("hé".to_owned()));
        let behind = r#"{"version":1,"typed":"hé""#.len();
        for end in 0..record.len() {
            assert!(parse::<Said>(&record[..end]).is_err(), "{end}");
            let words = if end < behind { "" } else { "hé" };
            assert_eq!(typed(&record[..end]), words, "{end}");
        }
    }

    #[test]
    fn bytes_that_are_no_record_are_an_error() {
        for bytes in [
            &b""[..],
            b"\xff\xfe",
            b"\x04\0\x05words",
            b"null",
            b"[1]",
            b"{}",
        ] {
            assert!(parse::<Said>(bytes).is_err(), "{bytes:?}");
            assert_eq!(typed(bytes), "");
        }
    }
}
