//! The states of an agent. Data that exists only in one state lives in that state's variant.
//!
//! The transitions are in `agent.rs`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::io::{Dispatch, Failure, Millis, ModelCallId};
use crate::conversation::ToolCall;

/// The four states of an agent.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum State {
    /// No work.
    #[default]
    Idle,
    /// The model answers.
    StreamingResponse(Response),
    /// The tools that the model asked for are running.
    ExecutingTools(Batch),
    /// Every runnable tool has run; the rest wait for a person.
    WaitingForApproval(Vec<ToolCall>),
}

/// A response as received so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    pub(super) call: ModelCallId,
    pub(super) message_id: String,
    pub(super) text: String,
    pub(super) calls: Vec<ToolCall>,
    /// How many attempts have failed.
    pub(super) failures: u32,
    pub(super) pause: Option<Pause>,
}

/// The pause before the next attempt.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pause {
    pub(super) until: Millis,
    pub(super) failure: Failure,
}

/// The tool calls of one response.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    pub(super) dispatch: Dispatch,
    pub(super) queue: VecDeque<ToolCall>,
    pub(super) running: BTreeMap<String, Running>,
    pub(super) awaiting: Vec<ToolCall>,
    /// Calls that the client runs after the run has ended.
    pub(super) for_client: Vec<ToolCall>,
    /// Calls that a person has already approved; they need no second approval.
    pub(super) approved: BTreeSet<String>,
}

/// A tool at work.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Running {
    pub(super) name: String,
    pub(super) since: Millis,
    /// Whether a person may cancel this tool without its run.
    pub(super) alone: bool,
    /// Its last progress message.
    pub(super) said: Option<String>,
    /// Set when a person asked for this tool to stop.
    pub(super) stopping: Option<Stopping>,
    /// Whether this is a nested agent that can do nothing until a person answers.
    pub(super) waits: bool,
}

impl Running {
    pub(super) fn new(call: &ToolCall, since: Millis, alone: bool) -> Self {
        Self {
            name: call.name.clone(),
            since,
            alone,
            said: None,
            stopping: None,
            waits: false,
        }
    }
}

impl Batch {
    /// A batch in which nothing has started. The caller adds nested agents that continue to
    /// `running`.
    pub(super) fn new(dispatch: Dispatch, queue: Vec<ToolCall>) -> Self {
        Self {
            dispatch,
            queue: queue.into(),
            running: BTreeMap::new(),
            awaiting: Vec::new(),
            for_client: Vec::new(),
            approved: BTreeSet::new(),
        }
    }

    /// Whether anything runs that does not wait for a person.
    pub(super) fn is_at_work(&self) -> bool {
        self.running.values().any(|tool| !tool.waits)
    }

    /// Whether the batch can do nothing until a person answers.
    pub(super) fn is_waiting(&self) -> bool {
        let asks = !self.awaiting.is_empty() || !self.running.is_empty();
        asks && self.queue.is_empty() && !self.is_at_work()
    }
}

/// A cancel that has been accepted and not answered yet.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stopping {
    /// The id in the person's request, repeated in the answer.
    pub(super) element: String,
    pub(super) reason: String,
    /// When to stop tools that still run.
    pub(super) force_at: Millis,
    /// When to report again what still runs.
    pub(super) report_at: Millis,
}
