//! Interjections and what happened to them.

use serde_json::Value;

use crate::engine::TAKEN_BACK;

/// An interjection and its delivery.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedInterjection {
    /// Unique in the thread.
    pub id: String,
    /// The text.
    pub message: String,
    /// AG-UI content parts other than text.
    pub attachments: Vec<Value>,
    /// `root`, or the id of the tool call that owns the agent.
    pub parent_id: String,
    /// `main`, or the name of the agent's tool.
    pub target_agent: String,
    /// Whether the model got the interjection, and where.
    pub delivery: DeliveryState,
}

/// What happened to an interjection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryState {
    /// The model does not have it yet.
    Pending,
    /// The model got it.
    Delivered {
        /// The number of the model call.
        step: u32,
        /// The tool call whose result carried the interjection.
        tool_call_id: Option<String>,
        /// The message before the interjection, when the interjection was a turn of its own.
        after_id: Option<String>,
    },
    /// No model got it.
    Undelivered,
    /// The person took it back before the model got it.
    TakenBack,
}

impl DeliveryState {
    /// The status and the reason to show for a stored status. A message that was taken back is
    /// shown as undelivered.
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
