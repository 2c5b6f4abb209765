//! Questions that nobody will answer, and the run that tells their backend so.
//!
//! A message in place of an answer is two requests: one that brings no more than the word that nobody
//! answers, and the message's own. Backends were seen that drop a message which comes beside an answer.
//! Both are one act: the message is the first prompt of the queue from the start, and has its turn when
//! the first run has ended well. Where that run is refused, the question is open again, and the queue
//! waits with the message.
//!
//! Not responsible for answers (see `approve`).

use super::Conversation;
use crate::card::Card;
use crate::change::Change;
use crate::effect::Announcement;
use crate::id::MessageId;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Answer, LedgerEvent, Outcome, Resume, Stop, approval_activity};

impl Conversation {
    /// Tells the backend of the last turn that nobody answers its questions, with a run that brings
    /// nothing else. `kept` is what the card's editor had in it.
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

    /// Whether a run is at work on this turn: also one that was stopped, and goes on to close its
    /// questions.
    pub(super) fn is_at_work_on(&self, turn: &MessageId) -> bool {
        let active = self.active.as_ref();
        active.is_some_and(|active| active.turn == *turn)
    }

    /// Whether the run at work brings no more than the word that nobody answers.
    pub(super) fn closes_questions(&self) -> bool {
        self.active.as_ref().is_some_and(|active| {
            let mut answers = active.resume.iter();
            !active.resume.is_empty() && answers.all(|given| given.answer == Answer::Abandoned)
        })
    }

    /// That run has ended well: what comes next is the message.
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
        match std::mem::take(&mut self.card) {
            Card::Running { draft, .. } => self.start_next(draft, at, step),
            Card::Cancelling { run, draft, .. } => {
                self.card = Card::Cancelling {
                    run,
                    draft,
                    over: true,
                };
                step.change(Change::Card);
                step.announce(Announcement::FinishedWhileEditing);
            }
            // Without a run at work the card is in none of these, so it stays as it is.
            card @ (Card::Hidden | Card::Paused { .. } | Card::Resuming { .. }) => self.card = card,
        }
    }
}
