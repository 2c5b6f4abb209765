//! How runs end badly, or without a word, and what waits for a connection.
//!
//! Not responsible for the texts themselves: each language has its own module.

/// How runs end badly, or without a word, and what waits for a connection.
pub struct Ends {
    /// Outcome: an HTTP status that says that the agent, or what is in front of it, failed.
    pub failed_status: fn(status: u16) -> String,
    /// Outcome: no answer from another origin, with that origin and the page's own.
    pub failed_foreign: fn(agent: &str, page: &str) -> String,
    /// A run ended well and showed nothing.
    pub unanswered: &'static str,
    /// A message waits for the browser to have a connection.
    pub activity_offline: &'static str,
}
