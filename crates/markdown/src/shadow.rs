//! The text that the parser reads in place of the answer's text.
//!
//! The parser's rules are fixed. Where ours differ, the shadow has stand-ins: characters that
//! Unicode keeps for internal use. [`restore`] gives back the original of any text of the shadow, so
//! stand-ins may also be where they change nothing, as in code.

use std::borrow::Cow;

use memchr::memchr_iter;

/// A letter that is not there.
pub(crate) const NOTHING: &str = "\u{fdd0}";

/// A dollar of no formula. Between signs, because emphasis looks at what is beside it.
pub(crate) const DOLLAR: &str = "¤\u{fdd1}¤";

/// A bar in a formula, which ends no cell.
pub(crate) const BAR: &str = "\u{fdd2}";

/// `\(` and `\[`: dollars and a mark.
pub(crate) const OPEN: (&str, &str) = ("$\u{fdd3}", "$$\u{fdd4}");

/// `\)` and `\]`.
pub(crate) const CLOSE: (&str, &str) = ("\u{fdd5}$", "\u{fdd6}$$");

/// The end of what was written: what follows closes it.
pub(crate) const END: &str = "\u{fdd7}";

/// A change to the text: `put` in place of `gone` bytes at `at`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edit {
    pub(crate) at: usize,
    pub(crate) gone: usize,
    pub(crate) put: &'static str,
}

/// A text for the parser.
#[derive(Debug)]
pub(crate) struct Shadow<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) original: &'a str,
    /// For each change the offset after it, in the shadow and in the original.
    places: Vec<(usize, usize)>,
}

impl<'a> Shadow<'a> {
    /// The shadow of a text. The edits are in order and do not overlap.
    pub(crate) fn new(text: &'a str, edits: &[Edit]) -> Self {
        let mut shadow = Self {
            text: Cow::Borrowed(text),
            original: text,
            places: Vec::new(),
        };
        if edits.is_empty() {
            return shadow;
        }
        let mut made = String::with_capacity(text.len() + edits.len() * 3);
        let mut at = 0;
        for edit in edits {
            made.push_str(text.get(at..edit.at).unwrap_or_default());
            made.push_str(edit.put);
            at = edit.at + edit.gone;
            shadow.places.push((made.len(), at));
        }
        made.push_str(text.get(at..).unwrap_or_default());
        shadow.text = Cow::Owned(made);
        shadow
    }

    /// Closes what is open at the end, for the parser only.
    pub(crate) fn close(&mut self, formula: &str, closers: &str) {
        let closed = [self.text.trim_end(), formula, closers].concat();
        self.text = Cow::Owned(closed);
    }

    /// The offset in the original for one in the shadow.
    pub(crate) fn place(&self, at: usize) -> usize {
        let after = self.places.partition_point(|(shadow, _)| *shadow <= at);
        let (shadow, original) = match after.checked_sub(1) {
            Some(before) => self.places.get(before).copied().unwrap_or_default(),
            None => (0, 0),
        };
        // Within an edit: its start.
        let end = self.places.get(after);
        let end = end.map_or(self.original.len(), |(_, end)| *end);
        (original + at - shadow).min(end)
    }
}

/// The original of a text of the shadow.
pub(crate) fn restore(text: &str) -> Cow<'_, str> {
    let Some(mut at) = stand_in(text, 0) else {
        return Cow::Borrowed(text);
    };
    let mut original = String::with_capacity(text.len());
    let mut read = 0;
    loop {
        original.push_str(text.get(read..at).unwrap_or_default());
        let rest = text.get(at..).unwrap_or_default();
        let mark = rest.chars().next().unwrap_or_default();
        read = at + mark.len_utf8();
        // What a mark stands for, and which signs before and after it belong to it.
        let (said, before, after) = match mark {
            '\u{fdd1}' => ("$", "¤", "¤"),
            '\u{fdd2}' => ("|", "", ""),
            '\u{fdd3}' => ("\\(", "$", ""),
            '\u{fdd4}' => ("\\[", "$$", ""),
            '\u{fdd5}' => ("\\)", "", "$"),
            '\u{fdd6}' => ("\\]", "", "$$"),
            '\u{fdd7}' => return Cow::Owned(original),
            _ => ("", "", ""),
        };
        if original.ends_with(before) {
            original.truncate(original.len() - before.len());
        }
        original.push_str(said);
        for sign in after.chars() {
            let rest = text.get(read..).unwrap_or_default();
            read += rest.strip_prefix(sign).map_or(0, |_| sign.len_utf8());
        }
        let Some(next) = stand_in(text, read) else {
            original.push_str(text.get(read..).unwrap_or_default());
            return Cow::Owned(original);
        };
        at = next;
    }
}

/// The original of an owned text of the shadow.
pub(crate) fn restored(mut text: String) -> String {
    // Emphasis has most of them, at the ends of texts.
    if text.starts_with(NOTHING) {
        text.drain(..NOTHING.len());
    }
    if text.ends_with(NOTHING) {
        text.truncate(text.len() - NOTHING.len());
    }
    match restore(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(original) => original,
    }
}

/// The source of a formula, without the marks of brackets, and whether more of it may follow.
pub(crate) fn formula(source: &str) -> (String, bool) {
    let inner = source.trim_matches(|held| matches!(held, '\u{fdd3}'..='\u{fdd6}'));
    (restore(inner).into_owned(), inner.contains(END))
}

/// The first stand-in at or after an offset. All begin with the same two bytes; the second is the
/// rarer one, because wide punctuation begins with the first.
pub(crate) fn stand_in(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes().get(from..)?;
    let starts = |at: usize| {
        let first = at.checked_sub(1)?;
        let begins = bytes.get(first) == Some(&0xef);
        let starts = begins && text.get(from + first..)?.starts_with(is_stand_in);
        starts.then_some(from + first)
    };
    memchr_iter(0xb7, bytes).find_map(starts)
}

/// Whether a character is one of those that no text may have.
pub(crate) fn is_stand_in(letter: char) -> bool {
    matches!(letter, '\u{fdd0}'..='\u{fdef}')
}
