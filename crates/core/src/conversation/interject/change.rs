//! Interjections that are edited, taken back, or turned into prompts.
//!
//! A text is in one place: in its interjection while an agent may get it, else in the queue or the
//! composer.

use super::super::Conversation;
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic, Effect};
use crate::id::MessageId;
use crate::input::InterjectionInput;
use crate::queue::Prompt;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Delivery, Interjection, LedgerEvent, Revision, Undelivered};

impl Conversation {
    pub(in super::super) fn interjection_input(
        &mut self,
        input: InterjectionInput,
        at: Millis,
        step: &mut Step,
    ) {
        match input {
            InterjectionInput::Revise { id, text } => self.revise(&id, Some(text), at, step),
            InterjectionInput::TakeBack(id) => self.revise(&id, None, at, step),
            InterjectionInput::QueueInstead(id) => self.queue_instead(&id, at, step),
        }
    }

    /// Changes the text of an interjection, or takes it back.
    fn revise(&mut self, id: &MessageId, text: Option<String>, at: Millis, step: &mut Step) {
        let text = text.filter(|text| !text.trim().is_empty());
        let run = self.active.as_ref().map(|active| active.id.clone());
        let pending = |said: &Interjection| {
            let gone = matches!(said.delivery, Delivery::InRequest | Delivery::Missed);
            (said.is_pending() && !gone).then(|| said.clone())
        };
        let said = self
            .find_interjection(id)
            .and_then(|(_, said)| pending(said));
        let (Some(turn), Some(said)) = (self.turn_of(id), said) else {
            // The agent already has it, or it is gone. The new text is kept in the composer.
            self.composer.keep_text(&text.unwrap_or_default(), step);
            step.diagnose(Diagnostic::NotNow("revise"));
            return;
        };
        if matches!(
            said.delivery,
            Delivery::Unsent | Delivery::Held | Delivery::AfterAnswer
        ) {
            match text {
                Some(text) => {
                    turn.change_interjection(id, step, |said| said.text = text);
                }
                None => self.taken_back(id, step),
            }
        } else {
            let waits = said.is_under_way();
            let revision = Revision {
                back: text.is_none(),
                text: text.unwrap_or_else(|| said.wanted().to_owned()),
                // While a request is under way, its answer comes first; then the revision is sent.
                unsent: waits,
            };
            turn.change_interjection(id, step, |said| said.revision = Some(revision));
            if let (Some(run), false) = (run, waits) {
                let id = id.clone();
                step.effect(Effect::SendInterjection { run, id });
            }
        }
        self.go_on_interjecting(at, step);
    }

    /// Sends an undelivered interjection as a message of its own.
    fn queue_instead(&mut self, id: &MessageId, at: Millis, step: &mut Step) {
        let stranded = |said: &&Interjection| {
            matches!(
                said.delivery,
                Delivery::Undelivered(Undelivered::Stopped | Undelivered::Unreachable)
            )
        };
        let stopping = self.find_interjection(id).is_some_and(|(turn, _)| {
            // A stopping agent may have got it before it stopped, and still reports so.
            self.stopping.is_of(&turn.id)
        });
        if stopping {
            step.diagnose(Diagnostic::NotNow("queue instead"));
            return;
        }
        let Some(turn) = self.turn_of(id) else {
            step.diagnose(Diagnostic::NotNow("queue instead"));
            return;
        };
        let Some(text) = turn
            .interjection(id)
            .filter(stranded)
            .map(|said| said.text.clone())
        else {
            step.diagnose(Diagnostic::NotNow("queue instead"));
            return;
        };
        turn.undeliver(id, Undelivered::Queued, at, step);
        self.send_or_queue(id.clone(), text.into(), at, step);
    }

    pub(super) fn taken_back(&mut self, id: &MessageId, step: &mut Step) {
        let Some(turn) = self.turn_of(id) else { return };
        let elsewhere = turn.is_said_elsewhere(id, &[]);
        let said = turn.take_back(id, step);
        if let (Some(said), false) = (said, elsewhere) {
            self.composer.keep_text(said.wanted(), step);
        }
    }

    /// Puts interjections at the front of the queue, in their order: they were meant for now.
    pub(in super::super) fn queue_ahead(&mut self, ids: &[MessageId], at: Millis, step: &mut Step) {
        for id in ids.iter().rev() {
            let Some(turn) = self.turn_of(id) else {
                continue;
            };
            let Some(said) = turn.interjection(id) else {
                continue;
            };
            // A revision that has not arrived is the text that the person wants.
            if said.revision.as_ref().is_some_and(|held| held.back) {
                self.taken_back(id, step);
                continue;
            }
            let wanted = said.wanted().to_owned();
            let elsewhere = turn.is_said_elsewhere(id, ids);
            let why = if elsewhere {
                Undelivered::Ended
            } else {
                Undelivered::Queued
            };
            turn.change_interjection(id, step, |said| said.revision = None);
            turn.undeliver(id, why, at, step);
            let event = LedgerEvent::NotDelivered {
                id: id.clone(),
                why,
            };
            turn.log(event, at, step);
            if elsewhere {
                step.announce(Announcement::NotDelivered);
                continue;
            }
            self.queue.push_first(Prompt {
                id: id.clone(),
                text: wanted,
                queued_at: at,
                attachments: Vec::new(),
            });
            step.change(Change::Queue);
            step.announce(Announcement::QueuedInstead);
        }
    }

    /// A run ended by itself: its pending interjections become the next prompts.
    pub(in super::super) fn requeue_pending(
        &mut self,
        turn: &MessageId,
        at: Millis,
        step: &mut Step,
    ) {
        let Some(held) = self.turn(turn) else { return };
        let ids = held.pending(|_| true);
        self.queue_ahead(&ids, at, step);
    }

    /// The person stopped the turn: its pending interjections stay in place, marked as undelivered.
    pub(in super::super) fn strand_pending(
        &mut self,
        turn: &MessageId,
        at: Millis,
        step: &mut Step,
    ) {
        let Some(held) = self.turns.iter_mut().rev().find(|held| held.id == *turn) else {
            return;
        };
        let mut drafts = Vec::new();
        for id in held.pending(|_| true) {
            held.change_interjection(&id, step, |said| drafts.push(said.drop_revision()));
            let why = Undelivered::Stopped;
            held.undeliver(&id, why, at, step);
            held.log(LedgerEvent::NotDelivered { id, why }, at, step);
        }
        for draft in drafts {
            self.composer.keep_text(&draft, step);
        }
    }
}
