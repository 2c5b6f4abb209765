//! What one does with a conversation as a whole, and the list of conversations.

texts! {
    /// What one does with a conversation as a whole, and the list of conversations.
    pub struct Conversations {
        /// Button that opens the menu of what one does with the conversation on screen.
        pub menu: Text,
        /// Button that folds the list of conversations.
        pub fold: Text,
        /// Label of the field that searches in all conversations.
        pub search: Text,
        /// Nothing matches the search.
        pub none: Text,
        /// Group of the list: used today.
        pub today: Text,
        /// Group of the list: used yesterday.
        pub yesterday: Text,
        /// Group of the list: used in the seven days before today.
        pub week: Text,
        /// Group of the list: used before that.
        pub older: Text,
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
