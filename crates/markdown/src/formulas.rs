//! Which dollars are formulas and which are money, and formulas between `\(` `\)` and `\[` `\]`.
//!
//! The parser reads formulas between dollars. A dollar that is none of a formula gets a stand-in, and
//! TeX's own brackets become dollars with a mark. A formula of one line is decided by its line alone;
//! one on lines of its own makes what looks like a list or a quote in it part of its paragraph. Two
//! dollars are often a price too (`$$ – moderate`), so that only those that begin a line have more
//! lines than that.

use crate::cjk::is_cjk;
use crate::runs::{Runs, emphasis_in};
use crate::shadow::{BAR, CLOSE, DOLLAR, Edit, NOTHING, OPEN};

/// What was found at an offset.
pub(crate) enum Formula {
    /// A formula, up to here.
    Until(usize),
    /// The beginning of what may become a formula with more text.
    Open,
    No,
}

/// Whether a single dollar begins a formula. An opening dollar has no digit or letter before it, a
/// closing one none behind it; Chinese, Japanese and Korean have no spaces there, so their letters
/// do not count. `line`: the start of its line.
pub(crate) fn dollar(text: &str, line: usize, at: usize, runs: Runs) -> Formula {
    let word = |letter: char| letter.is_alphanumeric() && !is_cjk(letter);
    let above = text.get(..at).unwrap_or_default();
    let inside = text.get(at + 1..).unwrap_or_default();
    if above.ends_with(word) || inside.starts_with(char::is_whitespace) {
        return Formula::No;
    }
    let Some(length) = one_line(inside, |rest| rest.starts_with('$')) else {
        return Formula::No;
    };
    let (source, rest) = inside.split_at_checked(length).unwrap_or_default();
    let after = rest.get(1..).unwrap_or_default();
    let row = || text.get(line..at).unwrap_or_default().trim_start();
    if source.ends_with(char::is_whitespace)
        || source.contains('`')
        || after.starts_with(|letter| word(letter) || letter == '$')
        || (source.contains('|') && row().starts_with('|'))
        || ends_link(source)
        || is_price(source)
        || !balanced(source)
        || emphasis_in(source, runs)
    {
        return Formula::No;
    }
    Formula::Until(at + length + 2)
}

/// Whether the label or text of a link ends in a source.
fn ends_link(source: &str) -> bool {
    source.contains("](") || source.contains("]:")
}

/// Whether a source is an amount and words: `5 and 10`, `5和10`.
fn is_price(source: &str) -> bool {
    let rest = source.trim_start_matches(|held: char| held.is_ascii_digit() || ".,".contains(held));
    let word = rest.trim_start();
    let letters = word.chars().take_while(|held| held.is_alphabetic()).count();
    rest.len() < source.len()
        && (rest.starts_with(|held: char| !held.is_ascii())
            || (word.len() < rest.len() && letters > 1))
}

/// The formula between `\(` and `\)` on one line.
pub(crate) fn brackets(text: &str, at: usize, edits: &mut Vec<Edit>) -> Formula {
    let inside = text.get(at + 2..).unwrap_or_default();
    let ends = |rest: &str| rest.starts_with("\\)") || rest.starts_with("\\(");
    let Some(length) = one_line(inside, ends) else {
        return Formula::No;
    };
    let end = at + 2 + length;
    let source = text.get(at + 2..end).unwrap_or_default();
    if !text.get(end..).unwrap_or_default().starts_with("\\)")
        || !is_source(source)
        || ends_link(source)
    {
        return Formula::No;
    }
    edits.push(replace(at, 2, OPEN.0));
    protect(source, at + 2, edits);
    edits.push(replace(end, 2, CLOSE.0));
    Formula::Until(end + 2)
}

/// A formula that may have several lines: between `\[` and `\]`, or between `$$` and `$$`, if these
/// begin a line. `open`: more text may follow.
pub(crate) fn display(text: &str, at: usize, open: bool, edits: &mut Vec<Edit>) -> Formula {
    let tex = text.get(at..).unwrap_or_default().starts_with('\\');
    let close = if tex { "\\]" } else { "$$" };
    let in_line = !tex && !begins_line(text, at);
    let before = edits.len();
    if tex {
        edits.push(replace(at, 2, OPEN.1));
    }
    let mut start = at + 2;
    let mut around = None;
    loop {
        let inside = text.get(start..).unwrap_or_default();
        let ends = |rest: &str| rest.starts_with(close) || (tex && rest.starts_with("\\["));
        let length = one_line(inside, ends);
        let end = start + length.unwrap_or_else(|| inside.find('\n').unwrap_or(inside.len()));
        if tex {
            protect(text.get(start..end).unwrap_or_default(), start, edits);
        }
        let rest = text.get(end..).unwrap_or_default();
        let source = text.get(at + 2..end).unwrap_or_default();
        if length.is_some() {
            let closes = rest.starts_with(close) && !rest.starts_with("$$$");
            let prose = !tex && !source.contains('\n') && is_prose(source);
            if closes && is_source(source) && !prose {
                if tex {
                    edits.push(replace(end, 2, CLOSE.1));
                }
                return Formula::Until(end + 2);
            }
            break;
        }
        if in_line {
            break;
        }
        let (column, quotes, single) = *around.get_or_insert_with(|| line_of(text, at));
        // What the next line begins with, behind the marks of quotes.
        let line = rest.get(1..).unwrap_or_default();
        let words = behind_quotes(line, quotes);
        start = text.len() - words.len();
        if words.is_empty() && open && !(single && rest.starts_with('\n')) {
            // Undecided: its lines stay together, so that none of them settles.
            return Formula::Open;
        }
        let next_item =
            || !tex && line.len() - words.len() < column && behind_mark(words).is_some();
        if single
            || words.is_empty()
            || words.starts_with(['\n', '\r'])
            || is_fence(words)
            || next_item()
        {
            break;
        }
        edits.push(replace(start, 0, NOTHING));
    }
    edits.truncate(before);
    Formula::No
}

/// Whether two dollars in a line may still begin a formula, with this behind them.
pub(crate) fn may_be_display(source: &str) -> bool {
    !source.contains(['\n', '`']) && !source.contains("$$") && !is_prose(source)
}

/// Whether what is behind two dollars is a sentence about a price, or the bracket around them ends.
fn is_prose(source: &str) -> bool {
    source.starts_with(')') || (sentence(source) && !source.contains(['\\', '=', '^', '_', '{']))
}

/// Whether a text has a word of a sentence in it.
pub(crate) fn sentence(source: &str) -> bool {
    source
        .split_whitespace()
        .skip(1)
        .any(|word| word.len() > 2 && word.chars().all(char::is_alphabetic))
        || source.contains(is_cjk)
}

/// Whether nothing but the marks of quotes and lists is before an offset on its line.
fn begins_line(text: &str, at: usize) -> bool {
    let above = text.get(..at).unwrap_or_default();
    let other = above.trim_end_matches(|held: char| " \t>-*+.)0123456789".contains(held));
    if !other.is_empty() && !other.ends_with('\n') {
        return false;
    }
    let mut words = above.get(other.len()..).unwrap_or_default();
    loop {
        words = words.trim_start_matches([' ', '\t', '>']);
        match behind_mark(words) {
            Some(rest) => words = rest,
            None => return words.is_empty(),
        }
    }
}

/// What is behind the mark of a list's item, if a line begins with one.
pub(crate) fn behind_mark(words: &str) -> Option<&str> {
    let marker = words.trim_start_matches(|held: char| held.is_ascii_digit());
    let marker = if marker.len() < words.len() {
        marker.strip_prefix(['.', ')'])
    } else {
        words.strip_prefix(['-', '*', '+'])
    };
    marker?.strip_prefix([' ', '\t'])
}

/// How far an offset is in its line, in how many quotes the line is, and whether it is a heading or a
/// row, which have one line.
fn line_of(text: &str, at: usize) -> (usize, usize, bool) {
    let above = text.get(..at).unwrap_or_default();
    let line = above.rsplit('\n').next().unwrap_or_default();
    let quotes = line.bytes().filter(|byte| *byte == b'>').count();
    let words = line.trim_start_matches([' ', '>']);
    (line.len(), quotes, words.starts_with(['#', '|']))
}

/// A line without its indentation, and without the marks of so many quotes.
fn behind_quotes(line: &str, quotes: usize) -> &str {
    let mut rest = line.trim_start_matches([' ', '\t']);
    for _ in 0..quotes {
        let Some(inner) = rest.strip_prefix('>') else {
            break;
        };
        rest = inner.trim_start_matches([' ', '\t']);
    }
    rest
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

fn replace(at: usize, gone: usize, put: &'static str) -> Edit {
    Edit { at, gone, put }
}

/// Where something begins on the first line of a text, but for what follows a backslash.
fn one_line(text: &str, found: impl Fn(&str) -> bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let byte = *bytes.get(at)?;
        if byte == b'\n' {
            return None;
        }
        if matches!(byte, b'\\' | b'$') && text.get(at..).is_some_and(&found) {
            return Some(at);
        }
        let escapes = byte == b'\\' && bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation);
        at += 1 + usize::from(escapes);
    }
}

/// Gives dollars and bars in a formula stand-ins, so that they do not end it.
fn protect(source: &str, from: usize, edits: &mut Vec<Edit>) {
    let bytes = source.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let escaped = at.checked_sub(1).and_then(|at| bytes.get(at)) == Some(&b'\\');
        match byte {
            b'$' if !escaped => edits.push(replace(from + at, 1, DOLLAR)),
            b'|' if !escaped => edits.push(replace(from + at, 1, BAR)),
            _ => {}
        }
    }
}

/// Whether something can be a formula: it says something, and the parser takes its braces.
fn is_source(source: &str) -> bool {
    source.contains(char::is_alphanumeric) && balanced(source)
}

/// Whether each brace has its counterpart.
fn balanced(source: &str) -> bool {
    depth(source) == Some(0)
}

/// How many braces are open, unless one closes that is not.
pub(crate) fn depth(source: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for byte in source.bytes() {
        match byte {
            b'{' if !escaped => depth += 1,
            b'}' if !escaped => depth = depth.checked_sub(1)?,
            _ => {}
        }
        escaped = byte == b'\\' && !escaped;
    }
    Some(depth)
}
