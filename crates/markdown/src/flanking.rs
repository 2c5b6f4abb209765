//! Emphasis beside Chinese, Japanese and Korean.
//!
//! `CommonMark` looks at the characters around `*` for spaces and punctuation, and these languages
//! have no spaces. By the amendment for them, punctuation beside `*`, `**` or `~~` is like a letter
//! if it is one of theirs, or if one of their characters is on the other side. A letter that is not
//! there, between the two, makes the parser see it so.

use crate::cjk::{ends_in_cjk, is_cjk};
use crate::shadow::{Edit, NOTHING};

/// The edits around a run of `*` or `~`, from `start` to `end`.
pub(crate) fn loosen(text: &str, start: usize, end: usize, edits: &mut Vec<Edit>) {
    let bytes = text.as_bytes();
    let wide = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at))
            .is_some_and(|byte| *byte > 127)
    };
    // Fast path: nothing here is Chinese, Japanese or Korean.
    if !wide(start.checked_sub(1)) && !wide(Some(end)) {
        return;
    }
    // A single `~` is in ranges such as `3~5`, and three begin a fence.
    if bytes.get(start) == Some(&b'~') && end - start != 2 {
        return;
    }
    let above = text.get(..start).unwrap_or_default();
    let below = text.get(end..).unwrap_or_default();
    let (Some(before), Some(after)) = (above.chars().next_back(), below.chars().next()) else {
        return;
    };
    if before.is_whitespace() || after.is_whitespace() || !(ends_in_cjk(above) || is_cjk(after)) {
        return;
    }
    for (at, letter) in [(start, before), (end, after)] {
        // Beside a letter it changes nothing, so that it is left out where that is quickly seen.
        if !letter.is_ascii_alphanumeric() && !matches!(letter, '\u{4e00}'..='\u{9fff}') {
            edits.push(Edit {
                at,
                gone: 0,
                put: NOTHING,
            });
        }
    }
}
