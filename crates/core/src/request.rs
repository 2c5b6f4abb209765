//! The request that starts a run, as data.
//!
//! `midturn-protocol` writes the wire format.

use crate::history::HistoryMessage;
use crate::id::{RunId, ThreadId};
use crate::transcript::Resume;

/// Everything a backend needs to start a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RunRequest {
    /// The conversation.
    pub thread: ThreadId,
    /// The new run.
    pub run: RunId,
    /// The messages so far, oldest first.
    pub messages: Vec<HistoryMessage>,
    /// The answer to every open interrupt.
    pub resume: Vec<Resume>,
    /// The state the backend shares with the client, as JSON text; empty if it shares none.
    pub state: String,
    /// What the protocol keeps for this thread ([`RunEvent::Memory`]); empty if nothing.
    ///
    /// [`RunEvent::Memory`]: crate::run_event::RunEvent::Memory
    pub memory: String,
}
