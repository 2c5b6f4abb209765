//! One row of the list of threads, as data.

use serde::{Deserialize, Serialize};

use crate::id::ThreadId;
use crate::time::Millis;

/// What the list of threads shows of one thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadHead {
    /// The thread.
    pub id: ThreadId,
    /// The title: the person's own, else the agent's, else the start of the first message; empty
    /// before that.
    pub title: String,
    /// Whether the person chose the title; then no message replaces it.
    pub named: bool,
    /// When a turn last began in the thread.
    pub updated_at: Millis,
    /// Deleted, but the person can still undo it.
    pub deleted: bool,
    /// Whether a run is active in the thread.
    pub running: bool,
    /// The agent that the last turn went to, as the shell names it; empty if unknown.
    pub agent: String,
}
