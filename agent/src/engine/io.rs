//! The engine's vocabulary: what it can be told and what it can ask for.
//!
//! Not responsible for: any behaviour, what a person may ask of a run (`request.rs`), and the
//! rules of a run (`policy.rs`).

use serde_json::Value;

use super::history::{ToolCall, ToolResult};
use super::state::Boundary;
use crate::agui::Event;

/// Milliseconds since the Unix epoch, as told by the caller.
pub type Millis = u64;

/// One model call of one agent; answers carry it back, so that late ones are recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelCallId(pub u32);

/// One agent of a run's tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AgentId {
    /// The agent the run is about.
    Root,
    /// A nested agent, by its `subagentRunId`.
    Sub(String),
}

/// Something that happened, addressed to one agent.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A piece of the model's response.
    Model {
        /// The call that it answers.
        call: ModelCallId,
        /// The piece.
        delta: ModelDelta,
    },
    /// The model's response is complete, or failed.
    ModelFinished {
        /// The call that it answers.
        call: ModelCallId,
        /// How to run the tools it asked for, or why there is no response.
        result: Result<Dispatch, Failure>,
    },
    /// The model gave nothing this time, but may be asked again.
    ModelFailed {
        /// The call that it answers.
        call: ModelCallId,
        /// Why; the run fails with it when there is no further attempt.
        failure: Failure,
        /// How long the model asked to be left alone, in milliseconds.
        after: Option<Millis>,
    },
    /// A running tool says how far it is: one step of it is done.
    ToolProgress {
        /// The tool call.
        call_id: String,
        /// 0 to 1.
        fraction: f64,
        /// What it is doing.
        message: String,
    },
    /// A tool is done.
    ToolFinished {
        /// The tool call.
        call_id: String,
        /// What it gave.
        result: ToolResult,
    },
    /// Stop. Before the start it is remembered.
    Cancel {
        /// Why.
        cause: Cause,
        /// How soon.
        urgency: Urgency,
    },
    /// Only time has passed.
    Tick,
}

/// A piece of a model's response.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelDelta {
    /// More of the answer.
    Text(String),
    /// More of the reasoning.
    Reasoning(String),
    /// A tool call begins.
    Call {
        /// Unique in the thread.
        id: String,
        /// The tool.
        name: String,
    },
    /// More of the arguments of the tool call that began last.
    Arguments(String),
    /// The work enters a named step (leaving the one before), or leaves it.
    Step(Option<String>),
}

/// How the tools of one response run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dispatch {
    /// In order, each after the one before.
    OneByOne,
    /// All at the same time.
    AllAtOnce,
}

/// Why a model gave no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Machine-readable; becomes the `code` of `RUN_ERROR`.
    pub code: String,
    /// For people.
    pub message: String,
}

/// Why an agent is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A person asked for it.
    User,
    /// Nobody listens any more.
    Disconnected,
    /// The server goes down.
    Shutdown,
    /// The run took too long.
    TimeLimit,
    /// The agent that owns this one was stopped.
    Parent,
}

/// How soon a cancel takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// What runs may finish; nothing new starts.
    AtBoundary,
    /// The model is stopped; a running tool may finish its step, for this many milliseconds.
    Graceful {
        /// After it, what still runs is stopped too.
        grace: Millis,
    },
    /// What runs is stopped too.
    Now,
}

/// A person's answer about a tool call that needed approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The tool call that waits.
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

/// Something to do, in the order given.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Send this event to the client.
    Emit(Box<Event>),
    /// Ask the model, with the agent's history.
    CallModel {
        /// Who asks.
        agent: AgentId,
        /// To be given back with each answer.
        call: ModelCallId,
    },
    /// Stop the agent's model call.
    StopModel {
        /// Whose.
        agent: AgentId,
    },
    /// Run a tool.
    RunTool {
        /// For whom.
        agent: AgentId,
        /// Which, with its arguments.
        call: ToolCall,
    },
    /// Stop a running tool.
    StopTool {
        /// Whose.
        agent: AgentId,
        /// Which.
        call_id: String,
    },
    /// The run is over; nothing follows.
    Finish(Outcome),
}

/// How an agent's work ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It is done.
    Completed,
    /// It waits for a person's approval.
    Waiting,
    /// It was stopped.
    Cancelled {
        /// Why.
        cause: Cause,
        /// Where it was noticed; `None` when what ran was stopped at once.
        at: Option<Boundary>,
    },
    /// It could not go on.
    Failed(Failure),
}

/// Convenience for tool arguments that are JSON; anything else is null.
pub(super) fn arguments_json(arguments: &str) -> Value {
    serde_json::from_str(arguments).unwrap_or(Value::Null)
}
