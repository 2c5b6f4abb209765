//! What a conversation between a person, a model and its tools is made of.
//!
//! Plain data: the messages, the tools and their calls, and a person's answers to questions. It
//! knows no protocol, no store and no engine.

mod decision;
mod message;
mod tool;

pub use decision::{Decision, Verdict};
pub use message::{Interjection, Message, with_feedback};
pub use tool::{ToolCall, ToolResult, ToolSpec, ToolStatus};
