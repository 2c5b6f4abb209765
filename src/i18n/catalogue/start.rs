//! The beginning of a conversation.

texts! {
    /// The beginning of a conversation.
    pub struct Start {
        /// Heading of an empty thread, if the agent's name is known. The name is as it stands in the
        /// middle of a sentence.
        pub title_of: Said(name: &str),
        /// Name of the list of messages to begin with.
        pub offered: Text,
    }
}
