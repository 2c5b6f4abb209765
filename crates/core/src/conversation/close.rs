//! Questions that close without an answer, and the run that abandons them at the backend.
//!
//! A message in place of an answer takes two requests: the first only abandons the questions, the
//! second sends the message. Some backends drop a message that comes together with an answer. The
//! message is the first prompt of the queue until the first run has ended well. If the backend
//! refuses the first run, the questions open again, and the message stays in the queue.
//!
//! Given answers are in `approve`.

use super::Conversation;
use crate::card::{Card, PauseReason};
use crate::change::Change;
use crate::effect::Announcement;
use crate::id::MessageId;
use crate::run_event::Interrupt;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{
    Answer, Closed, Delivery, Interjection, LedgerEvent, Outcome, Resume, Stop, approval_activity,
};

impl Conversation {
    /// Closes the open questions of the last turn without answers.
    pub(super) fn close_questions(&mut self, why: Closed, at: Millis, step: &mut Step) {
        if let Some(last) = self.turns.last_mut() {
            let texts = last.close_questions(why, at, step);
            self.keep_answers(&texts, step);
        }
    }

    /// Closes the questions of turns that are not the last one: another client has answered them and gone
    /// on with the conversation.
    pub(super) fn close_passed_questions(&mut self, at: Millis, step: &mut Step) {
        let Some((_, passed)) = self.turns.split_last_mut() else {
            return;
        };
        let mut texts = Vec::new();
        for turn in passed.iter_mut().filter(|turn| turn.is_waiting()) {
            let open: Vec<_> = turn.open_interrupts().map(|held| held.id.clone()).collect();
            texts.extend(turn.close_questions(Closed::Elsewhere, at, step));
            for interrupt in open {
                turn.change_asked(&interrupt, step, |asked| asked.told = true);
            }
            turn.outcome = Some(Outcome::Completed);
        }
        self.keep_answers(&texts, step);
        let now = self.reason_of_last();
        if let Card::Paused { reason, .. } | Card::Resuming { reason, .. } = &mut self.card
            && *reason == PauseReason::Waiting
            && now != PauseReason::Waiting
        {
            *reason = now;
            step.change(Change::Card);
        }
    }

    /// Closes the questions of a run that the person stopped before it asked. The backend still waits for
    /// the answers.
    pub(super) fn asked_too_late(
        &mut self,
        turn: &MessageId,
        questions: Vec<Interrupt>,
        at: Millis,
        step: &mut Step,
    ) {
        if self.is_at_work_on(turn) {
            return;
        }
        if let Some(turn) = self.turns.iter_mut().rev().find(|held| held.id == *turn) {
            turn.ask_too_late(questions, at, step);
        }
    }

    /// Moves what was written in place of an answer, and is no answer, to the composer.
    pub(super) fn keep_answers(&mut self, texts: &[String], step: &mut Step) {
        for text in texts {
            self.composer.keep_text(text, step);
        }
        if texts.iter().any(|text| !text.trim().is_empty()) {
            step.announce(Announcement::EditorClosed);
        }
    }

    /// Starts a run that only tells the backend that nobody will answer the questions of the last
    /// turn. `kept` is the draft in the card's editor.
    pub(super) fn tell_closed(
        &mut self,
        owed: Vec<Resume>,
        kept: String,
        at: Millis,
        step: &mut Step,
    ) {
        let Some(last) = self.turns.last_mut() else {
            return;
        };
        last.reopen();
        for given in &owed {
            let event = LedgerEvent::Answered {
                question: approval_activity(&given.interrupt),
                answer: given.answer.clone(),
            };
            last.log(event, at, step);
        }
        step.change(Change::TurnChanged(last.id.clone()));
        self.card = Card::Running {
            run: last.last_run(),
            draft: kept,
        };
        self.start_run(owed, step);
        step.announce(Announcement::Started);
    }

    /// Whether the active run belongs to this turn. A stopped turn can have an active run too: the
    /// one that closes its questions.
    pub(super) fn is_at_work_on(&self, turn: &MessageId) -> bool {
        let active = self.active.as_ref();
        active.is_some_and(|active| active.turn == *turn)
    }

    /// Whether the active run only abandons questions, and the turn is over with it. An interjection in
    /// place of an answer goes on with the turn.
    pub(super) fn closes_questions(&self) -> bool {
        let waits = |said: &Interjection| said.delivery == Delivery::AfterAnswer;
        let last = self.turns.last();
        self.abandons_questions() && last.is_some_and(|last| last.pending(waits).is_empty())
    }

    /// Whether the active run only abandons questions.
    pub(super) fn abandons_questions(&self) -> bool {
        self.active.as_ref().is_some_and(|active| {
            let mut answers = active.resume.iter();
            !active.resume.is_empty() && answers.all(|given| given.answer == Answer::Abandoned)
        })
    }

    /// Ends the run that abandoned the questions. Starts the queued message, unless the card's
    /// editor is open.
    pub(super) fn questions_closed(&mut self, at: Millis, step: &mut Step) {
        let Some(run) = self.active.take() else {
            return;
        };
        if let Some(turn) = self.turns.last_mut() {
            turn.text_is_whole();
        }
        self.end_turn(&run.turn, Outcome::Cancelled(Stop::Confirmed), at, step);
        self.requeue_pending(&run.turn, at, step);
        step.change(Change::Run);
        match self.card_after_run(step) {
            Some(draft) => self.start_next(draft, at, step),
            None => step.announce(Announcement::FinishedWhileEditing),
        }
    }
}
