//! What one does with a conversation as a whole, and the list of conversations, in Arabic.

use crate::i18n::catalogue::Conversations;

pub(super) const TEXTS: Conversations = Conversations {
    menu: "المزيد عن هذه المحادثة",
};
