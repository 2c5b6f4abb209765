//! The backend's protocol.

/// The backend's protocol.
pub struct Backend {
    /// Label: the protocol of the agent.
    pub protocol: &'static str,
    /// Value of that setting: find the protocol out.
    pub protocol_auto: &'static str,
    /// Label: what the protocol is configured with.
    pub options: &'static str,
    /// Help below that field.
    pub options_help: &'static str,
    /// The field has something other than a JSON object.
    pub options_bad: &'static str,
    /// Outcome: the backend speaks another protocol.
    pub wrong_protocol: &'static str,
}
