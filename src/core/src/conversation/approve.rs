//! Answers to what an agent asked: when all are given, the turn goes on with another run.
//!
//! Not responsible for the questions, which are activities of their turn.

use super::Conversation;
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic};
use crate::id::MessageId;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Answer, AnswerDraft, LedgerEvent, Outcome, approval_activity};

impl Conversation {
    pub(super) fn answer(
        &mut self,
        turn: &MessageId,
        interrupt: &str,
        answer: Answer,
        at: Millis,
        step: &mut Step,
    ) {
        let waits = self
            .turns
            .last_mut()
            .filter(|last| last.id == *turn && self.active.is_none());
        let Some(last) = waits else {
            step.diagnose(Diagnostic::NotNow("answer"));
            return;
        };
        if last.answer(interrupt, answer, step) {
            self.send_answers(at, step);
        } else {
            step.diagnose(Diagnostic::Unknown(interrupt.to_owned()));
        }
    }

    /// Keeps what the person is writing as an answer.
    pub(super) fn answer_draft(
        &mut self,
        turn: &MessageId,
        interrupt: &str,
        draft: AnswerDraft,
        step: &mut Step,
    ) {
        let held = self.turns.iter_mut().rev().find(|held| held.id == *turn);
        let Some(turn) = held.filter(|turn| turn.is_open_question(interrupt)) else {
            step.diagnose(Diagnostic::NotNow("answer draft"));
            return;
        };
        turn.change_asked(interrupt, step, |asked| asked.draft = draft);
    }

    /// Gives the same answer to everything that has none.
    pub(super) fn answer_all(&mut self, answer: &Answer, at: Millis, step: &mut Step) {
        let Some(last) = self.turns.last_mut() else {
            return;
        };
        let open: Vec<_> = last
            .open_interrupts()
            .map(|interrupt| interrupt.id.clone())
            .collect();
        for interrupt in open {
            last.answer(&interrupt, answer.clone(), step);
        }
        self.send_answers(at, step);
    }

    fn send_answers(&mut self, at: Millis, step: &mut Step) {
        let Some(last) = self.turns.last_mut() else {
            return;
        };
        let Some(answers) = last.answers() else {
            return;
        };
        last.go_on(&answers, at, step);
        for given in &answers {
            let event = LedgerEvent::Answered {
                question: approval_activity(&given.interrupt),
                answer: given.answer.clone(),
            };
            last.log(event, at, step);
        }
        step.change(Change::TurnChanged(last.id.clone()));
        self.go_on_answered(answers, at, step);
    }

    /// The outcome of a run that could not be started. Where it was to bring answers, the questions
    /// are open again: nothing of them is lost.
    pub(super) fn not_started(&mut self, failed: Outcome, step: &mut Step) -> Outcome {
        let Some(active) = &self.active else {
            return failed;
        };
        let turn = self.turn(&active.turn);
        let open = turn.map_or_else(Vec::new, |turn| turn.questions_of(&active.resume));
        if open.is_empty() {
            return failed;
        }
        step.announce(Announcement::AnswersNotSent);
        Outcome::Waiting(open)
    }
}
