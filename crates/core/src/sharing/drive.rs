//! A page that drives a thread: what it begins with, what it has applied, and how much of that is
//! stored.

use super::had::Had;
use super::{Epoch, Message, Place, Role, Sharing, SharingEffect};
use crate::id::PageId;
use crate::recording::TimedInput;
use crate::time::Millis;

impl Sharing {
    pub(super) fn found(&mut self, fence: u64, stored: Place, out: &mut Vec<SharingEffect>) {
        let Role::Taking { had, .. } = self.role else {
            return;
        };
        // The copy is used only if it is not older than the stored state: messages to this page can
        // be lost.
        let keeps = had.filter(|had| *had >= stored);
        self.role = Role::Taking {
            had,
            fence,
            base: keeps.unwrap_or(stored),
            reads: keeps.is_none(),
        };
        out.push(if keeps.is_some() {
            SharingEffect::Keep
        } else {
            SharingEffect::Read
        });
    }

    pub(super) fn ready(&mut self, now: Millis, out: &mut Vec<SharingEffect>) {
        let Role::Taking {
            fence, base, reads, ..
        } = self.role
        else {
            return;
        };
        let began = now.max(base.epoch.began + 1);
        let epoch = Epoch { fence, began };
        let at = Place { epoch, seq: 0 };
        self.role = Role::Driving {
            at,
            base,
            kept: if reads { at } else { Place::default() },
            followed: false,
        };
        self.had = Had::default();
        out.push(SharingEffect::Say(Message::Driving { at }));
        out.push(SharingEffect::Tell(self.well()));
        // The new driver performs its own pending acts.
        for act in self.outbox.missing(at, base) {
            out.push(SharingEffect::Perform {
                page: self.page.clone(),
                act: act.number,
                input: act.input,
            });
        }
        if reads && self.outbox.kept(at) {
            out.push(SharingEffect::Outbox);
        }
    }

    pub(super) fn applied(
        &mut self,
        by: PageId,
        act: Option<u64>,
        input: Option<TimedInput>,
        out: &mut Vec<SharingEffect>,
    ) {
        let Role::Driving { at, followed, .. } = &mut self.role else {
            return;
        };
        at.seq += 1;
        let (at, followed) = (*at, *followed);
        if let Some(act) = act {
            self.had.applied(&by, act, at);
            if by == self.page {
                self.outbox.took(act, at);
            }
        }
        if let Some(input) = input.filter(|_| followed) {
            out.push(SharingEffect::Say(Message::Did { at, by, act, input }));
        }
    }

    /// Answers a request for an act that the conversation already has, from an earlier request or
    /// from the state that this page began with.
    pub(super) fn known(&mut self, page: PageId, act: u64, out: &mut Vec<SharingEffect>) {
        let Role::Driving { at, kept, .. } = self.role else {
            return;
        };
        self.had.applied(&page, act, at);
        if page == self.page {
            self.outbox.took(act, at);
            if self.outbox.kept(kept) {
                out.push(SharingEffect::Outbox);
            }
        } else {
            out.push(SharingEffect::Say(Message::Had { page, act, at }));
        }
    }

    /// Handles the report that storage has everything up to this place: drops the stored acts from
    /// the outbox and informs the mirrors.
    pub(super) fn kept(&mut self, until: Place, out: &mut Vec<SharingEffect>) {
        let Role::Driving {
            at, kept, followed, ..
        } = &mut self.role
        else {
            return;
        };
        if until.epoch != at.epoch {
            return;
        }
        *kept = until.max(*kept);
        if *followed {
            out.push(SharingEffect::Say(Message::Stored { at: until }));
        }
        if self.outbox.kept(until) {
            out.push(SharingEffect::Outbox);
        }
    }
}
