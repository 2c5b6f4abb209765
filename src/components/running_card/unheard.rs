//! What was written in a field that several pages share, and is not heard of yet.
//!
//! Not responsible for the field.

/// The texts that a field has had since the last one that came back from the core. A page that does not
/// drive its thread hears of its own typing later, when more may have been typed.
#[derive(Debug, Default)]
pub(super) struct Unheard(Vec<String>);

impl Unheard {
    /// The person wrote this here.
    pub(super) fn wrote(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }

    /// The core has this text now. Whether it was written elsewhere, and the field is to show it.
    pub(super) fn is_from_elsewhere(&mut self, text: &str) -> bool {
        match self.0.iter().position(|written| written == text) {
            Some(place) => {
                self.0.drain(..=place);
                false
            }
            // What was written here comes after it.
            None => self.0.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Unheard;

    #[test]
    fn what_was_written_here_is_no_news() {
        let mut unheard = Unheard::default();
        for text in ["a", "ab", "abc"] {
            unheard.wrote(text);
        }
        assert!(!unheard.is_from_elsewhere("a"));
        assert!(!unheard.is_from_elsewhere("abc"));
        assert!(unheard.is_from_elsewhere("abcd"));
    }

    #[test]
    fn what_is_still_to_be_heard_of_is_not_written_over() {
        let mut unheard = Unheard::default();
        unheard.wrote("mine");
        assert!(!unheard.is_from_elsewhere("theirs"));
        assert!(!unheard.is_from_elsewhere("mine"));
        assert!(unheard.is_from_elsewhere("theirs"));
    }
}
