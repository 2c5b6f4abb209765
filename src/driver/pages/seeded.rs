//! Bugs that can be injected into sharing, to verify that the random walks of its tests find them.
//! For tests only.

use midturn_core::id::ThreadId;
use midturn_core::sharing::{Place, Sharing, SharingInput};

use super::Pages;

/// A bug of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum SharingBug {
    /// A write does not check that no page has taken the thread over.
    Unfenced,
    /// A text sent to the driving page stays in this page's composer.
    HandedOverAndKept,
    /// A page that begins to drive a thread keeps its own copy, whatever is stored.
    NotReadAgain,
}

impl Pages {
    pub(in super::super) fn seed(&self, bug: Option<SharingBug>) {
        self.seeded.set(bug);
    }

    pub(in super::super) fn is_seeded(&self, bug: SharingBug) -> bool {
        self.seeded.get() == Some(bug)
    }

    /// With [`SharingBug::NotReadAgain`], hides from a page what is stored.
    pub(in super::super) fn seeded_input(&self, input: SharingInput) -> SharingInput {
        if let SharingInput::Found { fence, .. } = input
            && self.is_seeded(SharingBug::NotReadAgain)
        {
            let stored = Place::default();
            return SharingInput::Found { fence, stored };
        }
        input
    }

    /// A copy of a thread's sharing state.
    pub(in super::super) fn sharing_of(&self, thread: &ThreadId) -> Option<Sharing> {
        self.with(thread, |held| held.sharing.clone())
    }
}
