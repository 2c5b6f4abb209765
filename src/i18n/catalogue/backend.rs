//! The backend's protocol.

texts! {
    /// The backend's protocol.
    pub struct Backend {
        /// Label: the protocol of the agent.
        pub protocol: Text,
        /// Value of that setting: find the protocol out.
        pub protocol_auto: Text,
        /// Label: what the protocol is configured with.
        pub options: Text,
        /// Help below that field.
        pub options_help: Text,
        /// The field has something other than a JSON object.
        pub options_bad: Text,
        /// Outcome: the backend speaks another protocol.
        pub wrong_protocol: Text,
    }
}
