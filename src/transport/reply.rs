//! HTTP helpers that need no browser: content types and the start of a body.

#[cfg(any(test, target_arch = "wasm32"))]
use super::{BODY_START, WHOLE_BODY};

/// Whether a body of this type is read as a stream of events. A missing type counts as a stream,
/// because some servers send none. A 204 has neither a type nor a body.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn is_event_stream(status: u16, content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    status != 204 && (essence.is_empty() || essence.eq_ignore_ascii_case("text/event-stream"))
}

/// A `Retry-After` in whole seconds, as milliseconds. `None` for the date form, which only the
/// browser can read.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn retry_after_seconds(value: &str) -> Option<u64> {
    let seconds: u64 = value.trim().parse().ok()?;
    Some(seconds.saturating_mul(1000))
}

/// How many bytes to keep of the body of a response that is not a stream: a JSON text may have a
/// meaning in the protocol.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn kept_of(content_type: &str) -> usize {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        WHOLE_BODY
    } else {
        BODY_START
    }
}

/// Adds bytes to the start of a body, up to `most` in all. Returns false when the start is full.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn fill(start: &mut Vec<u8>, bytes: &[u8], most: usize) -> bool {
    let room = most - start.len().min(most);
    start.extend(bytes.iter().take(room));
    start.len() < most
}

/// The start of a body as text, of which at most `most` bytes were kept. Bytes that are not UTF-8
/// are replaced.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn text_of(start: &[u8], most: usize) -> String {
    let cut = start.len() == most;
    let text = String::from_utf8_lossy(start);
    // The cut may split a character: drop its replacement, which the server did not send.
    let text = if cut {
        text.trim_end_matches(char::REPLACEMENT_CHARACTER)
    } else {
        &text
    };
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_recognised_by_its_content_type_and_a_missing_type_is_accepted() {
        assert!(is_event_stream(200, "text/event-stream"));
        assert!(is_event_stream(200, "Text/Event-Stream; charset=utf-8"));
        assert!(is_event_stream(200, ""));
        assert!(!is_event_stream(200, "application/json"));
        assert!(!is_event_stream(200, "text/html; x=text/event-stream"));
        assert!(!is_event_stream(204, ""));
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
        assert!(fill(&mut start, &[b'a'; BODY_START - 1], BODY_START));
        assert!(!fill(&mut start, "é".as_bytes(), BODY_START));
        assert!(!fill(&mut start, b"more", BODY_START));
        assert_eq!(start.len(), BODY_START);
        assert_eq!(text_of(&start, BODY_START), "a".repeat(BODY_START - 1));
        assert_eq!(text_of(b" no\xff \n", BODY_START), "no\u{fffd}");
    }

    #[test]
    fn a_json_body_is_kept_whole() {
        assert_eq!(kept_of("Application/JSON; charset=utf-8"), WHOLE_BODY);
        assert_eq!(kept_of("text/html"), BODY_START);
        assert_eq!(kept_of(""), BODY_START);
    }
}
