//! The interruptions of a thread.
//!
//! Not responsible for the texts themselves: each language has its own module.

/// The interruptions of a thread.
pub struct History {
    /// Heading of the list, and name of the button that opens it.
    pub title: &'static str,
    /// Label of the field that searches it.
    pub search: &'static str,
    /// Where nobody has interrupted anything.
    pub none: &'static str,
    /// Where nothing is found.
    pub no_match: &'static str,
    /// What the person told whom.
    pub told: fn(agent: &str, words: &str) -> String,
    /// What the key does that opens the list.
    pub shortcut: &'static str,
}
