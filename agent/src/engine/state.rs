//! Where an agent is in its work. Data that exists only in one state lives in that state.
//!
//! Not responsible for: the transitions (see `agent.rs`).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::history::ToolCall;
use super::io::{Dispatch, Failure, Millis, ModelCallId};

/// The four states of an agent.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum State {
    /// No work.
    #[default]
    Idle,
    /// The model answers.
    StreamingResponse(Response),
    /// Tools that the model asked for are run.
    ExecutingTools(Batch),
    /// Every runnable tool has run; the rest wait for a person.
    WaitingForApproval(Vec<ToolCall>),
}

/// A response as far as it has come.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    pub(super) call: ModelCallId,
    pub(super) message_id: String,
    pub(super) text: String,
    pub(super) calls: Vec<ToolCall>,
    /// Attempts that gave nothing.
    pub(super) failures: u32,
    pub(super) pause: Option<Pause>,
}

/// The time between two attempts.
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
    /// What the client does, when the run is over.
    pub(super) for_client: Vec<ToolCall>,
    /// Calls that a person has already approved; they are not asked about again.
    pub(super) approved: BTreeSet<String>,
}

/// A tool at work.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Running {
    pub(super) name: String,
    pub(super) since: Millis,
    /// Whether it may be cancelled by itself.
    pub(super) alone: bool,
    /// What it said last.
    pub(super) said: Option<String>,
    /// Set when a person wants this one to stop.
    pub(super) stopping: Option<Stopping>,
    /// Whether it is an agent that can do nothing before a person has answered.
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
    /// Those approved are run, and those nested in it run on.
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

    /// Whether nothing can be done before a person has answered.
    pub(super) fn is_waiting(&self) -> bool {
        let asks = !self.awaiting.is_empty() || !self.running.is_empty();
        asks && self.queue.is_empty() && !self.is_at_work()
    }
}

/// A cancel on its way.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stopping {
    /// What the person named, for the answer.
    pub(super) element: String,
    pub(super) reason: String,
    /// When what still runs is stopped.
    pub(super) force_at: Millis,
    /// When it is said again what still runs.
    pub(super) report_at: Millis,
}

/// The places where an interrupt is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Boundary {
    /// The model's response is complete.
    AfterResponse,
    /// The next tool would start.
    BeforeTool,
    /// The last tool of a response is done.
    AfterTools,
    /// The model would be called.
    BeforeModel,
    /// The model would be asked again after it gave nothing.
    BetweenRetries,
}
