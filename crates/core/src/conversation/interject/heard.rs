//! The backend's reports about interjections: events in the stream, and answers to requests.

use super::super::Conversation;
use super::super::retries::{MAX_ATTEMPTS, backoff};
use crate::change::Change;
use crate::control::InterjectionAnswer;
use crate::effect::{Announcement, ClosedEditor, Diagnostic, Effect, Retry};
use crate::id::{MessageId, RunId};
use crate::run_event::RunEvent;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Delivery, InterjectionAnswered, LedgerEvent, Undelivered};

impl Conversation {
    /// Applies the backend's report about an interjection of this turn.
    pub(in super::super) fn interjected(
        &mut self,
        turn: Option<&MessageId>,
        event: RunEvent,
        at: Millis,
        step: &mut Step,
    ) {
        let taken = |id: &MessageId| {
            let prompts = self.queue.prompts().iter();
            let turns = self.turns.iter().map(|held| &held.id);
            turns
                .chain(prompts.map(|held| &held.id))
                .any(|held| held == id)
        };
        let taken = matches!(&event, RunEvent::Interjected(heard) if taken(&heard.id));
        let mut turns = self.turns.iter_mut().rev();
        let Some(turn) = turns.find(|held| turn == Some(&held.id)) else {
            return;
        };
        match event {
            // A message that is a turn or a prompt already would show twice as an interjection.
            RunEvent::Interjected(heard) if taken && turn.interjection(&heard.id).is_none() => {
                step.diagnose(Diagnostic::Unknown(heard.id.to_string()));
            }
            RunEvent::Interjected(heard) => turn.heard(heard, at, step),
            RunEvent::InterjectionDelivered { id, step: at_step } => {
                if turn.interjection(&id).is_some_and(|said| {
                    said.is_pending() || matches!(said.delivery, Delivery::Undelivered(_))
                }) {
                    self.delivered(&id, at_step, at, step);
                } else {
                    step.diagnose(Diagnostic::Unknown(id.to_string()));
                }
            }
            RunEvent::InterjectionUndelivered { id } => self.undelivered(&id, at, step),
            _ => {}
        }
    }

    fn delivered(&mut self, id: &MessageId, at_step: Option<u64>, at: Millis, step: &mut Step) {
        let Some(turn) = self.turn_of(id) else { return };
        let revised = turn.drop_revision(id, step);
        turn.deliver(id, at_step, at, step);
        turn.log(LedgerEvent::Delivered(id.clone()), at, step);
        step.announce(Announcement::Delivered);
        // If the interjection became a prompt meanwhile, remove the prompt: the message is
        // delivered.
        let edited = self.queue.edit().filter(|edit| edit.id == *id);
        let draft = edited.map(|edit| edit.draft.clone());
        if let Some(prompt) = self.queue.remove_delivered(id) {
            step.change(Change::Queue);
            if let Some(draft) = draft {
                // What was not changed has been delivered.
                let draft = if draft == prompt.text { "" } else { &draft };
                self.editor_closed(ClosedEditor::Prompt, draft, step);
            }
            self.settle(at, step);
        }
        // The revision came too late. Its text is kept in the composer.
        self.composer.keep_text(&revised, step);
        self.go_on_interjecting(at, step);
    }

    /// Handles the report that the agent will not get an interjection. Removes the interjection if
    /// the person took it back. Makes it the next prompt if its turn is active. Otherwise marks it
    /// as undelivered.
    fn undelivered(&mut self, id: &MessageId, at: Millis, step: &mut Step) {
        let active = self.active.as_ref().map(|active| active.turn.clone());
        let Some(turn) = self.turn_of(id) else {
            step.diagnose(Diagnostic::Unknown(id.to_string()));
            return;
        };
        let Some(said) = turn.interjection(id).filter(|said| said.is_pending()) else {
            return;
        };
        if said.revision.as_ref().is_some_and(|held| held.back) {
            self.taken_back(id, step);
        } else if active.as_ref() == Some(&turn.id) {
            self.queue_ahead(std::slice::from_ref(id), at, step);
        } else {
            turn.not_delivered(id, Undelivered::Stopped, at, step);
        }
        self.go_on_interjecting(at, step);
    }

    pub(in super::super) fn interjection_answered(
        &mut self,
        run: &RunId,
        id: &MessageId,
        answer: InterjectionAnswer,
        at: Millis,
        step: &mut Step,
    ) {
        let at_work = self.active.as_ref().is_some_and(|active| active.id == *run);
        let under_way = self
            .find_interjection(id)
            .is_some_and(|(_, said)| said.is_under_way());
        if !at_work || !under_way {
            step.diagnose(Diagnostic::NotNow("interjection answered"));
            return;
        }
        let Some(turn) = self.turn_of(id) else { return };
        match turn.interjection_answered(id, answer, MAX_ATTEMPTS, at, step) {
            InterjectionAnswered::Nothing => {}
            InterjectionAnswered::SendChange => {
                let (run, id) = (run.clone(), id.clone());
                step.effect(Effect::SendInterjection { run, id });
            }
            InterjectionAnswered::TakeBack => self.taken_back(id, step),
            // The run accepts this interjection no more; the stream reports how the run ends.
            InterjectionAnswered::Queue => self.queue_ahead(std::slice::from_ref(id), at, step),
            InterjectionAnswered::Retry(attempt) => {
                step.retry_later(run, Retry::Interject, backoff(attempt));
                return;
            }
            InterjectionAnswered::NotDelivered => step.announce(Announcement::NotDelivered),
            InterjectionAnswered::ChangeLost { text, unreachable } => {
                self.composer.keep_text(&text, step);
                if unreachable {
                    step.announce(Announcement::NotDelivered);
                }
            }
        }
        self.go_on_interjecting(at, step);
    }

    /// Sends an interjection again after a backoff.
    pub(in super::super) fn retry_interject(&mut self, run: &RunId, step: &mut Step) {
        let active = self.active.as_ref().filter(|active| active.id == *run);
        let turn = active.map(|active| active.turn.clone());
        let mut turns = self.turns.iter_mut();
        let turn = turns.find(|held| turn.as_ref() == Some(&held.id));
        let Some(id) = turn.and_then(|turn| turn.retry_interjection(step)) else {
            step.diagnose(Diagnostic::NotNow("retry interject"));
            return;
        };
        let run = run.clone();
        step.effect(Effect::SendInterjection { run, id });
    }
}
