//! Tools that the person always allows in this thread. The core answers their questions by itself.
//!
//! Only a plain decision about a tool call can be answered so: never a question with a form.

use super::Conversation;
use crate::change::Change;
use crate::effect::Diagnostic;
use crate::id::MessageId;
use crate::input::AlwaysInput;
use crate::run_event::{AnswerForm, Interrupt};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Answer, Asked, Outcome, Turn};

impl Turn {
    /// The tool that a question is about, if the question is a plain decision about a call: such a tool
    /// can always be allowed.
    pub fn decided_tool<'a>(&'a self, interrupt: &Interrupt) -> Option<&'a str> {
        match interrupt.form {
            AnswerForm::Decision { .. } => self.tool_of(interrupt),
            AnswerForm::Words { .. } | AnswerForm::Json => None,
        }
    }
}

impl Conversation {
    /// The tools that are always allowed in this thread, in the order in which they were allowed.
    pub fn always_allowed(&self) -> &[String] {
        &self.always
    }

    pub(super) fn always_input(&mut self, input: AlwaysInput, at: Millis, step: &mut Step) {
        match input {
            AlwaysInput::Allow { turn, interrupt } => {
                self.allow_always(&turn, &interrupt, at, step);
            }
            AlwaysInput::AskAgain { tool } => {
                let before = self.always.len();
                self.always.retain(|held| *held != tool);
                if self.always.len() == before {
                    step.diagnose(Diagnostic::Unknown(tool));
                } else {
                    step.change(Change::Always);
                }
            }
        }
    }

    /// Allows the tool of an open question, now and from now on.
    fn allow_always(&mut self, turn: &MessageId, interrupt: &str, at: Millis, step: &mut Step) {
        let waits = self.turns.last().filter(|last| last.id == *turn);
        let Some(last) = waits.filter(|_| self.active.is_none()) else {
            step.diagnose(Diagnostic::NotNow("always"));
            return;
        };
        let tool = last
            .open_interrupts()
            .find(|held| held.id == interrupt)
            .and_then(|held| last.decided_tool(held));
        let Some(tool) = tool.map(str::to_owned) else {
            step.diagnose(Diagnostic::Unknown(interrupt.to_owned()));
            return;
        };
        if !self.always.contains(&tool) {
            self.always.push(tool);
            step.change(Change::Always);
        }
        // The person has seen this question, so that an answer that was refused is given again.
        self.give_yes(interrupt, step);
        self.answer_allowed(step);
        self.send_answers(at, step);
    }

    fn give_yes(&mut self, interrupt: &str, step: &mut Step) {
        let Some(last) = self.turns.last_mut() else {
            return;
        };
        last.answer(interrupt, Answer::Approved { arguments: None }, step);
        last.change_asked(interrupt, step, |asked| asked.always = true);
    }

    /// Answers the open questions about tools that are always allowed. Leaves out those that have
    /// an answer, and those whose answer the backend refused: it would refuse this one too, and ask
    /// for ever.
    fn answer_allowed(&mut self, step: &mut Step) {
        let Some(last) = self.turns.last() else {
            return;
        };
        let allowed = last.open_interrupts().filter(|held| {
            let tool = last.decided_tool(held);
            let is_new = |asked: &Asked| asked.refused.is_none();
            tool.is_some_and(|tool| self.always.iter().any(|name| name == tool))
                && last.asked(&held.id).is_some_and(is_new)
                && last.answer_to(&held.id).is_none()
        });
        let allowed: Vec<_> = allowed.map(|held| held.id.clone()).collect();
        for interrupt in allowed {
            self.give_yes(&interrupt, step);
        }
    }

    /// Ends the active run, which asks these questions. If all of them are about tools that are
    /// always allowed, the turn goes on at once, and nobody is told of a question.
    pub(super) fn asks(&mut self, questions: Vec<Interrupt>, at: Millis, step: &mut Step) {
        let allowed = self.turns.last().is_some_and(|last| {
            let is_allowed = |held: &Interrupt| {
                let tool = last.decided_tool(held);
                tool.is_some_and(|tool| self.always.iter().any(|name| name == tool))
            };
            !questions.is_empty() && questions.iter().all(is_allowed)
        });
        if !allowed {
            self.waits(questions, at, step);
            self.answer_allowed(step);
            return;
        }
        let Some(run) = self.active.take() else {
            return;
        };
        self.end_turn(&run.turn, Outcome::Waiting(questions), at, step);
        step.change(Change::Run);
        self.answer_allowed(step);
        self.send_answers(at, step);
    }
}
