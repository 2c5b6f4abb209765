//! Which emphasis is open on a line, roughly: enough to see that a formula would end in the middle
//! of it.

use std::ops::Range;

use crate::bytes::{next_of, run_end, table};

/// What runs are made of.
const MARKS: [bool; 256] = table(b"*~");

/// The runs of `*`, `**` and `~~` on a line that have no counterpart so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Runs {
    one: bool,
    two: bool,
    strike: bool,
}

impl Runs {
    /// Takes the runs in a part of a line that begins at `line`.
    pub(crate) fn read(&mut self, text: &str, line: usize, part: Range<usize>) {
        let mut at = part.start;
        let read = text.get(..part.end).unwrap_or_default();
        while let Some((mark, start)) = next_of(read, at, &MARKS) {
            at = run_end(text, start);
            let before = text.get(line..start).unwrap_or_default();
            let after = text.get(at..).unwrap_or_default();
            self.take(before, mark, at - start, after);
        }
    }

    /// Takes a run between two texts of its line.
    fn take(&mut self, before: &str, mark: u8, length: usize, after: &str) {
        let white = |held: char| held.is_whitespace();
        let left = before.is_empty() || before.ends_with(white);
        let right = after.is_empty() || after.starts_with(white);
        match (mark, length) {
            // As in `x^*` and `x_{**}`.
            _ if before.ends_with(['^', '{']) => {}
            (b'~', 2) => self.strike ^= true,
            (b'~', _) => {}
            // With spaces or letters on both sides: a product.
            (_, 1) => self.one ^= left != right,
            _ => self.two ^= !(left && right),
        }
    }
}

/// Whether the source of a formula has a part of emphasis that is not all in it.
pub(crate) fn emphasis_in(source: &str, open: Runs) -> bool {
    let mut inside = Runs::default();
    let mut seen = Runs::default();
    let mut at = 0;
    while let Some((_, start)) = next_of(source, at, &MARKS) {
        let was = inside;
        inside.read(source, 0, start..start + 1);
        seen.one |= was.one != inside.one;
        seen.two |= was.two != inside.two;
        seen.strike |= was.strike != inside.strike;
        at = run_end(source, start);
    }
    inside.two
        || inside.strike
        || (open.one && seen.one)
        || (open.two && seen.two)
        || (open.strike && seen.strike)
}
