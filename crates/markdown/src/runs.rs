//! Which emphasis is open on a line, roughly: enough to see that a formula would end in the middle
//! of it.

/// The runs of `*`, `**` and `~~` on a line that have no counterpart so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Runs {
    one: bool,
    two: bool,
    strike: bool,
}

impl Runs {
    /// Takes the run between two texts of its line.
    pub(crate) fn take(&mut self, before: &str, run: &str, after: &str) {
        let white = |held: char| held.is_whitespace();
        let left = before.is_empty() || before.ends_with(white);
        let right = after.is_empty() || after.starts_with(white);
        match (run.starts_with('~'), run.len()) {
            (true, 2) => self.strike ^= true,
            (true, _) => {}
            // With spaces or letters on both sides: a product.
            (false, 1) => self.one ^= left != right,
            (false, _) => self.two ^= !(left && right),
        }
    }
}

/// Whether the source of a formula has a part of emphasis that is not all in it.
pub(crate) fn emphasis_in(source: &str, open: Runs) -> bool {
    let mut inside = Runs::default();
    let mut seen = Runs::default();
    let bytes = source.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let mut end = at + 1;
        if matches!(byte, b'*' | b'~') {
            while bytes.get(end) == Some(byte) {
                end += 1;
            }
            let part = |range| source.get(range).unwrap_or_default();
            let before = part(0..at);
            // As in `x^*` and `x_{**}`.
            if !before.ends_with(['^', '_', '{']) {
                let was = inside;
                inside.take(before, part(at..end), part(end..source.len()));
                seen.one |= was.one != inside.one;
                seen.two |= was.two != inside.two;
                seen.strike |= was.strike != inside.strike;
            }
        }
        at = end;
    }
    inside.two
        || inside.strike
        || (open.one && seen.one)
        || (open.two && seen.two)
        || (open.strike && seen.strike)
}
