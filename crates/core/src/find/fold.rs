//! Which characters a search takes for equal.

/// The letters below those of U+00C0 to U+017F; `_` is none.
const LATIN: &[u8; 192] = b"aaaaaa_ceeeeiiii_nooooo__uuuuy__\
    aaaaaa_ceeeeiiii_nooooo__uuuuy_yaaaaaaccccccccdd__eeeeeeeeee\
    gggggggghh__iiiiiiiii___jjkk_llllll____nnnnnn___oooooo__rrrrrrsssssssstttt__uuuuuuuuuuuuwwyyyzzzzzz_";

/// The letters below those of U+1E00 to U+1EFF, with which Vietnamese is written; `_` is none.
const LATIN_MORE: &[u8; 256] = b"aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllll\
    mmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy______\
    aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy______";

/// Folds a character for comparison. Case does not count, nor do accents of Latin letters, Arabic
/// vowel marks, hamza above or below a letter, and curved quotes. Each ASCII whitespace character is a
/// space. A mark, and a markdown marker (`*`, `` ` ``), folds to nothing.
pub fn fold(char: char) -> impl Iterator<Item = char> {
    let (plain, lower) = match char {
        '*' | '`' => (None, None),
        // Fast path: most characters are ASCII.
        _ if char.is_ascii_whitespace() => (Some(' '), None),
        _ if char.is_ascii() => (Some(char.to_ascii_lowercase()), None),
        _ if is_mark(char) => (None, None),
        _ => match below(char) {
            Some(letter) => (Some(letter), None),
            None => (None, Some(char.to_lowercase())),
        },
    };
    plain.into_iter().chain(lower.into_iter().flatten())
}

/// Whether a character belongs to the one before it, and does not count: an accent, an Arabic vowel
/// mark, or the line that makes an Arabic word longer.
pub(super) fn is_mark(char: char) -> bool {
    matches!(char, '\u{300}'..='\u{36f}' | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// The letter below an accent or a hamza, as in Unicode's canonical decomposition; the straight form
/// of a quote.
fn below(char: char) -> Option<char> {
    let letter = match char {
        '\u{c0}'..='\u{17f}' => char::from(LATIN[char as usize - 0xc0]),
        '\u{1e00}'..='\u{1eff}' => char::from(LATIN_MORE[char as usize - 0x1e00]),
        'آ' | 'أ' | 'إ' => 'ا',
        'ؤ' => 'و',
        'ئ' => 'ي',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        _ => '_',
    };
    (letter != '_').then_some(letter)
}
