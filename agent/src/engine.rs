//! The engine: decides what an agent does next. Pure: no IO, clock, randomness or async.
//!
//! An [`Engine`] is one run's tree of agents. The caller reports everything that happens as an
//! [`Input`] with the time. The engine answers with [`Effect`]s, in the order in which the caller
//! must perform them. The states of an agent are `Idle`, `StreamingResponse`,
//! `ExecutingTools` and `WaitingForApproval` ([`State`]).
//!
//! An interrupt is checked after every model response, before each tool, after the tools, before
//! each follow-up model call and between retries. Once the check finds one, no
//! further model call and no new tool starts in the agents that it stops. A nested agent belongs to
//! the tool call that started it. A cancel ([`Engine::request_cancel`], [`Input::Cancel`]) stops
//! model and tools. An interjection ([`Engine::interject`]) stops at most the model's answer.
//!
//! Late input is normal: input about a call that is over changes nothing.
//!
//! The engine does not fetch model deltas or tool results, and does no pacing, transport or
//! storage.

mod agent;
mod emit;
mod history;
mod io;
mod policy;
mod request;
mod restore;
mod state;
mod tree;

pub use history::unanswered;
pub use io::{
    AgentId, Cause, Dispatch, Effect, Failure, Input, Millis, ModelCallId, ModelDelta, Outcome,
    PlanStatus, PlanStep, Urgency,
};
pub use policy::{Control, Policy, RetryRule, SubagentSpec, WhenStreaming};
pub use request::{CancelRefusal, CancelTarget, InterjectRefusal, Routed, TAKEN_BACK, Target};
pub use restore::{Delivery, Edit, Unsuccessful, restore, restore_arguments, restore_statuses};
pub use state::State;
pub use tree::{Engine, RunStart, Suspended};
