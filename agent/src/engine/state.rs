//! Where an agent is in its work. Data that exists only in one state lives in that state.
//!
//! Not responsible for: the transitions (see `agent.rs`).

use std::collections::{BTreeSet, VecDeque};

use super::history::ToolCall;
use super::io::{Dispatch, ModelCallId};

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
}

/// The tool calls of one response.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    pub(super) dispatch: Dispatch,
    pub(super) queue: VecDeque<ToolCall>,
    pub(super) running: BTreeSet<String>,
    pub(super) awaiting: Vec<ToolCall>,
    /// Calls that a person has already approved; they are not asked about again.
    pub(super) approved: BTreeSet<String>,
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
}
