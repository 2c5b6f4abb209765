//! The requests of runs that wait: for the storage, the protocol, or files.

use midturn_core::id::{RunId, ThreadId};

use super::context::Context;
use super::tasks::Tasks;

/// The waiting requests.
pub(super) struct Opening(Tasks<Waiting>);

/// A run whose request waits.
struct Waiting {
    thread: ThreadId,
    run: RunId,
    known: Known,
}

/// Whether the backend has a run whose request waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    No,
    /// An earlier request of the run got no answer, and the backend recognises repeated ones.
    Perhaps,
    /// Only the request that joins the run again waits.
    Yes,
}

impl Waiting {
    fn is_of(&self, thread: &ThreadId, run: &RunId) -> bool {
        self.thread == *thread && self.run == *run
    }
}

impl Opening {
    pub(super) fn new(cx: &Context) -> Self {
        Self(cx.tasks())
    }

    /// Begins the work that sends a run's request. It calls [`forget`](Self::forget) right before it
    /// sends: from there on the backend may have the run.
    pub(super) fn begin(
        &self,
        thread: &ThreadId,
        run: &RunId,
        known: Known,
        work: impl Future<Output = ()> + 'static,
    ) {
        let waiting = Waiting {
            thread: thread.clone(),
            run: run.clone(),
            known,
        };
        self.0.begin(waiting, work);
    }

    /// Forgets a run's request: it is dropped, or it waits no longer.
    pub(super) fn forget(&self, thread: &ThreadId, run: &RunId) {
        self.0.drop_where(|held| held.is_of(thread, run));
    }

    /// Drops the waiting request of a run, if this is what the backend has of the run. Returns
    /// whether there was one.
    pub(super) fn drop_if(&self, thread: &ThreadId, run: &RunId, known: Known) -> bool {
        self.0
            .drop_where(|held| held.is_of(thread, run) && held.known == known)
    }

    /// Drops all requests of a thread.
    pub(super) fn leave(&self, thread: &ThreadId) {
        self.0.drop_where(|held| held.thread == *thread);
    }

    pub(super) fn clear(&self) {
        self.0.clear();
    }
}
