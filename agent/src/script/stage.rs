//! State that the agents of one run share: whether the run plays the tour, and whether the person
//! has done the current step.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// Whether the run plays the tour.
    on: Arc<AtomicBool>,
    /// Whether the person has spoken to or stopped one of the agents that work side by side.
    touched: Arc<AtomicBool>,
}

impl Stage {
    /// Whether this run plays the tour.
    pub(super) fn is_on(&self) -> bool {
        self.on.load(Ordering::Relaxed)
    }

    /// Marks that the run plays the tour, and that the person has touched no agent yet.
    pub(super) fn begin(&self) {
        self.on.store(true, Ordering::Relaxed);
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
