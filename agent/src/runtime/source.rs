//! What a model and a tool are to the runtime: streams that can be dropped at any moment.
//!
//! Dropping the stream is the only way to stop one, so an implementation must leave nothing
//! running behind it. Not responsible for: any implementation.

use std::time::Duration;

use futures_util::stream::BoxStream;

use crate::engine::{
    AgentId, Dispatch, Failure, Message, ModelCallId, ModelDelta, ToolCall, ToolResult,
};

/// What a model's stream yields.
pub type ModelStream = BoxStream<'static, ModelItem>;
/// What a tool's stream yields.
pub type ToolStream = BoxStream<'static, ToolItem>;

/// One thing that comes from a model.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelItem {
    /// A piece of the response.
    Delta(ModelDelta),
    /// The end of it.
    Finished(Result<Dispatch, Failure>),
    /// It gave nothing, but may be asked again.
    Failed {
        /// Why.
        failure: Failure,
        /// How long it asked to be left alone.
        after: Option<Duration>,
    },
    /// A fault of the wire, played to see what a client makes of it.
    Fault(Fault),
}

/// Something that goes wrong between agent and client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A frame that is not JSON.
    Garbage(String),
    /// The connection breaks.
    Disconnect,
}

/// One thing that comes from a running tool.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolItem {
    /// How far it is.
    Progress {
        /// 0 to 1.
        fraction: f64,
        /// What it is doing.
        message: String,
    },
    /// It is done.
    Finished(ToolResult),
}

/// What a model is asked.
#[derive(Debug, Clone, Copy)]
pub struct ModelRequest<'a> {
    /// Unique in the thread; ids that the model mints start with it.
    pub scope: &'a str,
    /// Which call of this agent.
    pub call: ModelCallId,
    /// Who asks.
    pub agent: &'a AgentId,
    /// The name of a nested agent.
    pub agent_name: Option<&'a str>,
    /// The conversation so far.
    pub history: &'a [Message],
}

/// A language model.
pub trait Model: Send + Sync {
    /// Answers; nothing happens before the stream is polled.
    fn respond(&self, request: ModelRequest<'_>) -> ModelStream;
}

/// A set of tools.
pub trait Tools: Send + Sync {
    /// Runs a call; an unknown tool or invalid arguments are an error result.
    fn run(&self, call: &ToolCall) -> ToolStream;
}
