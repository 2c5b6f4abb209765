//! Answers to an agent's questions. When all answers are given, the turn goes on with another run.
//!
//! The questions are activities of their turn.

use super::{Conversation, Phase};
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic};
use crate::id::{MessageId, RunId};
use crate::run_event::{AnswerForm, Interrupt, RunError};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{
    Answer, AnswerDraft, Closed, Delivery, INTERRUPTED, Interjection, LedgerEvent, Outcome, Resume,
    Target, approval_activity, reason_id,
};

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

    /// Keeps the draft of an answer.
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

    /// Answers every open question, because a message is sent in place of the answers: a request for
    /// approval is denied, a question for words is closed. Nobody has said no to such a question.
    pub(super) fn answer_by_message(&mut self, at: Millis, step: &mut Step) {
        let Some(last) = self.turns.last_mut() else {
            return;
        };
        let open: Vec<_> = last.open_interrupts().cloned().collect();
        let mut texts = Vec::new();
        for interrupt in open {
            texts.push(last.take_text(&interrupt.id, step));
            if matches!(interrupt.form, AnswerForm::Decision { .. }) {
                let reason = Some(INTERRUPTED.to_owned());
                last.answer(&interrupt.id, Answer::Denied { reason }, step);
            } else {
                last.answer(&interrupt.id, Answer::Abandoned, step);
                last.change_asked(&interrupt.id, step, |asked| {
                    asked.closed = Some(Closed::Replaced);
                });
            }
        }
        self.keep_answers(&texts, step);
        self.send_answers(at, step);
    }

    /// Ends the active run, which asks these questions. An interjection that waited for the end of the
    /// run is sent in place of the answers.
    pub(super) fn waits(&mut self, questions: Vec<Interrupt>, at: Millis, step: &mut Step) {
        let held = |said: &Interjection| said.delivery == Delivery::Held;
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        if turn.pending(held).is_empty() {
            self.run_ended(Outcome::Waiting(questions), at, step);
            return;
        }
        turn.hold_interjections_for_answers(step);
        let Some(run) = self.active.take() else {
            return;
        };
        self.end_turn(&run.turn, Outcome::Waiting(questions), at, step);
        step.change(Change::Run);
        self.answer_by_message(at, step);
    }

    pub(super) fn send_answers(&mut self, at: Millis, step: &mut Step) {
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
        self.say_reasons(&answers, at, step);
        self.go_on_answered(answers, at, step);
    }

    /// Makes an interjection of each reason that its answer's form cannot carry. The interjection
    /// is sent after the answers.
    fn say_reasons(&mut self, answers: &[Resume], at: Millis, step: &mut Step) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        // A message that replaces the answers is sent anyway, so no reason is needed.
        if !turn
            .pending(|said| said.delivery == Delivery::AfterAnswer)
            .is_empty()
        {
            return;
        }
        let run = RunId::of_attempt(&turn.id, turn.further_runs + 2);
        for given in answers {
            let Answer::Denied {
                reason: Some(reason),
            } = &given.answer
            else {
                continue;
            };
            if given.form.takes_reason() || reason.trim().is_empty() {
                continue;
            }
            let id = reason_id(&run, &given.interrupt);
            let said = Interjection {
                id: id.clone(),
                text: reason.clone(),
                revision: None,
                target: Target::Root,
                agent: None,
                fell_back: false,
                delivery: Delivery::AfterAnswer,
                place: None,
            };
            turn.interject(said, at, step);
            turn.log(LedgerEvent::Interjected(id), at, step);
        }
    }

    /// Whether the active run brings answers and the backend has not reacted to them yet.
    pub(super) fn has_untaken_answers(&self) -> bool {
        self.active.as_ref().is_some_and(|active| {
            let mute = active.voice.is_mute() || active.phase == Phase::Tools;
            mute && !active.resume.is_empty()
        })
    }

    /// Records that the backend has accepted the answers: it has sent more than the start of the
    /// run.
    pub(super) fn answers_taken(&mut self, step: &mut Step) {
        if let (Some(active), Some(turn)) = (&self.active, self.turns.last_mut()) {
            let texts = turn.take_unused_texts(&active.resume, step);
            turn.answers_taken(&active.resume, step);
            self.keep_answers(&texts, step);
        }
    }

    /// The outcome of a run that ends before the backend has reacted. If the run brought answers,
    /// their questions open again and show the error, so no answer is lost.
    pub(super) fn not_taken(&mut self, ended: Outcome, step: &mut Step) -> Outcome {
        if !self.has_untaken_answers() {
            return ended;
        }
        let (Some(active), Some(turn)) = (&self.active, self.turns.last_mut()) else {
            return ended;
        };
        let open = turn.answers_refused(&active.resume, &ended, step);
        if open.is_empty() {
            return ended;
        }
        step.announce(Announcement::AnswersNotSent);
        Outcome::Waiting(open)
    }

    /// Ends the active run with an error from the agent. If the error is the first reaction to the
    /// run's answers (`untaken`), the backend has refused them, and their questions open again. If
    /// the error says that the questions are gone, they stay closed.
    pub(super) fn agent_failed(
        &mut self,
        error: RunError,
        untaken: bool,
        at: Millis,
        step: &mut Step,
    ) {
        let gone = error.is_gone();
        let failed = Outcome::from(error);
        if !untaken {
            self.run_ended(failed, at, step);
            return;
        }
        let (Some(active), Some(turn)) = (&self.active, self.turns.last_mut()) else {
            return;
        };
        if gone {
            for given in &active.resume {
                turn.change_asked(&given.interrupt, step, |asked| {
                    asked.closed = Some(Closed::Elsewhere);
                    asked.told = true;
                });
            }
            let texts = turn.take_texts(&active.resume, step);
            self.keep_answers(&texts, step);
            if self.closes_questions() {
                self.questions_closed(at, step);
            } else if !self.abandons_questions() || !self.sends_unheard_again(at, step) {
                self.run_ended(failed, at, step);
            }
            return;
        }
        let open = turn.answers_refused(&active.resume, &failed, step);
        step.announce(Announcement::AnswersNotSent);
        self.run_ended(Outcome::Waiting(open), at, step);
    }
}
