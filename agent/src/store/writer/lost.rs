//! Runs with events that could not be written and never will be.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;

/// The running runs with lost events.
#[derive(Debug, Default)]
pub(in super::super) struct Lost {
    runs: Mutex<HashSet<(Arc<str>, Arc<str>)>>,
}

impl Lost {
    pub(in super::super) fn has(&self, thread: &str, run: &str) -> bool {
        self.runs.lock().contains(&(thread.into(), run.into()))
    }

    pub(super) fn add(&self, thread: &str, run: &str) {
        self.runs.lock().insert((thread.into(), run.into()));
    }

    /// Removes a run that has ended, because its lost events are no longer asked for.
    pub(super) fn forget(&self, thread: &str, run: &str) {
        self.runs.lock().remove(&(thread.into(), run.into()));
    }
}
