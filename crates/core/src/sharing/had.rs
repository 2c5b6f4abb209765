//! The acts that other pages asked this driver for, so that none is performed twice.
//!
//! A page asks again if it does not know the result. Requests to an earlier driver are not listed
//! here; the messages that they created are found in the conversation.

use super::Place;
use crate::id::PageId;

/// How many acts are remembered: far more than pages request again.
const ACTS: usize = 512;

/// Acts, and the driver's place after each; `None` while an act is still to be applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Had(Vec<(PageId, u64, Option<Place>)>);

/// What is known of a requested act.
pub(super) enum Asked {
    /// The act is new.
    Now,
    /// The act was requested before. With the driver's place after the act; `None` if the act is
    /// still to be applied.
    Before(Option<Place>),
}

impl Had {
    /// Records that a page asks for an act.
    pub(super) fn asked(&mut self, page: &PageId, act: u64) -> Asked {
        if let Some((_, _, at)) = self.find(page, act) {
            return Asked::Before(*at);
        }
        if self.0.len() == ACTS {
            self.0.remove(0);
        }
        self.0.push((page.clone(), act, None));
        Asked::Now
    }

    /// Records that an act was applied.
    pub(super) fn applied(&mut self, page: &PageId, act: u64, place: Place) {
        if let Some((_, _, at)) = self.find(page, act) {
            *at = Some(place);
        }
    }

    fn find(&mut self, page: &PageId, act: u64) -> Option<&mut (PageId, u64, Option<Place>)> {
        let mut held = self.0.iter_mut().rev();
        held.find(|(of, number, _)| of == page && *number == act)
    }
}
