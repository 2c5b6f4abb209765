//! A text that grows, for backends that send it again from its beginning.

/// A growing text, of which only the length and a hash are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    length: usize,
    hash: u64,
}

impl Default for Growth {
    fn default() -> Self {
        Self {
            length: 0,
            hash: 0xcbf2_9ce4_8422_2325,
        }
    }
}

impl Growth {
    /// This text.
    pub fn of(text: &str) -> Self {
        let mut growth = Self::default();
        growth.push(text);
        growth
    }

    /// Adds to the text.
    pub fn push(&mut self, text: &str) {
        self.length += text.len();
        for byte in text.bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Whether there is no text yet.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// What a longer text adds; `None` if it does not begin with this one.
    pub fn rest<'t>(&self, whole: &'t str) -> Option<&'t str> {
        let (start, rest) = whole.split_at_checked(self.length)?;
        (Self::of(start) == *self).then_some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growing_text_knows_what_a_longer_one_adds() {
        let mut growth = Growth::default();
        assert_eq!(growth.rest("ab"), Some("ab"));
        growth.push("a");
        growth.push("é");
        assert_eq!(growth.rest("aé"), Some(""));
        assert_eq!(growth.rest("aéb"), Some("b"));
        for other in ["a", "", "ae", "bé", "a\u{1f35e}"] {
            assert_eq!(growth.rest(other), None, "{other}");
        }
    }
}
