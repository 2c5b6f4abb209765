//! Which characters are Chinese, Japanese or Korean: letters, punctuation and wide forms.
//!
//! As in the amendment of `CommonMark` for these languages: East Asian Width W, F or H without
//! emoji, and Hangul. In a few ranges, which include characters that are not assigned.

/// Whether a character is Chinese, Japanese or Korean.
pub(crate) fn is_cjk(letter: char) -> bool {
    letter >= '\u{1100}'
        && matches!(letter,
            '\u{1100}'..='\u{11ff}'
            | '\u{20a9}'
            | '\u{2329}'..='\u{232a}'
            | '\u{2e80}'..='\u{303e}'
            | '\u{3041}'..='\u{a4cf}'
            | '\u{a960}'..='\u{a97f}'
            | '\u{ac00}'..='\u{d7ff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{fe10}'..='\u{fe19}'
            | '\u{fe30}'..='\u{fe6f}'
            | '\u{ff01}'..='\u{ffee}'
            | '\u{16fe0}'..='\u{18dff}'
            | '\u{1aff0}'..='\u{1b2ff}'
            | '\u{1f200}'
            | '\u{20000}'..='\u{3fffd}'
        )
}

/// Whether a text ends in Chinese, Japanese or Korean. Looks through variation selectors, one of
/// which makes a quotation mark wide.
pub(crate) fn ends_in_cjk(text: &str) -> bool {
    let mut letters = text.chars().rev();
    match letters.next() {
        Some('\u{e0100}'..='\u{e01ef}') => true,
        Some(selector @ '\u{fe00}'..='\u{fe0e}') => letters.next().is_some_and(|letter| {
            let quotes = matches!(letter, '‘' | '’' | '“' | '”');
            is_cjk(letter) || (selector == '\u{fe01}' && quotes)
        }),
        last => last.is_some_and(is_cjk),
    }
}
