//! HTTP helpers that need no browser: content types, the start of a body, queries.

#[cfg(any(test, target_arch = "wasm32"))]
use super::BODY_START;

/// Whether a body of this type is read as a stream of events. A missing type counts as a stream,
/// because some servers send none.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn is_event_stream(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    essence.is_empty() || essence.eq_ignore_ascii_case("text/event-stream")
}

/// A `Retry-After` in whole seconds, as milliseconds. `None` for the date form, which only the
/// browser can read.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn retry_after_seconds(value: &str) -> Option<u64> {
    let seconds: u64 = value.trim().parse().ok()?;
    Some(seconds.saturating_mul(1000))
}

/// Adds bytes to the start of a body. Returns false when the start is full.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn fill(start: &mut Vec<u8>, bytes: &[u8]) -> bool {
    let room = BODY_START - start.len().min(BODY_START);
    start.extend(bytes.iter().take(room));
    start.len() < BODY_START
}

/// The start of a body as text. Bytes that are not UTF-8 are replaced.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn text_of(start: &[u8]) -> String {
    let cut = start.len() == BODY_START;
    let text = String::from_utf8_lossy(start);
    // The cut may split a character: drop its replacement, which the server did not send.
    let text = if cut {
        text.trim_end_matches(char::REPLACEMENT_CHARACTER)
    } else {
        &text
    };
    text.trim().to_owned()
}

/// A text percent-encoded as a path segment or a query value.
pub fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                let digit = char::from_digit(u32::from(digit), 16).unwrap_or('0');
                out.push(digit.to_ascii_uppercase());
            }
        }
    }
    out
}

/// The URL with another query parameter, percent-encoded.
pub fn with_query(url: &str, name: &str, value: &str) -> String {
    let (url, fragment) = match url.split_once('#') {
        Some((url, fragment)) => (url, Some(fragment)),
        None => (url, None),
    };
    let mut whole = String::from(url);
    whole.push(if url.contains('?') { '&' } else { '?' });
    whole.push_str(name);
    whole.push('=');
    whole.push_str(&encoded(value));
    if let Some(fragment) = fragment {
        whole.push('#');
        whole.push_str(fragment);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_recognised_by_its_content_type_and_a_missing_type_is_accepted() {
        assert!(is_event_stream("text/event-stream"));
        assert!(is_event_stream("Text/Event-Stream; charset=utf-8"));
        assert!(is_event_stream(""));
        assert!(!is_event_stream("application/json"));
        assert!(!is_event_stream("text/html; x=text/event-stream"));
    }

    #[test]
    fn retry_after_is_read_in_seconds() {
        assert_eq!(retry_after_seconds(" 3 "), Some(3000));
        assert_eq!(retry_after_seconds("0"), Some(0));
        assert_eq!(retry_after_seconds("-1"), None);
        assert_eq!(retry_after_seconds("Fri, 31 Dec 1999 23:59:59 GMT"), None);
        assert_eq!(retry_after_seconds("18446744073709551615"), Some(u64::MAX));
    }

    #[test]
    fn the_start_of_a_body_is_capped_and_never_ends_in_half_a_character() {
        let mut start = Vec::new();
        assert!(fill(&mut start, &[b'a'; BODY_START - 1]));
        assert!(!fill(&mut start, "é".as_bytes()));
        assert!(!fill(&mut start, b"more"));
        assert_eq!(start.len(), BODY_START);
        assert_eq!(text_of(&start), "a".repeat(BODY_START - 1));
        assert_eq!(text_of(b" no\xff \n"), "no\u{fffd}");
    }

    #[test]
    fn a_query_is_added_before_the_fragment_and_after_other_parameters() {
        assert_eq!(with_query("/e", "a", "b"), "/e?a=b");
        assert_eq!(with_query("/e?x=1", "a", "é /~"), "/e?x=1&a=%C3%A9%20%2F~");
        assert_eq!(with_query("/e#f", "a", "b"), "/e?a=b#f");
    }
}
