//! Runs that fail or show nothing, and messages that wait for a connection.

texts! {
    /// Runs that fail or show nothing, and messages that wait for a connection.
    pub struct Ends {
        /// Outcome: an HTTP status that says that the agent, or a proxy before it, failed.
        pub failed_status: Said(status: u16),
        /// Outcome: an agent on another origin did not answer. Takes the agent's origin and the page's.
        pub failed_foreign: Said(agent: &str, page: &str),
        /// A run ended well without showing anything.
        pub unanswered: Text,
        /// A message waits until the browser is online.
        pub activity_offline: Text,
    }
}
