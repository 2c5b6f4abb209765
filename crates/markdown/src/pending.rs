//! What may become a link, a tag, an entity or a formula, at the end of a text that
//! still grows.

use crate::bytes::{Target, run_end, target};
use crate::formulas::{Formula, brackets, display, dollar, may_be_display, sentence};
use crate::runs::Runs;

/// The longest text of a link that is waited for, in bytes.
const LABEL: usize = 200;

/// How many brackets may be nested in it.
const NESTED: usize = 8;

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
        (Some(b'$'), Some(b'$')) if bytes.get(2) == Some(&b'$') => {
            Pending::Until(run_end(text, at))
        }
        (Some(b'\\'), Some(b'[')) | (Some(b'$'), Some(b'$')) => {
            match display(text, at, true, &mut Vec::new()) {
                Formula::Until(end) => Pending::Until(end),
                Formula::Open if rest.contains(char::is_alphanumeric) => Pending::Formula,
                Formula::Open => Pending::Held,
                Formula::No
                    if bytes.first() == Some(&b'$')
                        && may_be_display(rest.get(2..).unwrap_or_default()) =>
                {
                    Pending::Held
                }
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
    let bytes = rest.as_bytes();
    // As it is: not a link, or one without a target.
    let plain = Some(mark);
    let label = match label_end(bytes, mark - 1) {
        Label::End(end) => end,
        Label::Open => return None,
        Label::No => return plain,
    };
    match bytes.get(label) {
        Some(b'(') => {}
        Some(b'[') => {
            return match label_end(bytes, label) {
                Label::End(end) => Some(end),
                Label::Open => None,
                Label::No => plain,
            };
        }
        None => return None,
        _ => return plain,
    }
    let rest = bytes.get(label..).unwrap_or_default();
    match target(rest) {
        Target::End(end) => Some(label + end),
        Target::Open => None,
        Target::Deep => plain,
        Target::Space(end) => match title_end(rest.get(end..).unwrap_or_default()) {
            Some(0) => plain,
            title => title.map(|title| label + end + title),
        },
    }
}

/// The end of a title and of the bracket behind it: 0 if there is none, `None` if it may be one.
fn title_end(rest: &[u8]) -> Option<usize> {
    let begin = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    let quote = match rest.get(begin) {
        Some(b')') => return Some(begin + 1),
        Some(quote @ (b'"' | b'\'')) => quote,
        _ => return Some(0),
    };
    let words = rest.get(begin + 1..).unwrap_or_default();
    let mut line = words.iter().take(LABEL);
    match line.position(|byte| byte == quote || *byte == b'\n') {
        Some(end) if words.get(end) == Some(quote) => match words.get(end + 1) {
            Some(b')') => Some(begin + end + 3),
            Some(_) => Some(0),
            None => None,
        },
        None if words.len() <= LABEL => None,
        _ => Some(0),
    }
}

/// A label in brackets.
enum Label {
    /// It ends here.
    End(usize),
    /// The text ends first.
    Open,
    /// It is none.
    No,
}

/// Reads the label that a bracket at `at` opens.
fn label_end(bytes: &[u8], at: usize) -> Label {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (place, byte) in bytes.iter().enumerate().skip(at) {
        match byte {
            b'[' if !escaped => depth += 1,
            b']' if !escaped => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Label::End(place + 1);
        }
        if *byte == b'\n' || depth > NESTED || place - at > LABEL {
            return Label::No;
        }
        escaped = *byte == b'\\' && !escaped;
    }
    Label::Open
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
