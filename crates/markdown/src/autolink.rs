//! URLs in running text that become links (GitHub Flavored Markdown 0.29, "Autolinks (extension)"):
//! `http://`, `https://` and `www.`.
//!
//! The parser handles URLs in `<…>`. Email addresses do not become links.

use memchr::memchr3_iter;

use crate::bytes::{next_of, table};

/// What a URL begins with.
const FIRST: [bool; 256] = table(b"hHwW");

/// A URL found in a text: its byte range, and its target.
pub(crate) struct Found {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) url: String,
    /// Whether it reaches the end of the text, and might go on if the text did.
    pub(crate) last: bool,
}

/// Whether a text may have a URL: a fast check, because most have none.
pub(crate) fn may_be_in(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Every URL has one of these twice, or with a slash.
    memchr3_iter(b':', b'w', b'W', bytes)
        .any(|at| matches!(bytes.get(at + 1), Some(b'/' | b'w' | b'W')))
}

/// The first URL at or after `from`. `run`: the end of the current run (see `run_length`), kept so
/// that each run is measured only once; 0 at first.
pub(crate) fn find(text: &str, from: usize, run: &mut usize) -> Option<Found> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some((_, found)) = next_of(text, at, &FIRST) {
        at = found;
        // Fast path: nearly all words.
        if !matches!(bytes.get(at + 1), Some(b't' | b'T' | b'w' | b'W')) {
            at += 1;
            continue;
        }
        if let Some(prefix) = begins(bytes, at) {
            if *run <= at {
                *run = at + run_length(text.get(at..)?);
            }
            let run = *run;
            let host = at + prefix.skip;
            if may_be_domain(text.get(host..run).unwrap_or_default()) {
                let reach = host + authority_length(text.get(host..run).unwrap_or_default());
                let opened = at.checked_sub(1).and_then(|at| bytes.get(at));
                let within = inside(bytes.get(at..reach)?, opened);
                let end = at + length(bytes.get(at..at + within)?);
                if is_domain(text.get(host..end).unwrap_or_default(), prefix.dots) {
                    let address = text.get(at..end)?;
                    let url = if prefix.skip == 0 {
                        format!("http://{address}")
                    } else {
                        address.to_owned()
                    };
                    return Some(Found {
                        start: at,
                        end,
                        url,
                        last: at + within == bytes.len(),
                    });
                }
            }
        }
        at += 1;
    }
    None
}

/// Where a URL begins that reaches the end of the text, or may begin.
pub(crate) fn growing(text: &str) -> Option<usize> {
    let last = text.char_indices().rev().find(|(_, held)| ends_url(*held));
    let mut at = last.map_or(0, |(at, held)| at + held.len_utf8());
    while let Some((_, found)) = next_of(text, at, &FIRST) {
        let rest = text.get(found..).unwrap_or_default();
        let starts = |prefix: &str| {
            let begin = prefix.get(..rest.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(rest))
        };
        if begins(text.as_bytes(), found).is_some()
            || (["https://", "http://", "www."].into_iter().any(starts)
                && is_apart(text.as_bytes(), found))
        {
            return Some(found);
        }
        at = found + 1;
    }
    None
}

struct Prefix {
    /// The number of bytes before the domain.
    skip: usize,
    /// Whether the domain must have a dot.
    dots: bool,
}

fn begins(bytes: &[u8], at: usize) -> Option<Prefix> {
    // Fast path: rejects nearly every byte.
    if !matches!(bytes.get(at), Some(b'h' | b'H' | b'w' | b'W')) {
        return None;
    }
    if !is_apart(bytes, at) {
        return None;
    }
    let rest = bytes.get(at..)?;
    let starts = |with: &[u8]| {
        rest.get(..with.len())
            .is_some_and(|held| held.eq_ignore_ascii_case(with))
    };
    if starts(b"https://") {
        Some(Prefix {
            skip: 8,
            dots: false,
        })
    } else if starts(b"http://") {
        Some(Prefix {
            skip: 7,
            dots: false,
        })
    } else if starts(b"www.") {
        Some(Prefix {
            skip: 0,
            dots: true,
        })
    } else {
        None
    }
}

/// Whether a URL may begin here: not within an address or an English word. Letters of other scripts
/// need no space, and neither does what follows "Link:".
fn is_apart(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| bytes.get(at));
    before.is_none_or(|byte| {
        !byte.is_ascii() || byte.is_ascii_whitespace() || b"*_~()[]{}>\"'`:,;|".contains(byte)
    })
}

/// The length up to a character that ends a URL.
fn run_length(text: &str) -> usize {
    text.find(ends_url).unwrap_or(text.len())
}

/// Whether a character ends a URL: white space, a quote, punctuation of a script whose words need no
/// space, or a sign that is not seen or turns what is read around. Letters of these scripts are in
/// paths, and so is the dot between Japanese names.
fn ends_url(held: char) -> bool {
    match held {
        '<' | '>' | '"' | '`' | '\0' => true,
        _ if held.is_ascii() => held.is_ascii_whitespace(),
        '«' | '»' | '‘'..='‟' | '‹' | '›' | '…' | '—' | '،' | '؛' | '؟' | '۔' | '।' | '॥'
        // A zero-width space, and the signs of the direction of a text.
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{feff}' => true,
        // Letters among the punctuation.
        '々' | '〆' | '〇' | '・' => false,
        '\u{3000}'..='\u{303f}'
        | '\u{fe10}'..='\u{fe19}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff01}'..='\u{ff65}' => !held.is_alphanumeric(),
        _ => held.is_whitespace(),
    }
}

/// The length of a run that begins with a host, without the words that follow a host directly: no
/// top-level domain mixes scripts, and a port has only digits.
fn authority_length(run: &str) -> usize {
    let end = run.find(['/', '?', '#']).unwrap_or(run.len());
    let authority = run.get(..end).unwrap_or_default();
    if authority.contains('@') {
        return run.len();
    }
    let (name, port) = match authority.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (authority, None),
    };
    let last = name.rfind('.').map_or(0, |dot| dot + 1);
    let label = name.get(last..).unwrap_or_default();
    if label.starts_with(|held: char| held.is_ascii())
        && let Some(other) = label.find(|held: char| !held.is_ascii())
    {
        return last + other;
    }
    let Some(port) = port else { return run.len() };
    let digits = port.bytes().take_while(u8::is_ascii_digit).count();
    match digits {
        0 => name.len(),
        digits if digits < port.len() => name.len() + 1 + digits,
        _ => run.len(),
    }
}

/// The length up to the end of what the bracket or quote before the URL has opened.
fn inside(run: &[u8], opened: Option<&u8>) -> usize {
    let close = match opened {
        Some(b'(') => b')',
        Some(b'[') => b']',
        Some(b'{') => b'}',
        Some(b'\'') => b'\'',
        _ => return run.len(),
    };
    let mut depth = 0_usize;
    let closes = |byte: &u8| {
        if *byte == close {
            let outer = depth == 0;
            depth = depth.saturating_sub(1);
            return outer;
        }
        depth += usize::from(Some(byte) == opened);
        false
    };
    run.iter().position(closes).unwrap_or(run.len())
}

/// Whether a domain may begin here, judged by its characters and those right after it. This check
/// comes first because a long run may have hundreds of prefixes, and measuring a URL reads the run
/// to its end.
fn may_be_domain(run: &str) -> bool {
    let ends = |held: char| !(held.is_alphanumeric() || matches!(held, '-' | '_' | '.'));
    let Some(end) = run.find(ends) else {
        return true;
    };
    let (domain, rest) = run.split_at(end);
    // If only trimmed characters follow, the trim may go on into the domain, as in `a.b.)`.
    rest.bytes().all(is_trimmed)
        || (rest.starts_with(['/', '?', '#', ':'])
            && domain.split('.').all(|part| !part.is_empty()))
}

/// Whether a byte at the end of a URL is trimmed.
fn is_trimmed(byte: u8) -> bool {
    b"?!.,:*_~'\";)]}".contains(&byte)
}

/// The length of the URL in a run: without trailing punctuation and unmatched closing brackets.
fn length(run: &[u8]) -> usize {
    let count = |wanted: u8| {
        let one = |sum: usize, byte: &u8| sum + usize::from(*byte == wanted);
        run.iter().fold(0, one)
    };
    let opened = (count(b'('), count(b'['), count(b'{'));
    let mut closed = (count(b')'), count(b']'), count(b'}'));
    let mut end = run.len();
    while let Some(last) = end.checked_sub(1).and_then(|last| run.get(last)) {
        let trims = match last {
            b')' => closed.0 > opened.0,
            b']' => closed.1 > opened.1,
            b'}' => closed.2 > opened.2,
            other => is_trimmed(*other),
        };
        if !trims {
            break;
        }
        match last {
            b')' => closed.0 -= 1,
            b']' => closed.1 -= 1,
            b'}' => closed.2 -= 1,
            _ => {}
        }
        end -= 1;
    }
    end
}

fn is_domain(rest: &str, dots: bool) -> bool {
    let domain = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let fits = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|held| held.is_alphanumeric() || matches!(held, '-' | '_'))
    };
    if !domain.split('.').all(fits) {
        return false;
    }
    let parts = domain.split('.').count();
    !dots || parts >= 3 || (parts == 2 && domain.len() > 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        let mut at = 0;
        while let Some(found) = find(text, at, &mut 0) {
            all.push(text[found.start..found.end].to_owned());
            at = found.end;
        }
        all
    }

    #[test]
    fn urls_are_found_without_trailing_punctuation() {
        assert_eq!(
            links(
                "see https://example.com/a_(b)., or (http://localhost:8080/x) and www.example.com!"
            ),
            [
                "https://example.com/a_(b)",
                "http://localhost:8080/x",
                "www.example.com"
            ]
        );
        assert_eq!(
            find("www.example.com", 0, &mut 0)
                .map(|found| found.url)
                .as_deref(),
            Some("http://www.example.com")
        );
    }

    #[test]
    fn text_that_is_not_a_url_is_not_linked() {
        for text in [
            "xhttps://a.b",
            "http://",
            "https://.",
            "www",
            "www.",
            "http:// a",
            "httpx://a.b",
        ] {
            assert!(links(text).is_empty(), "{text}");
        }
    }
}
