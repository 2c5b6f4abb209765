//! The data of a conversation between a person, a model and its tools: messages, tools and their
//! calls, and a person's answers to questions.
//!
//! Plain data, independent of protocol, store and engine.

mod decision;
mod feedback;
mod message;
mod tool;
mod unmade;

pub use decision::{Decision, Verdict};
pub use feedback::with_feedback;
pub use message::{Interjection, Message};
pub use tool::{ToolCall, ToolResult, ToolSpec, ToolStatus};
pub use unmade::Unmade;
