//! The backend's answers to control requests: cancels and interjections.

use serde::{Deserialize, Serialize};

/// The backend's answer to a cancel.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CancelAnswer {
    /// The run will stop (HTTP 202).
    Accepted,
    /// Nothing was left to stop (HTTP 409).
    AlreadyFinished,
    /// The backend knows no such run, and will not start it (HTTP 404).
    Unknown,
    /// No answer came.
    Unreachable,
    /// The backend does not accept the cancel.
    Refused,
}

/// The backend's answer to an interjection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum InterjectionAnswer {
    /// The agent will get it (HTTP 202).
    Accepted,
    /// Too late: the run is over, or the agent already has it (HTTP 404, 409).
    TooLate,
    /// No answer came.
    Unreachable,
}
