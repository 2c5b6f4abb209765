//! Finds where the parser's rules differ from ours, and makes the text that it reads.

use std::ops::Range;

use crate::bytes::{Target, code_end, next_of, run_end, table, target};
use crate::fence::Fences;
use crate::flanking::loosen;
use crate::formulas::{Formula, brackets, depth, display, dollar};
use crate::runs::Runs;
use crate::shadow::{CLOSE, DOLLAR, END, Edit, Shadow, is_stand_in, stand_in};

/// The bytes that may have a meaning.
const SPECIAL: [bool; 256] = table(b"\\*~$`<]&");

/// The same, and what stand-ins begin with: no text should have any.
const STRANGE: [bool; 256] = table(b"\\*~$`<]&\xef");

/// What was found in a text.
pub(crate) struct Scanned<'a> {
    /// The text that the parser reads for it.
    pub(crate) shadow: Shadow<'a>,
    /// The formulas that have several lines.
    pub(crate) kept: Vec<Range<usize>>,
    /// Whether the text has nothing to give its original back to.
    pub(crate) plain: bool,
    /// What closes a formula that is open at the end.
    pub(crate) closer: Option<String>,
}

/// Scans a text. Nothing changes before `from`. `open`: more text may follow.
pub(crate) fn scan(text: &str, from: usize, open: bool) -> Scanned<'_> {
    let mut scan = Scan {
        text,
        open,
        edits: Vec::new(),
        runs: (Runs::default(), from),
        line: (from, from),
        kept: Vec::new(),
        plain: true,
        closer: None,
    };
    let special = match stand_in(text, from) {
        Some(_) => &STRANGE,
        None => &SPECIAL,
    };
    let mut at = from;
    while let Some((byte, found)) = next_of(text, at, special) {
        at = scan.at(byte, found);
    }
    Scanned {
        plain: scan.plain && scan.edits.is_empty(),
        shadow: Shadow::new(text, &scan.edits),
        kept: scan.kept,
        closer: scan.closer,
    }
}

struct Scan<'a> {
    text: &'a str,
    open: bool,
    edits: Vec<Edit>,
    /// The emphasis that is open on this line, up to an offset.
    runs: (Runs, usize),
    /// The start of the line of an offset.
    line: (usize, usize),
    /// The formulas of several lines.
    kept: Vec<Range<usize>>,
    /// Whether no character is written as its number.
    plain: bool,
    /// What closes the formula that is open at the end.
    closer: Option<String>,
}

impl Scan<'_> {
    /// Looks at a byte that may have a meaning. Returns where to go on.
    fn at(&mut self, byte: u8, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        match byte {
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
                let end = run_end(self.text, at);
                loosen(self.text, at, end, &mut self.edits);
                end
            }
            b'$' if run_end(self.text, at) == at + 1 => {
                let runs = self.runs(at);
                let formula = dollar(self.text, self.line.0, at, runs);
                if matches!(formula, Formula::No) {
                    self.money(at..at + 1);
                }
                let end = self.past(&formula, at, 1);
                self.runs.1 = end;
                end
            }
            b'$' if run_end(self.text, at) == at + 2 => self.display(at),
            b'$' => self.money(at..run_end(self.text, at)),
            b'`' => code_end(self.text, at, run_end(self.text, at), false),
            b'&' => {
                // A character that no text may have can be written as its number.
                self.plain &= bytes.get(at + 1) != Some(&b'#');
                at + 1
            }
            b'<' => self.tag(at),
            b']' => self.target(at),
            _ => {
                self.internal(at);
                at + 1
            }
        }
    }

    /// The start of the line of an offset, which is never before the last one.
    fn line(&mut self, until: usize) -> usize {
        let (line, read) = &mut self.line;
        let part = self.text.get(*read..until).unwrap_or_default();
        if let Some(end) = part.rfind('\n') {
            *line = *read + end + 1;
        }
        *read = until.max(*read);
        *line
    }

    /// The emphasis that is open before this offset. Read only for lines with dollars.
    fn runs(&mut self, until: usize) -> Runs {
        let line = self.line(until);
        let (runs, at) = &mut self.runs;
        if *at < line {
            (*runs, *at) = (Runs::default(), line);
        }
        runs.read(self.text, line, *at..until);
        *at = until;
        *runs
    }

    fn past(&self, formula: &Formula, at: usize, mark: usize) -> usize {
        match formula {
            Formula::Until(end) => *end,
            Formula::Open => self.text.len(),
            Formula::No => at + mark,
        }
    }

    /// Gives dollars of no formula stand-ins. Returns where to go on.
    fn money(&mut self, dollars: Range<usize>) -> usize {
        let end = dollars.end;
        self.edits.extend(dollars.map(|at| Edit {
            at,
            gone: 1,
            put: DOLLAR,
        }));
        end
    }

    fn display(&mut self, at: usize) -> usize {
        let formula = display(self.text, at, self.open, &mut self.edits);
        let end = self.past(&formula, at, 2);
        if matches!(formula, Formula::No) && self.text.as_bytes().get(at) == Some(&b'$') {
            return self.money(at..end);
        }
        if matches!(formula, Formula::Open) {
            // All that follows belongs to it.
            self.kept.push(at..usize::MAX);
            let rest = self.text.get(at..).unwrap_or_default();
            let close = if rest.starts_with('\\') {
                CLOSE.1
            } else {
                "$$"
            };
            // What would close it in code would be part of the code.
            let line = self.line(at);
            let above = self.text.get(..line).unwrap_or_default();
            if !Fences::default().within(above) {
                self.closer = depth(rest).map(|depth| format!("{END}{}{close}", "}".repeat(depth)));
            }
        } else if self
            .text
            .get(at..end)
            .is_some_and(|source| source.contains('\n'))
        {
            self.kept.push(at..end);
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
        let rest = self.text.as_bytes().get(at + 1..).unwrap_or_default();
        match rest.first() {
            Some(b':') => {
                let line = rest.iter().position(|byte| *byte == b'\n');
                at + 1 + line.unwrap_or(rest.len())
            }
            Some(b'(') => match target(rest) {
                Target::End(end) | Target::Space(end) => at + 1 + end,
                Target::Open | Target::Deep => at + 1,
            },
            _ => at + 1,
        }
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
