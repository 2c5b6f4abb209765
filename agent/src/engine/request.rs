//! What a person may ask of a run while it works, and why it may be refused.
//!
//! Not responsible for: any behaviour.

use serde_json::Value;

/// The event that says that a model has got a message.
pub(super) const DELIVERED: &str = "interjection.delivered";
/// The event that says that no model will.
pub(super) const UNDELIVERED: &str = "interjection.undelivered";
/// Why nobody got a message that the person did not want delivered any more.
pub const TAKEN_BACK: &str = "Taken back";

/// What a cancel is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CancelTarget {
    /// The whole run.
    Run,
    /// A subagent run or a tool call, by its id.
    Element(String),
}

/// Why a cancel was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CancelRefusal {
    /// There is no such thing in the run.
    #[error("There is no such task")]
    Unknown,
    /// It came too late.
    #[error("Task already completed")]
    AlreadyCompleted,
    /// It came too early.
    #[error("Task not started yet")]
    NotStarted,
    /// The task may not be cancelled by itself.
    #[error("This task cannot be cancelled by itself")]
    NotAllowed,
}

/// A message that a person gives an agent inside a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Interjection {
    /// Unique in the thread.
    pub id: String,
    /// What the person wrote.
    pub text: String,
    /// What came with it: AG-UI content parts other than text.
    pub attachments: Vec<Value>,
}

impl Interjection {
    /// Whether there is nothing in it.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty() && self.attachments.is_empty()
    }
}

/// Whom an interjection is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The most visible agent.
    Auto,
    /// The main agent.
    Root,
    /// The subagent of this tool call.
    Call(String),
    /// Every agent that can be spoken to.
    All,
    /// Each of these; of a target for several, or of the most visible agent, the main agent.
    Several(Vec<Target>),
}

/// Who gets an interjection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routed {
    /// `root`, or the id of the tool call that owns the agent.
    pub parent_id: String,
    /// `main`, or the name of the agent's tool.
    pub target_agent: String,
    /// The tool call that was asked for, when it cannot be reached and the agent above it gets
    /// the message.
    pub fallback_from: Option<String>,
}

/// Why an interjection was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InterjectRefusal {
    /// The run is over, or about to be.
    #[error("The run is over")]
    RunOver,
    /// The run has never had this tool call.
    #[error("There is no tool call {0}")]
    UnknownTarget(String),
    /// There is nothing in it.
    #[error("The message is empty")]
    Blank,
    /// The model has it, so that it cannot be changed or taken back.
    #[error("The message has been delivered already")]
    Delivered,
    /// It has been taken back, and comes again only with another id.
    #[error("The message has been taken back")]
    TakenBack,
}

/// What became of an interjection, once for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The model has it.
    Delivered,
    /// Nobody got it.
    Undelivered,
    /// The person did not want it delivered any more.
    TakenBack,
}

/// An interjection that has been accepted.
#[derive(Debug)]
pub(super) struct Heard {
    /// As it was said last.
    pub(super) said: Interjection,
    /// Who got it last.
    pub(super) routed: Routed,
    /// `None` while it waits.
    pub(super) fate: Option<Fate>,
}
