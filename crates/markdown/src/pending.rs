//! What may become a link, a tag, an entity or a formula, at the end of a text that
//! still grows.

use crate::formulas::{Formula, brackets, display, dollar};
use crate::runs::Runs;

/// The longest text of a link that is waited for, in bytes.
const LABEL: usize = 200;

/// What is at an offset.
pub(crate) enum Pending {
    /// It is decided up to here.
    Until(usize),
    /// It may become something else.
    Held,
    /// A formula of several lines, to the end of the text.
    Formula,
}

/// What is at this offset.
pub(crate) fn pending(text: &str, at: usize) -> Pending {
    let rest = text.get(at..).unwrap_or_default();
    let bytes = rest.as_bytes();
    let after = |count: usize| Pending::Until(at + count);
    match (bytes.first(), bytes.get(1)) {
        (Some(b'\\' | b'!' | b'<' | b'&' | b'$'), None) => Pending::Held,
        (Some(b'\\'), Some(b'(')) => match brackets(text, at, &mut Vec::new()) {
            Formula::Until(end) => Pending::Until(end),
            _ if rest.contains('\n') || rest.contains("\\)") => after(2),
            _ => Pending::Held,
        },
        (Some(b'\\'), Some(b'[')) | (Some(b'$'), Some(b'$')) => {
            match display(text, "", at, true, &mut Vec::new()) {
                Formula::Until(end) => Pending::Until(end),
                Formula::Open if rest.contains(char::is_alphanumeric) => Pending::Formula,
                Formula::Open => Pending::Held,
                Formula::No => after(2),
            }
        }
        (Some(b'\\'), Some(next)) if next.is_ascii_punctuation() => after(2),
        (Some(b'$'), _) => match dollar(text, at, at, Runs::default()) {
            // What follows the last dollar decides.
            Formula::Until(end) if end == text.len() => Pending::Held,
            Formula::Until(end) => Pending::Until(end),
            _ if may_be_formula(text.get(..at).unwrap_or_default(), rest) => Pending::Held,
            _ => after(1),
        },
        (Some(b'['), _) => link(rest, 1).map_or(Pending::Held, after),
        (Some(b'!'), Some(b'[')) => link(rest, 2).map_or(Pending::Held, after),
        (Some(b'<'), _) => tag(rest).map_or(Pending::Held, after),
        (Some(b'&'), _) => {
            let name = rest.get(1..).unwrap_or_default();
            let name =
                name.trim_start_matches(|held: char| held.is_ascii_alphanumeric() || held == '#');
            if name.is_empty() && rest.len() < 32 {
                Pending::Held
            } else {
                after(1)
            }
        }
        _ => after(1),
    }
}

/// How long a link's beginning is decided; `None` if it may become a link.
fn link(rest: &str, mark: usize) -> Option<usize> {
    let line = rest.split('\n').next().unwrap_or_default();
    let whole = line.len() < rest.len();
    // As it is: not a link, or one without a target.
    let plain = Some(mark);
    let Some(label) = matching(line, mark - 1, b'[', b']') else {
        return if whole || line.len() > LABEL {
            plain
        } else {
            None
        };
    };
    let close = match line.as_bytes().get(label) {
        Some(b'(') => (b'(', b')'),
        Some(b'[') => (b'[', b']'),
        None if !whole => return None,
        _ => return plain,
    };
    match matching(line, label, close.0, close.1) {
        Some(end) => Some(end),
        None if whole => plain,
        None => None,
    }
}

/// The end of what a bracket at `at` opens.
fn matching(line: &str, at: usize, open: u8, close: u8) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (place, byte) in line.bytes().enumerate().skip(at) {
        if !escaped && byte == open {
            depth += 1;
        } else if !escaped && byte == close {
            depth -= 1;
            if depth == 0 {
                return Some(place + 1);
            }
        }
        escaped = byte == b'\\' && !escaped;
    }
    None
}

/// How long a tag's beginning is decided; `None` if it may become a tag or an address.
fn tag(rest: &str) -> Option<usize> {
    let inside = rest.get(1..).unwrap_or_default();
    if !inside.starts_with(|held: char| held.is_ascii_alphabetic() || held == '/') {
        return Some(1);
    }
    match inside.find(['>', '<', '\n']) {
        Some(end) if inside.as_bytes().get(end) == Some(&b'>') => Some(end + 2),
        Some(_) => Some(1),
        // Other tags are text, of which nothing changes.
        None => {
            let name = inside.get(..2).unwrap_or_default();
            let waits = name.eq_ignore_ascii_case("br") || !inside.contains(' ');
            (!waits).then_some(1)
        }
    }
}

/// Whether a dollar may still begin a formula: not where it is a price or a sentence follows.
fn may_be_formula(above: &str, rest: &str) -> bool {
    let source = rest.get(1..).unwrap_or_default();
    if above.ends_with(char::is_alphanumeric) && !above.ends_with(crate::cjk::is_cjk)
        || source.starts_with(char::is_whitespace)
        || source.contains(['\n', '$', '`'])
    {
        return false;
    }
    let amount =
        source.trim_start_matches(|held: char| held.is_ascii_digit() || ".,".contains(held));
    if amount.len() < source.len() {
        // Behind an amount only what is written in formulas.
        return amount
            .starts_with(|held: char| held.is_ascii_alphabetic() || "\\^_{+=(".contains(held))
            && !sentence(amount)
            || amount.is_empty();
    }
    !sentence(source)
}

/// Whether a text has a word of a sentence in it.
fn sentence(source: &str) -> bool {
    source
        .split_whitespace()
        .skip(1)
        .any(|word| word.len() > 2 && word.chars().all(char::is_alphabetic))
        || source.contains(crate::cjk::is_cjk)
}
