//! How a turn ended.

use serde::{Deserialize, Serialize};

use crate::run_event::{Interrupt, LostReason, OpenError, RunError};

/// How a turn ended. A turn without an outcome is still running.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Outcome {
    /// The agent finished.
    Completed,
    /// The person or the backend stopped the turn.
    Cancelled(Stop),
    /// The turn failed.
    Failed(Failure),
    /// The stream was lost: the result of the work is unknown.
    Interrupted(LostReason),
    /// The agent waits for the person's answers.
    Waiting(Vec<Interrupt>),
}

impl Outcome {
    /// Its name, as in `data-outcome` and in events.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Cancelled(_) => "cancelled",
            Self::Failed(_) => "failed",
            Self::Interrupted(_) => "interrupted",
            Self::Waiting(_) => "waiting",
        }
    }

    /// What the backend or the browser said about the end; empty if nothing.
    pub fn message(&self) -> &str {
        match self {
            Self::Failed(failure) => failure.message(),
            Self::Interrupted(LostReason::Network(message) | LostReason::Malformed(message)) => {
                message
            }
            Self::Interrupted(LostReason::Truncated | LostReason::Reload)
            | Self::Completed
            | Self::Cancelled(_)
            | Self::Waiting(_) => "",
        }
    }
}

impl From<RunError> for Outcome {
    /// A run that was cut off, as by a restart of the agent, has not failed: what became of its work
    /// is unknown.
    fn from(error: RunError) -> Self {
        if error.is_cut_off() {
            Self::Interrupted(LostReason::Network(error.message))
        } else {
            Self::Failed(Failure::Agent(error))
        }
    }
}

/// What is known about the stop of a cancelled turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Stop {
    /// The backend was asked and has not answered yet.
    Requested,
    /// The backend confirmed the stop, or never began the work.
    Confirmed,
    /// Nothing was sent: the message was still waiting for its files.
    Unsent,
    /// The client closed the stream; the backend cannot say whether it stopped.
    Unknown,
}

/// Why a turn failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Failure {
    /// The agent reported an error.
    Agent(RunError),
    /// The backend refused the request.
    Refused {
        /// HTTP status.
        status: u16,
        /// The start of the body.
        body: String,
    },
    /// The backend could not be reached.
    Unreachable(String),
    /// The backend answered with something that is not a stream of events.
    NotAStream(String),
    /// The backend has another origin than the page, and could not be reached or does not allow the
    /// page to use it (CORS).
    Foreign {
        /// The backend's origin.
        origin: String,
        /// The browser's error text.
        message: String,
    },
}

impl Failure {
    /// The HTTP status with which the backend refused the request.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Refused { status, .. } => Some(*status),
            Self::Agent(_) | Self::Unreachable(_) | Self::NotAStream(_) | Self::Foreign { .. } => {
                None
            }
        }
    }

    /// What the backend or the browser said; empty if nothing.
    pub fn message(&self) -> &str {
        match self {
            Self::Agent(error) => &error.message,
            Self::Refused { body, .. } => body,
            Self::Unreachable(message)
            | Self::NotAStream(message)
            | Self::Foreign { message, .. } => message,
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Status { status, body, .. } => Self::Refused { status, body },
            OpenError::Network(message) => Self::Unreachable(message),
            OpenError::Foreign { origin, message } => Self::Foreign { origin, message },
            OpenError::Offline => Self::Unreachable(String::new()),
            OpenError::NotAStream(message) => Self::NotAStream(message),
        }
    }
}
