//! What one does with a conversation as a whole, and the list of conversations, in English.

use crate::i18n::catalogue::Conversations;

pub(super) const TEXTS: Conversations = Conversations {
    menu: "More about this conversation",
};
