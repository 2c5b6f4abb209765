//! What a title is: the start of a text, as one line.

/// The longest title, in characters. One that the person writes has no limit.
const TITLE_CHARS: usize = 80;

/// The first line of a text, cut between words if possible.
pub(crate) fn shortened(text: &str) -> String {
    let mut word = None;
    for (chars, (place, char)) in text.char_indices().enumerate() {
        let (end, more) = match char {
            '\n' => (place, ""),
            _ if chars == TITLE_CHARS => (word.unwrap_or(place), "…"),
            ' ' => {
                word = Some(place);
                continue;
            }
            _ => continue,
        };
        let start = text.get(..end).unwrap_or_default().trim_end();
        return format!("{start}{more}");
    }
    text.to_owned()
}
