//! Finds where the parser's rules differ from ours, and makes the text that it reads.

use crate::flanking::loosen;
use crate::shadow::{Edit, Shadow, is_stand_in};

/// The text that the parser reads for this one.
pub(crate) fn shadow(text: &str) -> Shadow<'_> {
    let bytes = text.as_bytes();
    let mut edits = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let mut next = at + 1;
        match byte {
            // What follows means itself.
            b'\\' => next += usize::from(bytes.get(next).is_some_and(u8::is_ascii_punctuation)),
            b'*' | b'~' => {
                while bytes.get(next) == Some(byte) {
                    next += 1;
                }
                loosen(text, at, next, &mut edits);
            }
            // The first byte of a character that no text may have.
            0xef if bytes.get(next) == Some(&0xb7) => {
                let letter = text.get(at..).and_then(|rest| rest.chars().next());
                if letter.is_some_and(is_stand_in) {
                    edits.push(Edit {
                        at,
                        gone: 3,
                        put: "\u{fffd}",
                    });
                }
            }
            _ => {}
        }
        at = next;
    }
    Shadow::new(text, &edits)
}
