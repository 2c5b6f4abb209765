//! Which files may be attached, and how many.
//!
//! Not responsible for whether the agent can read them.

use leptos::prelude::*;
use midturn_core::attachment::Attachment;

/// The default limit of one file, in bytes.
const MAX_BYTES: u64 = 10_000_000;

/// The maximum number of files in a message.
const MAX_FILES: usize = 10;

/// What an embedder allows, read whenever something is attached. The limit of all files of a
/// message together is twice the limit of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// `off`: no attachments.
    pub attachments: String,
    /// Media types such as `image/png` and `image/*`, and file extensions such as `.pdf`, as in a
    /// field's `accept` attribute. Empty: all types.
    pub types: String,
    /// The limit of one file in bytes; the default if it is not a positive number.
    pub max_bytes: String,
}

/// Why a file may not be attached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Its type is not allowed.
    Type,
    /// It is larger than this limit, in bytes.
    TooLarge(u64),
    /// Together with the files already attached, it exceeds this limit, in bytes.
    TooLargeTogether(u64),
    /// The message already has this many files, the maximum.
    TooMany(usize),
}

impl Allowed {
    /// Whether attachments are off.
    pub fn off(&self) -> bool {
        self.attachments == "off"
    }

    /// Whether a file may be attached beside the files in `held`.
    /// # Errors
    /// Why it may not.
    pub fn judge(&self, file: &Attachment, held: &[Attachment]) -> Result<(), Refusal> {
        let max = self.max_bytes.trim().parse().ok();
        let max = max.filter(|max| *max > 0).unwrap_or(MAX_BYTES);
        let together = max.saturating_mul(2);
        let before: u64 = held.iter().map(|file| file.size).sum();
        if !self.accepts(file) {
            Err(Refusal::Type)
        } else if file.size > max {
            Err(Refusal::TooLarge(max))
        } else if held.len() >= MAX_FILES {
            Err(Refusal::TooMany(MAX_FILES))
        } else if before.saturating_add(file.size) > together {
            Err(Refusal::TooLargeTogether(together))
        } else {
            Ok(())
        }
    }

    fn accepts(&self, file: &Attachment) -> bool {
        let (name, media) = (
            file.name.to_ascii_lowercase(),
            file.media_type.to_ascii_lowercase(),
        );
        let fits = |wanted: &str| match wanted.strip_suffix('*') {
            Some("" | "*/") => true,
            Some(start) => media.starts_with(start),
            None if wanted.starts_with('.') => name.ends_with(wanted),
            None => wanted == media,
        };
        let types = self.types.to_ascii_lowercase();
        let mut types = types
            .split(',')
            .map(str::trim)
            .filter(|held| !held.is_empty());
        let all = types.clone().next().is_none();
        all || types.any(fits)
    }
}

/// The state of attaching files in a chat.
#[derive(Clone, Copy, Default)]
pub struct Attaching {
    /// What may be attached.
    pub allowed: RwSignal<Allowed>,
    /// Why files were refused at the last attempt.
    pub refused: RwSignal<Vec<String>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, media_type: &str, size: u64) -> Attachment {
        Attachment {
            id: name.into(),
            name: name.to_owned(),
            media_type: media_type.to_owned(),
            size,
            came: None,
        }
    }

    fn allowed(types: &str, max_bytes: &str) -> Allowed {
        Allowed {
            attachments: String::new(),
            types: types.to_owned(),
            max_bytes: max_bytes.to_owned(),
        }
    }

    #[test]
    fn types_are_matched_like_those_of_an_accept_attribute() {
        let allowed = allowed(" image/*, application/PDF ,.Txt,", "");
        let accepts = |name, media| allowed.judge(&file(name, media, 1), &[]).is_ok();
        assert!(accepts("a.png", "image/png"));
        assert!(accepts("a", "application/pdf"));
        assert!(accepts("NOTES.TXT", "application/octet-stream"));
        assert!(!accepts("a.zip", "application/zip"));
        assert!(!accepts("png", "imagery/png"));
        for all in ["", " , ", "*", "*/*"] {
            assert_eq!(
                self::allowed(all, "").judge(&file("x", "a/b", 1), &[]),
                Ok(())
            );
        }
    }

    #[test]
    fn an_invalid_limit_is_replaced_by_the_default() {
        for max in ["", "many", "0", "-1"] {
            let judged = |size| allowed("", max).judge(&file("f", "a/b", size), &[]);
            assert_eq!(judged(MAX_BYTES), Ok(()));
            assert_eq!(judged(MAX_BYTES + 1), Err(Refusal::TooLarge(MAX_BYTES)));
        }
    }

    #[test]
    fn the_size_the_total_and_the_number_of_files_are_limited() {
        let allowed = allowed("", " 10 ");
        let of = |size| file("f", "a/b", size);
        assert_eq!(allowed.judge(&of(10), &[]), Ok(()));
        assert_eq!(allowed.judge(&of(11), &[]), Err(Refusal::TooLarge(10)));
        assert_eq!(allowed.judge(&of(10), &[of(10)]), Ok(()));
        let together = Err(Refusal::TooLargeTogether(20));
        assert_eq!(allowed.judge(&of(1), &[of(10), of(10)]), together);
        let many = vec![of(0); MAX_FILES];
        assert_eq!(
            allowed.judge(&of(0), &many),
            Err(Refusal::TooMany(MAX_FILES))
        );
    }
}
