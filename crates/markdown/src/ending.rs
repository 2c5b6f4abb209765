//! The end of a text that still grows: what is open there is shown as closed, and what may become
//! something else is held back, so that nothing that is shown is taken back.
//!
//! Emphasis, code and formulas of several lines are completed, because nearly all are closed. Links,
//! addresses, tags and formulas in a line are held back, because half of one is no use.

use crate::autolink::growing;
use crate::bytes::{code_end, next_of, run_end, table};
use crate::cjk::{ends_in_cjk, is_cjk};
use crate::formulas::behind_mark;
use crate::pending::{Pending, pending};
use crate::shadow::END;

/// The bytes that may have a meaning.
const SPECIAL: [bool; 256] = table(b"*_~`\\[!<&$");

/// How many openers are kept: no answer has as many.
const DEEPEST: usize = 32;

/// What to do with the end of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// How many bytes are shown.
    pub(crate) shown: usize,
    /// The marks that close what is open, from the inside to the outside, for the shadow.
    pub(crate) closers: String,
}

impl Ending {
    /// All of a text, as it is.
    pub(crate) fn all(text: &str) -> Self {
        Self {
            shown: text.len(),
            closers: String::new(),
        }
    }

    /// The ending of a text that breaks off, which is this one at rest. What is left out of it closes what
    /// the closers close too, or follows as text. `None` if anything else than marks is left out.
    pub(crate) fn cut(mut self, text: &str) -> Option<Self> {
        let (shown, rest) = text.split_at_checked(self.shown)?;
        if rest.is_empty() {
            return Some(self);
        }
        let mut marks = rest.trim_end_matches(' ');
        let is_run = marks.bytes().all(|byte| b"*_~`".contains(&byte));
        if self.closers.is_empty() || !is_run {
            return None;
        }
        let space = shown.get(shown.trim_end().len()..).unwrap_or_default();
        if space.is_empty() {
            for closer in self.closers.split(END).skip(1) {
                let Some(more) = marks.strip_prefix(closer.trim_start()) else {
                    // Of three marks, one or two close something too. One of two closes nothing: it is
                    // text.
                    if closer.len() == 3 && closer.starts_with(marks) {
                        marks = "";
                    }
                    break;
                };
                marks = more;
            }
        }
        // The parser reads the closers directly behind the last word.
        let left = marks.chars().flat_map(|mark| ['\\', mark]);
        let left: String = space.chars().chain(left).collect();
        self.closers.push_str(&left);
        Some(self)
    }
}

/// A run of marks that may open emphasis.
struct Opener {
    mark: u8,
    length: usize,
    /// Its start and end in the text.
    start: usize,
    end: usize,
    /// Whether it may also close.
    both: bool,
}

/// The end of a text, which is in no block of code. `waits`: whether an ambiguous end is held back.
pub(crate) fn ending(text: &str, waits: bool) -> Ending {
    let mut open: Vec<Opener> = Vec::new();
    let mut shown = text.len();
    let mut code = None;
    let mut formula = false;
    // Up to here, what begins is what it will be.
    let mut decided = 0;
    let mut at = segment(text);
    while let Some((byte, found)) = next_of(text, at, &SPECIAL) {
        at = found;
        match byte {
            b'*' | b'_' | b'~' => {
                let run = run_end(text, at);
                // A run at the very end may grow. Without it, what it closes is closed anyway.
                if run == text.len() {
                    shown = at;
                    break;
                }
                emphasis(text, at, run, &mut open);
                at = run;
            }
            b'`' => {
                let run = run_end(text, at);
                let end = code_end(text, at, run, true);
                if end == run {
                    shown = if run == text.len() { at } else { shown };
                    code = (run < text.len()).then_some((at, run));
                    break;
                }
                at = end;
                decided = end;
            }
            _ => match pending(text, at) {
                Pending::Until(end) => {
                    at = end;
                    decided = end;
                }
                Pending::Held if waits => {
                    shown = at;
                    break;
                }
                Pending::Held => at += 1,
                // The scan completes it.
                Pending::Formula => {
                    formula = true;
                    break;
                }
            },
        }
    }
    let begun = text.get(..shown).unwrap_or_default();
    if waits
        && code.is_none()
        && !formula
        && let Some(address) = growing(begun)
        && address >= decided
    {
        shown = address;
    }
    // Spaces at the end of code may be those that do not count.
    let mut closers = String::new();
    if let Some((start, end)) = code {
        let source = text.get(end..).unwrap_or_default();
        let mark = text.get(start..end).unwrap_or_default();
        let kept = source.trim_end_matches([' ', '`']);
        if kept.is_empty() {
            shown = start;
        } else {
            shown = end + kept.len();
            let space = if source.starts_with(' ') { " " } else { "" };
            closers.extend([END, space, mark]);
        }
    }
    while let Some(last) = open.pop() {
        if last.end >= shown {
            // Nothing of it is shown yet.
            shown = last.start.min(shown);
            continue;
        }
        closers.push_str(END);
        closers.extend(std::iter::repeat_n(char::from(last.mark), last.length));
    }
    Ending { shown, closers }
}

/// Where the last paragraph, line or cell begins.
fn segment(text: &str) -> usize {
    let mut start = text.len();
    loop {
        let begin = text
            .get(..start)
            .and_then(|above| above.rfind('\n'))
            .map_or(0, |end| end + 1);
        let line = text.get(begin..start).unwrap_or_default();
        let words = line.trim_start_matches([' ', '\t', '>']);
        if words.trim_end().is_empty() {
            return start;
        }
        let last = start == text.len();
        if words.starts_with('|') || words.starts_with('#') {
            let cell = line.rfind('|').map_or(0, |bar| bar + 1);
            return if last { begin + cell } else { start };
        }
        if let Some(item) = behind_mark(words) {
            return begin + line.len() - item.len();
        }
        if begin == 0 {
            return line.len() - words.len();
        }
        start = begin - 1;
    }
}

/// Takes a run of marks: it closes what is open, or opens.
fn emphasis(text: &str, start: usize, end: usize, open: &mut Vec<Opener>) {
    let above = text.get(..start).unwrap_or_default();
    let below = text.get(end..).unwrap_or_default();
    let before = above.chars().next_back().unwrap_or(' ');
    let after = below.chars().next().unwrap_or(' ');
    let mark = text.as_bytes().get(start).copied().unwrap_or_default();
    let mut length = end - start;
    if mark == b'~' && length != 2 {
        return;
    }
    let wide = mark != b'_' && (ends_in_cjk(above) || is_cjk(after));
    let punctuation = |held: char| !held.is_alphanumeric() && !held.is_whitespace();
    let (left, right) = (before.is_whitespace(), after.is_whitespace());
    let mut opens = !right && (wide || !punctuation(after) || left || punctuation(before));
    let mut closes = !left && (wide || !punctuation(before) || right || punctuation(after));
    let both = opens && closes;
    if mark == b'_' {
        opens &= !closes || punctuation(before);
        closes &= !both || punctuation(after);
    }
    while closes && length > 0 {
        let fits = |opener: &Opener| {
            let odd = (opener.both || both)
                && (opener.length + length).is_multiple_of(3)
                && !length.is_multiple_of(3);
            opener.mark == mark && (mark == b'~' || !odd)
        };
        let Some(place) = open.iter().rposition(fits) else {
            break;
        };
        open.truncate(place + 1);
        let Some(opener) = open.last_mut() else { break };
        let used = opener.length.min(length).min(2);
        opener.length -= used;
        length -= used;
        if opener.length == 0 {
            open.pop();
        }
    }
    if opens && length > 0 && open.len() < DEEPEST {
        open.push(Opener {
            mark,
            length,
            start,
            end,
            both,
        });
    }
}
