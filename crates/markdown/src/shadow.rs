//! The text that the parser reads in place of the answer's text.
//!
//! The parser's rules are fixed. Where ours differ, the shadow has stand-ins: characters that
//! Unicode keeps for internal use. [`restore`] gives back the original of any text of the shadow, so
//! stand-ins may also be where they change nothing, as in code.

use std::borrow::Cow;

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
    // All stand-ins begin with these bytes.
    let mut pairs = text.as_bytes().windows(2);
    if !pairs.any(|pair| pair == [0xef, 0xb7]) {
        return Cow::Borrowed(text);
    }
    let mut original = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        // What a mark stands for, and which signs before and after it belong to it.
        let (said, before, after) = match letter {
            '\u{fdd1}' => ("$", "¤", "¤"),
            '\u{fdd2}' => ("|", "", ""),
            '\u{fdd3}' => ("\\(", "$", ""),
            '\u{fdd4}' => ("\\[", "$$", ""),
            '\u{fdd5}' => ("\\)", "", "$"),
            '\u{fdd6}' => ("\\]", "", "$$"),
            '\u{fdd7}' => break,
            letter if is_stand_in(letter) => continue,
            letter => {
                original.push(letter);
                continue;
            }
        };
        if original.ends_with(before) {
            original.truncate(original.len() - before.len());
        }
        original.push_str(said);
        for sign in after.chars() {
            letters.next_if_eq(&sign);
        }
    }
    Cow::Owned(original)
}

/// The original of an owned text of the shadow.
pub(crate) fn restored(text: String) -> String {
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

/// Whether a character is one of those that no text may have.
pub(crate) fn is_stand_in(letter: char) -> bool {
    matches!(letter, '\u{fdd0}'..='\u{fdef}')
}
