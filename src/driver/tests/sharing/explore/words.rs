//! The words that are typed in a walk. Each word is unique, so that a search finds it in any text.

use midturn_core::card::Card;
use midturn_core::conversation::Conversation;

/// The number of a typed word, unique in its walk.
pub(super) type Word = u32;

/// The text of a word.
pub(super) fn typed(word: Word) -> String {
    format!("[w{word}]")
}

/// The words in a text or in a stored record.
pub(super) fn words_of(bytes: &[u8]) -> impl Iterator<Item = Word> {
    bytes.windows(2).enumerate().filter_map(|(place, start)| {
        let rest = (start == b"[w").then(|| &bytes[place + 2..])?;
        let end = rest.iter().position(|byte| !byte.is_ascii_digit())?;
        let number = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
        (rest[end] == b']').then_some(number)
    })
}

/// All texts of the person that pages share: sent, queued, or in an editor. Without the composer.
pub(super) fn shared_texts(held: &Conversation) -> Vec<&str> {
    let draft = match held.card() {
        Card::Hidden => None,
        Card::Running { draft, .. }
        | Card::Cancelling { draft, .. }
        | Card::Paused { draft, .. }
        | Card::Resuming { draft, .. } => Some(draft.as_str()),
    };
    let queue = held.queue();
    let edit = queue.edit().map(|edit| edit.draft.as_str());
    let prompts = queue.prompts().iter().map(|prompt| prompt.text.as_str());
    let removed = queue.removed().map(|prompt| prompt.text.as_str());
    let turns = held.turns().iter().map(|turn| turn.text.as_str());
    let texts = draft.into_iter().chain(edit).chain(prompts);
    texts.chain(removed).chain(turns).collect()
}
