//! Bugs that can be put into sharing to see that its random walks catch them.
//!
//! Only for tests: none of this is compiled elsewhere.

use midturn_core::id::ThreadId;
use midturn_core::sharing::{Place, Sharing, SharingInput};

use super::super::Inner;

/// A bug of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum SharingBug {
    /// A write does not say that nobody has claimed the next epoch.
    Unfenced,
    /// What was asked of the driver stays in the composer.
    HandedOverAndKept,
    /// Whoever begins to drive a thread goes on with the copy it has, whatever is stored.
    NotReadAgain,
}

impl Inner {
    pub(in super::super) fn seed(&self, bug: Option<SharingBug>) {
        self.pages.seeded.set(bug);
    }

    pub(super) fn is_seeded(&self, bug: SharingBug) -> bool {
        self.pages.seeded.get() == Some(bug)
    }

    /// What a page does that does not look at what is stored.
    pub(super) fn seeded_input(&self, input: SharingInput) -> SharingInput {
        if let SharingInput::Claimed { epoch, .. } = input
            && self.is_seeded(SharingBug::NotReadAgain)
        {
            let stored = Place::default();
            return SharingInput::Claimed { epoch, stored };
        }
        input
    }

    /// What is known of a thread's place among the pages.
    pub(in super::super) fn sharing_of(&self, thread: &ThreadId) -> Option<Sharing> {
        self.with_shared(thread, |held| held.sharing.clone())
    }
}
