//! What one does with a conversation as a whole, and the list of conversations, in French.

use crate::i18n::catalogue::Conversations;

pub(super) const TEXTS: Conversations = Conversations {
    menu: "Plus d’actions sur cette conversation",
};
