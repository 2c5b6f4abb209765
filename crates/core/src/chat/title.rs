//! The automatic title of a thread, until the person chooses one.

use crate::conversation::Conversation;
use crate::title::shortened;

/// The agent's title, else the start of the first message.
pub(super) fn title_of(conversation: &Conversation) -> String {
    if !conversation.title().is_empty() {
        return conversation.title().to_owned();
    }
    let Some(first) = conversation.turns().first() else {
        return String::new();
    };
    let text = match first.attachments.first() {
        Some(file) if first.text.trim().is_empty() => &file.name,
        _ => first.text.trim(),
    };
    shortened(text)
}
