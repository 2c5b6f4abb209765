//! Finds where the parser's rules differ from ours, and makes the text that it reads.

use std::ops::Range;

use crate::flanking::loosen;
use crate::formulas::{Formula, brackets, display, dollar};
use crate::runs::Runs;
use crate::shadow::{DOLLAR, Edit, Shadow, is_stand_in};

/// The text that the parser reads for this one, and the formulas in it that have several lines.
/// Nothing changes before `from`. `open`: more text may follow.
pub(crate) fn scan(text: &str, from: usize, open: bool) -> (Shadow<'_>, Vec<Range<usize>>) {
    let mut scan = Scan {
        text,
        open,
        edits: Vec::new(),
        runs: Runs::default(),
        line: from,
        kept: Vec::new(),
    };
    let mut at = from;
    while let Some(byte) = text.as_bytes().get(at) {
        at = match byte {
            b'\n' | b'\\' | b'*' | b'~' | b'$' | b'`' | b'<' | b']' | 0xef => scan.at(*byte, at),
            _ => at + 1,
        };
    }
    (Shadow::new(text, &scan.edits), scan.kept)
}

struct Scan<'a> {
    text: &'a str,
    open: bool,
    edits: Vec<Edit>,
    /// The emphasis that is open on this line.
    runs: Runs,
    /// The start of this line.
    line: usize,
    /// The formulas of several lines.
    kept: Vec<Range<usize>>,
}

impl Scan<'_> {
    /// Looks at a byte that may have a meaning. Returns where to go on.
    fn at(&mut self, byte: u8, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let same = bytes.get(at..).unwrap_or_default();
        let end = at + same.iter().take_while(|held| **held == byte).count();
        match byte {
            b'\n' => {
                self.runs = Runs::default();
                self.line = at + 1;
                at + 1
            }
            b'\\' => match bytes.get(at + 1) {
                Some(b'(') => {
                    let formula = brackets(self.text, at, &mut self.edits);
                    self.past(&formula, at, 2)
                }
                Some(b'[') => self.display(at),
                // What follows means itself.
                Some(next) if next.is_ascii_punctuation() => at + 2,
                _ => at + 1,
            },
            b'*' | b'~' => {
                let part = |range| self.text.get(range).unwrap_or_default();
                let rest = part(end..self.text.len());
                self.runs.take(part(self.line..at), part(at..end), rest);
                loosen(self.text, at, end, &mut self.edits);
                end
            }
            b'$' if end - at == 1 => {
                let formula = dollar(self.text, self.line, at, self.runs);
                if matches!(formula, Formula::No) {
                    self.edits.push(Edit {
                        at,
                        gone: 1,
                        put: DOLLAR,
                    });
                }
                self.past(&formula, at, 1)
            }
            b'$' if end - at == 2 => self.display(at),
            b'`' => self.code(at, end),
            b'<' => self.tag(at),
            b']' => self.target(at),
            _ => {
                self.internal(at);
                end
            }
        }
    }

    fn past(&self, formula: &Formula, at: usize, mark: usize) -> usize {
        match formula {
            Formula::Until(end) => *end,
            Formula::Open => self.text.len(),
            Formula::No => at + mark,
        }
    }

    fn display(&mut self, at: usize) -> usize {
        let prefix = self.text.get(self.line..at).unwrap_or_default();
        let formula = display(self.text, prefix, at, self.open, &mut self.edits);
        let end = self.past(&formula, at, 2);
        if matches!(formula, Formula::Open) {
            // All that follows belongs to it.
            self.kept.push(at..usize::MAX);
        } else if self
            .text
            .get(at..end)
            .is_some_and(|source| source.contains('\n'))
        {
            self.kept.push(at..end);
        }
        end
    }

    /// The end of code on this line that a run of backticks begins, or of the run.
    fn code(&self, at: usize, end: usize) -> usize {
        let rest = self.text.get(end..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        let mut from = 0;
        while let Some(found) = line.get(from..).and_then(|rest| rest.find('`')) {
            let begin = from + found;
            let run = line.get(begin..).unwrap_or_default();
            let length = run.len() - run.trim_start_matches('`').len();
            from = begin + length;
            if length == end - at {
                return end + from;
            }
        }
        end
    }

    /// The end of an address or a tag on this line.
    fn tag(&self, at: usize) -> usize {
        let rest = self.text.get(at + 1..).unwrap_or_default();
        if !rest.starts_with(|held: char| held.is_ascii_alphabetic() || held == '/') {
            return at + 1;
        }
        match rest.find(['<', '>', '\n', '`', '$']) {
            Some(length) if rest.as_bytes().get(length) == Some(&b'>') => at + length + 2,
            _ => at + 1,
        }
    }

    /// The end of what a link leads to, on this line: nothing in it is a formula.
    fn target(&self, at: usize) -> usize {
        let rest = self.text.get(at + 1..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        if line.starts_with(':') {
            return at + 1 + line.len();
        }
        if !line.starts_with('(') {
            return at + 1;
        }
        let mut depth = 0_usize;
        let mut escaped = false;
        for (place, byte) in line.bytes().enumerate() {
            match byte {
                b' ' | b'\t' => return at + 1 + place,
                b'(' if !escaped => depth += 1,
                b')' if !escaped => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 2 + place;
            }
            escaped = byte == b'\\' && !escaped;
        }
        at + 1
    }

    /// Takes a character away that no text may have.
    fn internal(&mut self, at: usize) {
        let letter = self.text.get(at..).and_then(|rest| rest.chars().next());
        if letter.is_some_and(is_stand_in) {
            self.edits.push(Edit {
                at,
                gone: 3,
                put: "\u{fffd}",
            });
        }
    }
}
