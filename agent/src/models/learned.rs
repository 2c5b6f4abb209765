//! What an endpoint's refusals have taught, so that the next request is right from the start. Forgotten
//! with the process.

/// What is known of the endpoint.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Learned {
    /// Chat Completions: each message of the model needs reasoning. That of before a restart is lost.
    pub(super) wants_reasoning: bool,
    /// Chat Completions: the first call of each message needs a signature of Gemini's. Those of before a
    /// restart, and of another model, are not there.
    pub(super) wants_signature: bool,
    /// Responses: there are no summaries of the reasoning. `OpenAI` gives them to verified
    /// organizations alone.
    pub(super) refuses_summary: bool,
}
