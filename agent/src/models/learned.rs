//! What an endpoint's refusals have taught, so that the next request is right from the start. Forgotten
//! with the process.

/// What is known of the endpoint.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Learned {
    /// Chat Completions: each message of the model needs reasoning. That of before a restart is lost.
    pub(super) wants_reasoning: bool,
    /// Responses: there are no summaries of the reasoning. `OpenAI` gives them to verified
    /// organizations alone.
    pub(super) refuses_summary: bool,
}
