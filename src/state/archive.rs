//! Access to threads that need not be on screen, for components.

use midturn_core::find::{Excerpt, Query};
use midturn_core::id::ThreadId;
use midturn_core::transcript::Turn;

/// Callback for the turns of a thread; `None` if they cannot be read.
pub type GotTurns = Box<dyn FnOnce(Option<Vec<Turn>>)>;

/// Callback for the threads that were found, each with its last turn that matches.
pub type FoundThreads = Box<dyn FnOnce(Vec<(ThreadId, Excerpt)>)>;

/// All threads, with their messages.
pub trait Archive {
    /// Reads the turns of a thread, now or later, oldest first.
    fn turns(&self, thread: &ThreadId, done: GotTurns);

    /// Finds the threads with a match in their messages, now or later.
    fn search(&self, query: Query, done: FoundThreads);
}
