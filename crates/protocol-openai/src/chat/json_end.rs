//! Finds the end of a JSON object that comes in pieces, in constant time a byte.

/// Follows an object or a list to its end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JsonEnd {
    depth: usize,
    begun: bool,
    in_string: bool,
    escaped: bool,
}

impl JsonEnd {
    /// Reads more of the text.
    pub(super) fn push(&mut self, text: &str) {
        for byte in text.bytes() {
            if self.in_string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => {
                    self.depth += 1;
                    self.begun = true;
                }
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Whether a whole object or list was read.
    pub(super) fn is_complete(self) -> bool {
        self.begun && self.depth == 0 && !self.in_string
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_complete_at_its_last_brace_however_it_is_split() {
        for (text, complete) in [
            ("", false),
            ("  ", false),
            ("{}", true),
            (r#"{"a":"}"#, false),
            (r#"{"a":"\"}"}"#, true),
            (r#"{"a":[{"b":1}]"#, false),
            (r#"{"a":[{"b":1}]}"#, true),
            ("}", false),
        ] {
            for at in 0..=text.len() {
                let mut end = JsonEnd::default();
                end.push(&text[..at]);
                end.push(&text[at..]);
                assert_eq!(end.is_complete(), complete, "{text} at {at}");
            }
        }
    }
}
