//! What a person said in the middle of a turn, and what became of it.
//!
//! Not responsible for: reading it off events (`record.rs`).

use serde_json::Value;

use crate::engine::TAKEN_BACK;

/// An interjection and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// Unique in the thread.
    pub id: String,
    /// The text.
    pub message: String,
    /// AG-UI content parts.
    pub attachments: Value,
    /// `root`, or a tool call.
    pub parent_id: String,
    /// `main`, or the name of the agent.
    pub target_agent: String,
    /// Where the model got it.
    pub fate: Fate,
}

/// What became of an interjection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The model has not got it yet.
    Pending,
    /// The model has it.
    Delivered {
        /// The number of the model call.
        step: u64,
        /// The tool call whose result it went with.
        tool_call_id: Option<String>,
        /// The message that it followed, when it was a turn of its own.
        after_id: Option<String>,
    },
    /// Nobody got it.
    Undelivered,
    /// The person took it back before the model got it.
    TakenBack,
}

impl Fate {
    /// What is shown of it: its state and, where there is one, why.
    pub fn view(status: &str) -> (&str, Option<&'static str>) {
        match status {
            Self::TAKEN_BACK => (Self::UNDELIVERED, Some(TAKEN_BACK)),
            other => (other, None),
        }
    }

    /// The name in the store.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered { .. } => "delivered",
            Self::Undelivered => Self::UNDELIVERED,
            Self::TakenBack => Self::TAKEN_BACK,
        }
    }

    const UNDELIVERED: &str = "undelivered";
    const TAKEN_BACK: &str = "taken back";
}
