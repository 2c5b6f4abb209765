//! State that the agents of one run share: the message that the run answers, and whether the
//! person has done the current step of the tour.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// How the tour before the message ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// The person stopped the tour after being asked to queue.
    Stopped,
    /// The tour ran to its end.
    Finished,
}

/// State that the agents of one run share. Clones are handles to the same state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stage {
    /// The index of the message that the run answers, in the main agent's history.
    begun: Arc<OnceLock<usize>>,
    /// Whether the person has spoken to or stopped one of the agents that work side by side.
    touched: Arc<AtomicBool>,
}

impl Stage {
    /// The index of the message that the run answers, which its first model call finds out: later,
    /// words of the person may follow that message.
    pub(super) fn begun_with(&self, find: impl FnOnce() -> usize) -> usize {
        *self.begun.get_or_init(find)
    }

    /// Marks that the person has touched no agent of the next step yet.
    pub(super) fn begin(&self) {
        self.touched.store(false, Ordering::Relaxed);
    }

    /// Marks that the person has spoken to or stopped one of the agents that work side by side.
    pub(super) fn touch(&self) {
        self.touched.store(true, Ordering::Relaxed);
    }

    /// Whether [`touch`](Self::touch) was called since [`begin`](Self::begin).
    pub(super) fn is_touched(&self) -> bool {
        self.touched.load(Ordering::Relaxed)
    }
}
