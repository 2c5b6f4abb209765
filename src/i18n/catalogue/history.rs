//! The list of a thread's interruptions.

texts! {
    /// The list of a thread's interruptions.
    pub struct History {
        /// Heading of the list, and name of the button that opens the list.
        pub title: Text,
        /// Label of the search field.
        pub search: Text,
        /// Empty state: the thread has no interruptions.
        pub none: Text,
        /// Empty state: nothing matches the search.
        pub no_match: Text,
        /// An interjection, with the name of the agent that received it and the message's text.
        pub told: Said(agent: &str, words: &str),
        /// What the shortcut of the list does.
        pub shortcut: Text,
    }
}
