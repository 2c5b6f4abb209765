//! The transcript: turns, the messages and activities in them, and how each turn ended.
//!
//! Not responsible for which run may write into which turn; the conversation decides that.

mod activity;
mod apply;
mod history;
mod merge;
mod message;
mod outcome;
#[cfg(test)]
mod tests;
mod turn;

pub use activity::{Activity, ActivityKind, ActivityStatus, ToolResult};
pub use message::AgentMessage;
pub use outcome::{Failure, Outcome, Stop};
pub use turn::Turn;
