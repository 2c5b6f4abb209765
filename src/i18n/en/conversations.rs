//! What one does with a conversation as a whole, and the list of conversations, in English.

use crate::i18n::catalogue::Conversations;

pub(super) const TEXTS: Conversations = Conversations {
    menu: "More about this conversation",
    export_markdown: "Export as Markdown",
    export_json: "Export as JSON",
    file: "File:",
    not_delivered: "The agent has not got this message.",
};
