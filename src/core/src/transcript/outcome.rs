//! How a turn ended.
//!
//! Not responsible for deciding it: that is the conversation's work.

use crate::run_event::{Interrupt, LostReason, OpenError, RunError};
use crate::stored;

/// How a turn ended. A turn without one is still being worked on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The agent finished.
    Completed,
    /// The person, or the backend, stopped it.
    Cancelled(Stop),
    /// It failed.
    Failed(Failure),
    /// The stream was lost: what became of the work is unknown.
    Interrupted(LostReason),
    /// The agent waits for the person's answers.
    Waiting(Vec<Interrupt>),
}

stored!(enum Outcome {
    0: Completed,
    1: Cancelled(stop),
    2: Failed(failure),
    3: Interrupted(reason),
    4: Waiting(interrupts),
});

/// What is known about a cancelled turn's work having stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The backend was asked and has not answered yet.
    Requested,
    /// The backend said so, or never began.
    Confirmed,
    /// This side stopped listening; the backend cannot say whether it stopped.
    Unknown,
}

stored!(enum Stop { 0: Requested, 1: Confirmed, 2: Unknown });

/// Why a turn failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// The backend, which is of another origin than the page, could not be reached, or does not allow
    /// the page to use it.
    Foreign {
        /// The backend's origin.
        origin: String,
        /// The browser's words.
        message: String,
    },
}

stored!(enum Failure {
    0: Agent(error),
    1: Refused { status, body },
    2: Unreachable(message),
    3: NotAStream(start),
    4: Foreign { origin, message },
});

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
