//! The automatic title of a thread, until the person chooses one.

use crate::conversation::Conversation;

/// The longest title made from a message, in characters.
const TITLE_CHARS: usize = 80;

/// The start of the first message, cut between words if possible.
pub(super) fn title_of(conversation: &Conversation) -> String {
    let Some(first) = conversation.turns().first() else {
        return String::new();
    };
    let text = match first.attachments.first() {
        Some(file) if first.text.trim().is_empty() => &file.name,
        _ => first.text.trim(),
    };
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
        return [start, more].concat();
    }
    text.to_owned()
}
