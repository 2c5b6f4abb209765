//! What a person may ask of a running run, and why the engine may refuse.

use crate::conversation::Interjection;

/// The reason of `interjection.undelivered` when the person withdrew the message.
pub const TAKEN_BACK: &str = "Taken back";

/// What to cancel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CancelTarget {
    /// The whole run.
    Run,
    /// A subagent run or a tool call, by its id.
    Element(String),
}

/// Why the engine refused a cancel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CancelRefusal {
    /// The run has no such task.
    #[error("There is no such task")]
    Unknown,
    /// The task has ended.
    #[error("Task already completed")]
    AlreadyCompleted,
    /// The task has not started.
    #[error("Task not started yet")]
    NotStarted,
    /// The task may not be cancelled by itself.
    #[error("This task cannot be cancelled by itself")]
    NotAllowed,
}

/// The recipients of an interjection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The engine chooses the agent; the rule is in `tree/routing.rs`.
    Auto,
    /// The main agent.
    Root,
    /// The subagent of this tool call.
    Call(String),
    /// Every agent that a person can speak to.
    All,
    /// Each listed target. Only `Root` and `Call` make sense here; any other target counts as the
    /// main agent.
    Several(Vec<Target>),
}

/// The agent that gets an interjection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routed {
    /// `root`, or the id of the tool call that owns the agent.
    pub parent_id: String,
    /// `main`, or the name of the agent's tool.
    pub target_agent: String,
    /// Set if the message went to an agent further up, because the agent of the named tool call
    /// cannot listen: the id of that call.
    pub fallback_from: Option<String>,
}

/// Why the engine refused an interjection.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InterjectRefusal {
    /// The run is over, or is stopping.
    #[error("The run is over")]
    RunOver,
    /// The run has never had this tool call.
    #[error("There is no tool call {0}")]
    UnknownTarget(String),
    /// The message is empty.
    #[error("The message is empty")]
    Blank,
    /// The model has the message: it can no longer be changed or taken back.
    #[error("The message has been delivered already")]
    Delivered,
    /// The message was taken back. A new one needs another id.
    #[error("The message has been taken back")]
    TakenBack,
}

/// What finally happened to an interjection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    /// The model got it.
    Delivered,
    /// No model got it.
    Undelivered,
    /// The person withdrew it.
    TakenBack,
}

/// An interjection that has been accepted.
#[derive(Debug)]
pub(super) struct AcceptedInterjection {
    /// Its latest content.
    pub(super) said: Interjection,
    /// The agent to which the message was routed last.
    pub(super) routed: Routed,
    /// `None` while the message waits.
    pub(super) settled: Option<Settled>,
}
