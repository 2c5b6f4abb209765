//! The texts written in a field that several tabs share, until the core echoes them.

/// The texts of the field since the last text that the core echoed. A tab that does not drive its
/// thread receives its own typing late, when the person may have typed more.
#[derive(Debug, Default)]
pub(super) struct Unheard(Vec<String>);

impl Unheard {
    /// Remembers a text that was written in this tab.
    pub(super) fn wrote(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }

    /// Takes the core's text. Returns whether another tab wrote it, so that the field has to show
    /// it.
    pub(super) fn is_from_elsewhere(&mut self, text: &str) -> bool {
        match self.0.iter().position(|written| written == text) {
            Some(place) => {
                self.0.drain(..=place);
                false
            }
            // A text of this tab that the core has not echoed yet will replace this one.
            None => self.0.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Unheard;

    #[test]
    fn an_echo_of_this_tabs_text_is_not_shown_again() {
        let mut unheard = Unheard::default();
        for text in ["a", "ab", "abc"] {
            unheard.wrote(text);
        }
        assert!(!unheard.is_from_elsewhere("a"));
        assert!(!unheard.is_from_elsewhere("abc"));
        assert!(unheard.is_from_elsewhere("abcd"));
    }

    #[test]
    fn another_tabs_text_is_not_shown_while_an_echo_is_missing() {
        let mut unheard = Unheard::default();
        unheard.wrote("mine");
        assert!(!unheard.is_from_elsewhere("theirs"));
        assert!(!unheard.is_from_elsewhere("mine"));
        assert!(unheard.is_from_elsewhere("theirs"));
    }
}
