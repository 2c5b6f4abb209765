//! Addresses in running text that become links (GitHub Flavored Markdown 0.29, "Autolinks
//! (extension)"): `http://`, `https://` and `www.`.
//!
//! Not responsible for `<…>`, which the parser knows, nor for addresses of mail.

/// An address found in a text: bytes of it, and where it leads.
pub(crate) struct Found {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) url: String,
}

/// The first address at or after `from`.
pub(crate) fn find(text: &str, from: usize) -> Option<Found> {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        if let Some(prefix) = begins(bytes, at) {
            let end = at + length(text.get(at..)?);
            let host = at + prefix.skip;
            if is_domain(text.get(host..end).unwrap_or_default(), prefix.dots) {
                let address = text.get(at..end)?;
                let url = if prefix.skip == 0 {
                    ["http://", address].concat()
                } else {
                    address.to_owned()
                };
                return Some(Found {
                    start: at,
                    end,
                    url,
                });
            }
        }
        at += 1;
    }
    None
}

struct Prefix {
    /// Bytes before the domain.
    skip: usize,
    /// Whether the domain must have a dot.
    dots: bool,
}

fn begins(bytes: &[u8], at: usize) -> Option<Prefix> {
    // Cheap for nearly every byte of a text.
    if !matches!(bytes.get(at), Some(b'h' | b'H' | b'w' | b'W')) {
        return None;
    }
    let before = at.checked_sub(1).and_then(|at| bytes.get(at));
    if before.is_some_and(|byte| !byte.is_ascii_whitespace() && !b"*_~(\"'[".contains(byte)) {
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

/// How much of the text is the address: to a space or `<`, less punctuation at its end and
/// parentheses that it does not open.
fn length(text: &str) -> usize {
    let end = text
        .bytes()
        .position(|byte| byte.is_ascii_whitespace() || byte == b'<' || byte == 0)
        .unwrap_or(text.len());
    let mut bytes = text.as_bytes().get(..end).unwrap_or_default();
    loop {
        let Some((last, shorter)) = bytes.split_last() else {
            return 0;
        };
        // How many more of the second than of the first.
        let over = |opens: u8, closes: u8| {
            bytes.iter().fold(0_isize, |sum, byte| match byte {
                held if *held == opens => sum - 1,
                held if *held == closes => sum + 1,
                _ => sum,
            }) > 0
        };
        let trims = match last {
            b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"' | b';' => true,
            b')' => over(b'(', b')'),
            b']' => over(b'[', b']'),
            _ => false,
        };
        if !trims {
            return bytes.len();
        }
        bytes = shorter;
    }
}

fn is_domain(rest: &str, dots: bool) -> bool {
    let domain = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let fits = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|held| held.is_alphanumeric() || matches!(held, '-' | '_'))
    };
    let parts = domain.split('.').count();
    domain.split('.').all(fits) && (!dots || parts >= 3 || (parts == 2 && domain.len() > 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        let mut at = 0;
        while let Some(found) = find(text, at) {
            all.push(text[found.start..found.end].to_owned());
            at = found.end;
        }
        all
    }

    #[test]
    fn addresses_without_what_stands_after_them() {
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
            find("www.example.com", 0).map(|found| found.url).as_deref(),
            Some("http://www.example.com")
        );
    }

    #[test]
    fn what_is_none() {
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
