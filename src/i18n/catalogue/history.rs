//! The list of a thread's interruptions.

/// The list of a thread's interruptions.
pub struct History {
    /// Heading of the list, and name of the button that opens the list.
    pub title: &'static str,
    /// Label of the search field.
    pub search: &'static str,
    /// Empty state: the thread has no interruptions.
    pub none: &'static str,
    /// Empty state: nothing matches the search.
    pub no_match: &'static str,
    /// An interjection, with the name of the agent that received it and the message's text.
    pub told: fn(agent: &str, words: &str) -> String,
    /// What the shortcut of the list does.
    pub shortcut: &'static str,
}
