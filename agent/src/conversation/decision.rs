//! A person's answer to the question whether a tool call may run.

/// A person's answer about a tool call that needed approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The waiting tool call.
    pub call_id: String,
    /// The answer.
    pub verdict: Verdict,
}

/// What a person decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Run it, perhaps with other arguments (JSON).
    Approved {
        /// Replaces all arguments.
        edited_arguments: Option<String>,
    },
    /// Do not run it.
    Denied {
        /// Why, in the person's words.
        reason: Option<String>,
    },
    /// The question was dropped without an answer.
    Abandoned,
}
