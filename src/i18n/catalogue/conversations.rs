//! What one does with a conversation as a whole, and the list of conversations.

texts! {
    /// What one does with a conversation as a whole, and the list of conversations.
    pub struct Conversations {
        /// Button that opens the menu of what one does with the conversation on screen.
        pub menu: Text,
    }
}
