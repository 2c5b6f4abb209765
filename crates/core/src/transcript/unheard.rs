//! Marks an interjection that the backend's own list of messages lacks, although the run whose
//! request had the interjection has shown something.
//!
//! The check is in `conversation::unheard`.

use super::{ActivityKind, ActivityStatus, Delivery, Turn, interjection_activity};
use crate::id::MessageId;
use crate::step::Step;

impl Turn {
    /// Marks an interjection as missing in the backend's list, or as found after all.
    pub(crate) fn mark_unheard(&mut self, id: &MessageId, unheard: bool, step: &mut Step) {
        let Some(activity) = self.change(&interjection_activity(id), step) else {
            return;
        };
        let ActivityKind::Interjection(said) = &mut activity.kind else {
            return;
        };
        match (&said.delivery, unheard) {
            (Delivery::Delivered { .. }, true) => {
                said.delivery = Delivery::Unheard;
                activity.status = ActivityStatus::Running;
                activity.ended_at = None;
            }
            (Delivery::Unheard, false) => {
                said.delivery = Delivery::Delivered { step: None };
                activity.end(ActivityStatus::Done, activity.started_at);
            }
            (_, _) => {}
        }
    }
}
