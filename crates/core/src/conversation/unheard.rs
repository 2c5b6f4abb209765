//! Messages that the backend dropped, so that the agent never got them. The backend's own list of
//! messages lacks them.
//!
//! Messages in place of an answer, and interjections, go in a run of their own. A backend that
//! keeps the history itself may drop them. Then the message list that the backend sends, after the
//! run has shown something, lacks them. The turn continues with one more run that sends them again,
//! once. If a list does not show whether they arrived, they count as arrived. The comparison is in
//! [`super::sent`].

use super::sent::SentMessages;
use super::{Conversation, Voice};
use crate::change::Change;
use crate::effect::Announcement;
use crate::id::MessageId;
use crate::run_event::SnapshotMessage;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Delivery, Interjection, LedgerEvent, Outcome};

impl Conversation {
    /// Marks the messages of the active run as delivered, because the run has shown work.
    pub(super) fn has_shown(&mut self, at: Millis, step: &mut Step) {
        let Some(active) = &mut self.active else {
            return;
        };
        active.worked = true;
        let brings = active.brings.clone();
        // The run that first brought the message did not deliver it, so more output of that run
        // does not either.
        let arrives = |said: &Interjection| match said.delivery {
            Delivery::InRequest => true,
            Delivery::Unheard => !brings.contains(&said.id),
            _ => false,
        };
        self.deliver_each(arrives, at, step);
    }

    fn deliver_each(&mut self, which: impl Fn(&Interjection) -> bool, at: Millis, step: &mut Step) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        for id in turn.pending(which) {
            turn.deliver(&id, None, at, step);
            turn.log(LedgerEvent::Delivered(id), at, step);
            step.announce(Announcement::Delivered);
        }
    }

    /// Checks the backend's list of messages for those that this run was the first to bring.
    /// Ignores a list without any earlier message of the person, and a list that comes before the
    /// run has shown something.
    pub(super) fn look_for_unheard(&mut self, list: &[SnapshotMessage], step: &mut Step) {
        let Some(active) = self.active.as_ref().filter(|active| active.worked) else {
            return;
        };
        if active.brings.is_empty() {
            return;
        }
        let found = SentMessages::of(self.told_turns(), &active.brings).found_in(list);
        for (id, heard) in found {
            self.found(&id, heard, step);
        }
    }

    fn found(&mut self, id: &MessageId, heard: bool, step: &mut Step) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        if turn.id == *id {
            if let Some(active) = &mut self.active {
                active.voice = if heard { Voice::Speaks } else { Voice::Unheard };
            }
        } else {
            turn.mark_unheard(id, !heard, step);
        }
    }

    /// Starts another run at the good end of a run, if messages were unheard or a message in place
    /// of an answer still waits. Returns whether it did.
    pub(super) fn sends_unheard_again(&mut self, at: Millis, step: &mut Step) -> bool {
        let (Some(active), Some(turn)) = (&self.active, self.turns.last()) else {
            return false;
        };
        let unheard =
            turn.pending(|said| matches!(said.delivery, Delivery::Unheard | Delivery::AfterAnswer));
        if active.voice != Voice::Unheard && unheard.is_empty() {
            return false;
        }
        let id = active.turn.clone();
        self.active = None;
        self.end_turn(&id, Outcome::Completed, at, step);
        let Some(turn) = self.turns.last_mut() else {
            return false;
        };
        turn.reopen();
        // Interjections that were sent are requeued, since their run has ended. Unsent ones go with
        // the next run.
        turn.hold_unsent_interjections(step);
        let told = turn
            .pending(|said| matches!(said.delivery, Delivery::Sending { .. } | Delivery::Accepted));
        self.queue_ahead(&told, at, step);
        step.change(Change::TurnChanged(id));
        self.start_run(Vec::new(), step);
        true
    }
}
