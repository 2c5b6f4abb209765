//! The groups of the settings.

texts! {
    /// The groups of the settings, and errors of their fields.
    pub struct Setup {
        /// Heading: how the page looks.
        pub look: Text,
        /// Heading: what keys do.
        pub keys: Text,
        /// Heading: which agent is spoken to, and how.
        pub agent: Text,
        /// Error in place of the help below the field of the agent's URL. No longer than that help.
        pub agent_url_bad: Text,
    }
}
