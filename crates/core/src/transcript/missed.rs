//! An interjection that is missing in the backend's own list of messages after its run has shown
//! something.
//!
//! The check is in `conversation::missed`.

use super::{ActivityKind, ActivityStatus, Delivery, Turn, interjection_activity};
use crate::id::MessageId;
use crate::step::Step;

impl Turn {
    /// Marks an interjection as missing in the backend's list, or as found after all.
    pub(crate) fn is_missed(&mut self, id: &MessageId, missed: bool, step: &mut Step) {
        let Some(activity) = self.change(&interjection_activity(id), step) else {
            return;
        };
        let ActivityKind::Interjection(said) = &mut activity.kind else {
            return;
        };
        match (&said.delivery, missed) {
            (Delivery::Delivered { .. }, true) => {
                said.delivery = Delivery::Missed;
                activity.status = ActivityStatus::Running;
                activity.ended_at = None;
            }
            (Delivery::Missed, false) => {
                said.delivery = Delivery::Delivered { step: None };
                activity.end(ActivityStatus::Done, activity.started_at);
            }
            (_, _) => {}
        }
    }
}
