//! How far the delivery of an interjection is.
//!
//! The transitions are in `conversation::interject`.

use serde::{Deserialize, Serialize};

/// How far the delivery of an interjection is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Delivery {
    /// Not sent yet: an earlier interjection is not answered, or the stream is not open yet.
    Unsent,
    /// Sent for the `attempt`-th time and not answered yet.
    Sending {
        /// Counted from 1.
        attempt: u32,
    },
    /// The backend has it; the agent will get it at its next boundary.
    Accepted,
    /// Waits for the turn's next run, because the backend accepts no interjections or the stream of
    /// the current run has ended.
    Held,
    /// The message replaced an answer. It is sent in the run after the one with the answer.
    AfterAnswer,
    /// In the request of a run that has shown nothing yet.
    InRequest,
    /// Missing in the backend's own list of messages. It is sent once more, after all later
    /// messages.
    Unheard,
    /// The agent has it.
    Delivered {
        /// The agent's step at that time, in the backend's count, if it has one.
        step: Option<u64>,
    },
    /// The agent will not get it.
    Undelivered(Undelivered),
}

impl Delivery {
    /// Its name, as in `data-status` and in events: whether the agent has it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Delivered { .. } => "delivered",
            Self::Undelivered(_) => "undelivered",
            Self::Unsent
            | Self::Sending { .. }
            | Self::Accepted
            | Self::Held
            | Self::AfterAnswer
            | Self::InRequest
            | Self::Unheard => "pending",
        }
    }
}

/// Why an agent does not get an interjection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Undelivered {
    /// The turn ended first; the text is the next prompt.
    Queued,
    /// The person stopped the turn first.
    Stopped,
    /// The backend could not be reached.
    Unreachable,
    /// The agent ended first. Another agent has the same message.
    Ended,
}
