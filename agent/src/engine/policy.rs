//! The rules of a run.

use std::collections::{BTreeMap, BTreeSet};

use clap::ValueEnum;

use super::io::Millis;
use crate::conversation::ToolCall;

/// The rules of one run.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// Tools that never run without a person's approval.
    pub needs_approval: BTreeSet<String>,
    /// Tools that are agents themselves.
    pub subagents: BTreeMap<String, SubagentSpec>,
    /// Tools and subagents that a person cannot cancel without their run. A single call opts out
    /// with `"allowCancellation": false` in its arguments.
    pub uncancellable: BTreeSet<String>,
    /// The longest time that a run may take, in milliseconds.
    pub time_limit: Option<Millis>,
    /// What happens to an interjection while the model answers.
    pub when_streaming: WhenStreaming,
    /// How often to retry a model call.
    pub retry: RetryRule,
    /// The URLs of the control extension, which the run announces at its start. With `None`, the
    /// run announces neither the URLs nor what a person may cancel.
    pub control: Option<Control>,
}

impl Policy {
    /// Whether a person may cancel a call without its run.
    pub(super) fn may_cancel(&self, call: &ToolCall) -> bool {
        allows_cancellation(call) && !self.uncancellable.contains(&call.name)
    }
}

/// Whether a person may cancel this call without its run: yes, unless its arguments say otherwise.
fn allows_cancellation(call: &ToolCall) -> bool {
    call.arguments_json()["allowCancellation"] != false
}

/// What happens to an interjection while the model answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum WhenStreaming {
    /// The response is cut off, and the message is next.
    #[default]
    Now,
    /// The response runs to its end, and the message is next.
    AfterResponse,
}

/// How often to retry a model call, and after which pauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RetryRule {
    /// Attempts after the first one.
    pub retries: u32,
    /// The first pause in milliseconds; each later pause is twice the one before.
    pub first_pause: Millis,
    /// The longest pause in milliseconds, unless the model asks for a longer one.
    pub longest_pause: Millis,
}

/// The URLs of the control extension, relative to the agent's URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Control {
    /// For cancels and interjections.
    pub url: String,
    /// The thread's stream of events.
    pub events: String,
    /// The list of threads. `DELETE` on this URL with an id after it deletes that thread.
    pub threads: String,
}

/// A tool that is an agent.
#[derive(Debug, Clone)]
pub struct SubagentSpec {
    /// What the agent is for, in a few words.
    pub description: String,
}
