//! Messages of the person and the agent.
//!
//! Not responsible for activities (tool calls, subagents, reasoning), which have components of their
//! own.

mod actions;
mod approvals;
mod assistant;
mod decisions;
mod edit;
mod outcome;
mod partial;
mod stopping;
#[cfg(test)]
mod tests;
mod user;

pub use assistant::AssistantMessages;
pub use edit::Pencil;
pub use user::UserMessage;
