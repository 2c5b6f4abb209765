//! Gives components access to all threads, which the driver stores.

use midturn_core::find::Query;
use midturn_core::id::ThreadId;

use crate::driver::Driver;
use crate::state::{Archive, FoundThreads, GotTurns};

/// The threads that the driver stores.
pub(super) struct Stored(pub(super) Driver);

impl Archive for Stored {
    fn turns(&self, thread: &ThreadId, done: GotTurns) {
        self.0.turns_of(thread, done);
    }

    fn search(&self, query: Query, done: FoundThreads) {
        self.0.search(query, done);
    }
}
