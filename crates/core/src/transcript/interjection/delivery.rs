//! How far an interjection has come.
//!
//! Not responsible for what moves it on (see `conversation::interject`).

use serde::{Deserialize, Serialize};

/// How far an interjection is.
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
    /// The backend has it, and the agent will get it at its next boundary.
    Accepted,
    /// The backend cannot be told inside a run: it waits here for the results of the tools at
    /// work.
    Held,
    /// It was said in place of an answer: it goes in the run after the one that brings the answer.
    AfterAnswer,
    /// It is among the messages of a run that was started for it, and that has shown nothing yet.
    InRequest,
    /// The backend's own list of messages lacks it: it goes once more, after all that came meanwhile.
    Missed,
    /// The agent has it.
    Delivered {
        /// The agent's step it came at, in the backend's count, where it has one.
        step: Option<u64>,
    },
    /// The agent will not get it.
    Undelivered(Undelivered),
}

/// Why an agent does not get an interjection, and where the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Undelivered {
    /// The turn ended first: it is the next prompt.
    Queued,
    /// The person stopped the turn first.
    Stopped,
    /// The backend could not be told.
    Unreachable,
    /// Its agent ended first, and another agent has the same message.
    Ended,
}
