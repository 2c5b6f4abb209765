//! The engine: decides what an agent does next. Pure: no IO, clock, randomness or async.
//!
//! An [`Engine`] is one run's tree of agents. Everything that happens is told to it as an
//! [`Input`] with the time; it answers with [`Effect`]s in the order in which they must be done.
//! An agent is `Idle`, `StreamingResponse`, `ExecutingTools` or `WaitingForApproval` ([`State`]).
//! An interrupt is checked after every model response, before each tool, after the tools and
//! before each follow-up model call ([`Boundary`]); once it is seen, no further model call and no
//! new tool starts in its scope. A nested agent belongs to the tool call that started it.
//!
//! Input about a call that is over changes nothing: late news is normal.
//!
//! Not responsible for: where model deltas and tool results come from, pacing, transport, storage.

mod agent;
mod emit;
mod history;
pub mod interrupt;
mod io;
mod state;
mod tree;

pub use history::{Message, ToolCall, ToolResult, ToolStatus};
pub use io::{
    AgentId, Cause, Decision, Dispatch, Effect, Failure, Input, Millis, ModelCallId, ModelDelta,
    Outcome, Policy, SubagentSpec, Urgency, Verdict,
};
pub use state::{Boundary, State};
pub use tree::{Engine, RunStart};
