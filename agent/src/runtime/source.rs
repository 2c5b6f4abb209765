//! Models and tools as the runtime sees them: streams that it may drop at any moment.
//!
//! Dropping the stream is the only way to stop a model call or a tool, so nothing may run on after
//! the drop.

use std::time::Duration;

use futures_util::stream::BoxStream;

use crate::conversation::{Message, ToolCall, ToolResult};
use crate::engine::{AgentId, Dispatch, Failure, ModelCallId, ModelDelta};

/// A model's stream.
pub type ModelStream = BoxStream<'static, ModelItem>;
/// A tool's stream.
pub type ToolStream = BoxStream<'static, ToolItem>;

/// One item from a model.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelItem {
    /// A piece of the response.
    Delta(ModelDelta),
    /// The end of the response.
    Finished(Result<Dispatch, Failure>),
    /// The attempt failed, but the model may be asked again.
    Failed {
        /// Why the attempt failed.
        failure: Failure,
        /// The shortest pause that the model asks for.
        after: Option<Duration>,
    },
    /// A fault on the wire, played to test a client.
    Fault(Fault),
}

/// A fault between agent and client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A frame that is not JSON.
    Garbage(String),
    /// The connection breaks, and the run fails.
    Disconnect,
    /// The connection breaks, and the run goes on without its client.
    Lose,
}

/// One item from a running tool.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolItem {
    /// Progress.
    Progress {
        /// 0 to 1.
        fraction: f64,
        /// What the tool is doing.
        message: String,
    },
    /// The tool is done.
    Finished(ToolResult),
}

/// A request to a model.
#[derive(Debug, Clone, Copy)]
pub struct ModelRequest<'a> {
    /// The prefix of ids that the model mints; unique in the thread.
    pub scope: &'a str,
    /// The number of the call, counted per agent.
    pub call: ModelCallId,
    /// The agent that asks.
    pub agent: &'a AgentId,
    /// The name of a nested agent; `None` for the main agent.
    pub agent_name: Option<&'a str>,
    /// The conversation so far.
    pub history: &'a [Message],
}

/// A language model.
pub trait Model: Send + Sync {
    /// Returns the answer as a stream. Nothing happens before the stream is polled.
    fn respond(&self, request: ModelRequest<'_>) -> ModelStream;
}

/// A set of tools.
pub trait Tools: Send + Sync {
    /// Runs a call; an unknown tool or invalid arguments are an error result.
    fn run(&self, call: &ToolCall) -> ToolStream;
}
