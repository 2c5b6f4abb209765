//! The rules of a run.
//!
//! Not responsible for: keeping to them.

use std::collections::{BTreeMap, BTreeSet};

use super::history::ToolCall;
use super::io::Millis;

/// Rules of one run.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// Tools that never run without a person's approval.
    pub needs_approval: BTreeSet<String>,
    /// Tools that are agents themselves.
    pub subagents: BTreeMap<String, SubagentSpec>,
    /// Tools and subagents that cannot be cancelled by themselves, only with their run. A single
    /// call says so by `"allowCancellation": false` in its arguments.
    pub uncancellable: BTreeSet<String>,
    /// The longest a run may take, in milliseconds.
    pub time_limit: Option<Millis>,
    /// What becomes of an interjection that comes while the model answers.
    pub when_streaming: WhenStreaming,
    /// How often a model is asked again.
    pub retry: RetryRule,
    /// Announced early in the run; without it, nothing is said about what can be cancelled.
    pub control: Option<Control>,
}

impl Policy {
    /// Whether a call may be cancelled by itself.
    pub(super) fn may_cancel(&self, call: &ToolCall) -> bool {
        call.allows_cancellation() && !self.uncancellable.contains(&call.name)
    }
}

/// What becomes of an interjection that comes while the model answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WhenStreaming {
    /// The response ends here, as far as it has come, and the message is next.
    #[default]
    Now,
    /// The response goes on to its end, and the message is next.
    AfterResponse,
}

/// How often a model is asked again, and after which pauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RetryRule {
    /// Attempts after the first.
    pub retries: u32,
    /// The first pause in milliseconds; each is twice the one before.
    pub first_pause: Millis,
    /// The longest pause in milliseconds, unless the model asks for a longer one.
    pub longest_pause: Millis,
}

/// Where the control extension is, relative to the agent's URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Control {
    /// For cancels and interjections.
    pub url: String,
    /// The thread's stream of events.
    pub events: String,
    /// Its threads: one is deleted by a `DELETE` of this with its id after it.
    pub threads: String,
}

/// A tool that is an agent.
#[derive(Debug, Clone)]
pub struct SubagentSpec {
    /// What it is for, in a few words.
    pub description: String,
}
