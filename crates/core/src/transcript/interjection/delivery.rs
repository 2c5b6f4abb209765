//! How far the delivery of an interjection is.
//!
//! The transitions are in `conversation::interject`.

use serde::{Deserialize, Serialize};

/// How far the delivery of an interjection is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Delivery {
    /// Not sent yet: the one before it is not answered, or the stream is not open yet.
    Unsent,
    /// Sent for the `attempt`-th time and not answered yet.
    Sending {
        /// Counted from 1.
        attempt: u32,
    },
    /// The backend has it; the agent will get it at its next boundary.
    Accepted,
    /// The backend accepts no interjections: it waits here for the results of running tools.
    Held,
    /// It replaced an answer: it goes in the run after the one that brings the answer.
    AfterAnswer,
    /// It is in the request of a run that was started for it and has shown nothing yet.
    InRequest,
    /// The backend's own list of messages lacks it: it is sent once more, after everything said
    /// since.
    #[serde(rename = "missed")]
    Unheard,
    /// The agent has it.
    Delivered {
        /// The agent's step at that time, in the backend's count, if it has one.
        step: Option<u64>,
    },
    /// The agent will not get it.
    Undelivered(Undelivered),
}

/// Why an agent does not get an interjection, and where its text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Undelivered {
    /// The turn ended first; the text is the next prompt.
    Queued,
    /// The person stopped the turn first.
    Stopped,
    /// The backend could not be reached.
    Unreachable,
    /// Its agent ended first, and another agent has the same message.
    Ended,
}
