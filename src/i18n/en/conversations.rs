//! What one does with a conversation as a whole, and the list of conversations, in English.

use crate::i18n::catalogue::Conversations;

pub(super) const TEXTS: Conversations = Conversations {
    menu: "More about this conversation",
    fold: "Fold the list of conversations",
    search: "Search conversations",
    none: "No conversation matches.",
    today: "Today",
    yesterday: "Yesterday",
    week: "Previous 7 days",
    older: "Older",
    export_markdown: "Export as Markdown",
    export_json: "Export as JSON",
    file: "File:",
    not_delivered: "The agent has not got this message.",
};
