//! What one does with a conversation as a whole, and the list of conversations.

texts! {
    /// What one does with a conversation as a whole, and the list of conversations.
    pub struct Conversations {
        /// Button that opens the menu of what one does with the conversation on screen.
        pub menu: Text,
        /// Entry that saves a conversation as Markdown.
        pub export_markdown: Text,
        /// Entry that saves a conversation as JSON.
        pub export_json: Text,
        /// In a saved conversation: before a file's name.
        pub file: Text,
        /// In a saved conversation: the agent has not got an interjection.
        pub not_delivered: Text,
    }
}
