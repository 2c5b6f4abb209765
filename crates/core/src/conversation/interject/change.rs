//! Interjections that are edited, taken back, or turned into prompts.
//!
//! A text is in one place: in its interjection while an agent may get it, else in the queue or the
//! composer.

use super::super::Conversation;
use crate::change::Change;
use crate::effect::{Announcement, ClosedEditor, Diagnostic, Effect};
use crate::id::MessageId;
use crate::input::InterjectionInput;
use crate::queue::Prompt;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Revised, Undelivered};

impl Conversation {
    pub(in super::super) fn interjection_input(
        &mut self,
        input: InterjectionInput,
        at: Millis,
        step: &mut Step,
    ) {
        match input {
            InterjectionInput::Revise { id, text } => {
                self.used_edit(&id, &text, step);
                self.revise(&id, Some(text), at, step);
            }
            InterjectionInput::TakeBack(id) => self.revise(&id, None, at, step),
            InterjectionInput::QueueInstead(id) => self.queue_instead(&id, at, step),
        }
    }

    /// Changes the text of an interjection, or takes it back.
    fn revise(&mut self, id: &MessageId, text: Option<String>, at: Millis, step: &mut Step) {
        let text = text.filter(|text| !text.trim().is_empty());
        let revised = match self.turn_of(id) {
            Some(turn) => turn.revise_interjection(id, text.clone(), step),
            None => Revised::TooLate,
        };
        match revised {
            Revised::TooLate => {
                // The new text is kept in the composer.
                let (editor, text) = (ClosedEditor::Message(id.clone()), text.unwrap_or_default());
                if !text.is_empty() {
                    self.editor_closed(editor, &text, step);
                }
                step.diagnose(Diagnostic::NotNow("revise"));
                return;
            }
            Revised::Nothing => {}
            Revised::TakeBack => self.taken_back(id, step),
            Revised::Send => {
                if let Some(active) = &self.active {
                    let (run, id) = (active.id.clone(), id.clone());
                    step.effect(Effect::SendInterjection { run, id });
                }
            }
        }
        self.go_on_interjecting(at, step);
    }

    /// Whether an interjection was not delivered and can be sent as a message of its own; `None` if
    /// there is none of this id.
    pub fn is_queueable(&self, id: &MessageId) -> Option<bool> {
        let (turn, said) = self.find_interjection(id)?;
        // A stopping agent may have got the interjection already, and may still report that.
        Some(said.is_stranded() && !self.stopping.is_of(&turn.id))
    }

    /// Sends an undelivered interjection as a message of its own.
    fn queue_instead(&mut self, id: &MessageId, at: Millis, step: &mut Step) {
        let queueable = self.is_queueable(id) == Some(true);
        let text = self.find_interjection(id).filter(|_| queueable);
        let Some(text) = text.map(|(_, said)| said.text.clone()) else {
            step.diagnose(Diagnostic::NotNow("queue instead"));
            return;
        };
        if let Some(turn) = self.turn_of(id) {
            turn.undeliver(id, Undelivered::Queued, at, step);
        }
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

    /// Puts interjections ahead of the queue, in their order: the person wanted them read in this
    /// turn.
    pub(in super::super) fn queue_ahead(&mut self, ids: &[MessageId], at: Millis, step: &mut Step) {
        for id in ids {
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
            turn.not_delivered(id, why, at, step);
            if elsewhere {
                step.announce(Announcement::NotDelivered);
                continue;
            }
            self.queue.push_ahead(Prompt {
                id: id.clone(),
                text: wanted,
                queued_at: at,
                attachments: Vec::new(),
                held: false,
            });
            step.change(Change::Queue);
            step.announce(Announcement::QueuedInstead);
        }
    }

    /// Makes the pending interjections of a turn the next prompts, because its run ended by itself.
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

    /// Marks the pending interjections of a turn as undelivered, because the person stopped the
    /// turn. They stay in place.
    pub(in super::super) fn strand_pending(
        &mut self,
        turn: &MessageId,
        at: Millis,
        step: &mut Step,
    ) {
        let mut turns = self.turns.iter_mut().rev();
        let Some(held) = turns.find(|held| held.id == *turn) else {
            return;
        };
        for draft in held.strand_interjections(at, step) {
            self.composer.keep_text(&draft, step);
        }
    }
}
