//! Which files may be attached, and how many.
//!
//! Not responsible for what an agent can make of them.

use midturn_core::attachment::Attachment;

use crate::reactive::Signal;

/// What may be attached when nobody says otherwise: bytes of one file.
const MAX_BYTES: u64 = 10_000_000;

/// How many files a message can have.
const MAX_FILES: usize = 10;

/// What may be attached. The files of a message can have twice the bytes of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Nothing may.
    pub off: bool,
    /// Media types such as `image/png` and `image/*`, and ends of names such as `.pdf`, as in the
    /// `accept` of a field; none allows all.
    pub types: Vec<String>,
    /// Bytes of one file.
    pub max_bytes: u64,
}

/// Why a file may not be attached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not of an allowed type.
    Type,
    /// It is larger than this.
    TooLarge(u64),
    /// With those that are there it is larger than this.
    TooLargeTogether(u64),
    /// There are so many.
    TooMany(usize),
}

impl Default for Allowed {
    fn default() -> Self {
        Self {
            off: false,
            types: Vec::new(),
            max_bytes: MAX_BYTES,
        }
    }
}

impl Allowed {
    /// What these allow: `off` or anything else, a list as in `accept`, and a number of bytes, of
    /// which there is a default.
    pub fn of(attachments: &str, types: &str, max_bytes: Option<u64>) -> Self {
        let types = types.split(',').map(str::trim);
        let types = types.filter(|held| !held.is_empty());
        Self {
            off: attachments.trim() == "off",
            types: types.map(str::to_ascii_lowercase).collect(),
            max_bytes: max_bytes.filter(|max| *max > 0).unwrap_or(MAX_BYTES),
        }
    }

    /// The `accept` of a field.
    pub(super) fn accept(&self) -> String {
        self.types.join(",")
    }

    /// Whether a file may be attached beside those that are.
    pub(super) fn judge(&self, file: &Attachment, held: &[Attachment]) -> Result<(), Refusal> {
        let together = self.max_bytes.saturating_mul(2);
        let before: u64 = held.iter().map(|file| file.size).sum();
        if !self.accepts(file) {
            Err(Refusal::Type)
        } else if file.size > self.max_bytes {
            Err(Refusal::TooLarge(self.max_bytes))
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
        let fits = |wanted: &String| match wanted.strip_suffix('*') {
            Some("" | "*/") => true,
            Some(start) => media.starts_with(start),
            None if wanted.starts_with('.') => name.ends_with(wanted.as_str()),
            None => *wanted == media,
        };
        self.types.is_empty() || self.types.iter().any(fits)
    }
}

/// What a chat has for attaching files.
#[derive(Clone, Default)]
pub struct Attaching {
    /// What may be attached.
    pub allowed: Signal<Allowed>,
    /// Why files were not attached, the last time some were to be.
    pub refused: Signal<Vec<String>>,
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
        }
    }

    #[test]
    fn types_are_those_of_accept() {
        let allowed = Allowed::of("", " image/*, application/PDF ,.Txt,", None);
        let accepts = |name, media| allowed.judge(&file(name, media, 1), &[]).is_ok();
        assert!(accepts("a.png", "image/png"));
        assert!(accepts("a", "application/pdf"));
        assert!(accepts("NOTES.TXT", "application/octet-stream"));
        assert!(!accepts("a.zip", "application/zip"));
        assert!(!accepts("png", "imagery/png"));
        assert_eq!(allowed.accept(), "image/*,application/pdf,.txt");
        for all in ["", "*", "*/*"] {
            let allowed = Allowed::of("", all, None);
            assert_eq!(allowed.judge(&file("x", "a/b", 1), &[]), Ok(()));
        }
    }

    #[test]
    fn what_is_not_given_is_the_default() {
        assert_eq!(Allowed::of("", "", None), Allowed::default());
        assert_eq!(Allowed::of("on", "", Some(0)), Allowed::default());
        assert!(Allowed::of("off", "", None).off);
    }

    #[test]
    fn one_file_and_all_together_have_limits() {
        let allowed = Allowed::of("", "", Some(10));
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
