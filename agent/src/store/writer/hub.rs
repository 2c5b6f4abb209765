//! Readers that wait for a thread's log to grow.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::watch;

/// Tells readers the number of the last event in a thread's log.
#[derive(Debug, Default)]
pub(in super::super) struct Hub {
    threads: Mutex<HashMap<Arc<str>, watch::Sender<u64>>>,
}

impl Hub {
    pub(in super::super) fn follow(&self, thread: &str) -> watch::Receiver<u64> {
        let mut threads = self.threads.lock();
        let sender = threads
            .entry(thread.into())
            .or_insert_with(|| watch::Sender::new(0));
        sender.subscribe()
    }

    pub(super) fn tell(&self, thread: &str, seq: u64) {
        let mut threads = self.threads.lock();
        let nobody = threads
            .get(thread)
            .is_some_and(|one| one.send(seq).is_err());
        if nobody {
            threads.remove(thread);
        }
    }
}
