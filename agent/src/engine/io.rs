//! The engine's inputs and effects.
//!
//! `request.rs` has what a person may ask of a run, `policy.rs` the rules of a run.

use serde::Serialize;

use crate::agui::Event;
use crate::conversation::{ToolCall, ToolResult};

/// Milliseconds since the Unix epoch, as given by the caller.
pub type Millis = u64;

/// One model call of one agent. Answers carry this id, so that the engine recognises late ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelCallId(pub u32);

/// One agent of a run's tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AgentId {
    /// The run's main agent.
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
    /// The model's response is complete, or has failed.
    ModelFinished {
        /// The call that it answers.
        call: ModelCallId,
        /// How to run the tools that the model asked for, or why there is no response.
        result: Result<Dispatch, Failure>,
    },
    /// The model call failed, but the model may be asked again.
    ModelFailed {
        /// The call that it answers.
        call: ModelCallId,
        /// Why the call failed. When no retry is left, the agent fails for this reason.
        failure: Failure,
        /// The shortest pause that the model asks for, in milliseconds.
        after: Option<Millis>,
    },
    /// A running tool has finished a step and reports its progress.
    ToolProgress {
        /// The tool call.
        call_id: String,
        /// 0 to 1.
        fraction: f64,
        /// What the tool is doing.
        message: String,
    },
    /// A tool is done.
    ToolFinished {
        /// The tool call.
        call_id: String,
        /// Its result.
        result: ToolResult,
    },
    /// Stop the agent. A cancel before the start is remembered.
    Cancel {
        /// Why to stop.
        cause: Cause,
        /// How soon to stop.
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
    /// The work enters a named step (leaving the previous one), or leaves the current one.
    Step(Option<String>),
    /// The whole content of an activity of the model's own kind. An agent has one of each kind in a
    /// run, which changes with each further content.
    Activity {
        /// Its type.
        kind: String,
        /// Its content.
        content: serde_json::Value,
    },
    /// The agent's plan as it is now, whole. Replaces the plan before.
    Plan(Vec<PlanStep>),
    /// The answer ends here because it was too long, and not because it is complete.
    CutOff,
}

/// One step of an agent's plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanStep {
    /// What is done in it.
    pub title: String,
    /// How far it is.
    pub status: PlanStatus,
}

/// How far a step of a plan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanStatus {
    /// Not begun.
    Pending,
    /// The agent works on it.
    InProgress,
    /// Done.
    Completed,
    /// Left out, because a person stopped it or did not allow it.
    Skipped,
    /// Tried without success.
    Failed,
}

/// How the tools of one response run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dispatch {
    /// In order, each after the previous one ends.
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

impl Failure {
    /// A failure with this code and this message.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            message: message.into(),
        }
    }
}

/// Why an agent is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A person asked for it.
    User,
    /// No client listens any more.
    Disconnected,
    /// The server shuts down.
    Shutdown,
    /// The run took too long.
    TimeLimit,
    /// The agent that owns this one was stopped.
    Parent,
}

/// How soon a cancel takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// The model stops; a running tool may finish its step within `grace`.
    Graceful {
        /// After these milliseconds, tools that still run are stopped too.
        grace: Millis,
    },
    /// Running work is stopped too.
    Now,
}

/// Something for the caller to do, in the given order.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Send this event to the client.
    Emit(Box<Event>),
    /// Ask the model, with the agent's history.
    CallModel {
        /// The agent that asks.
        agent: AgentId,
        /// The id to return with each answer.
        call: ModelCallId,
    },
    /// Stop the agent's model call.
    StopModel {
        /// The agent whose model call stops.
        agent: AgentId,
    },
    /// Run a tool.
    RunTool {
        /// The agent that called the tool.
        agent: AgentId,
        /// The call, with its arguments.
        call: ToolCall,
    },
    /// Stop a running tool.
    StopTool {
        /// The agent that called the tool.
        agent: AgentId,
        /// The call.
        call_id: String,
    },
    /// The run is over; nothing follows.
    Finish(Outcome),
}

/// How an agent's work ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The work is complete.
    Completed,
    /// The agent waits for a person's approval.
    Waiting,
    /// The agent was stopped.
    Cancelled(Cause),
    /// The agent could not continue.
    Failed(Failure),
}
