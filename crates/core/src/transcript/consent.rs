//! The person's consent to calls of client tools.
//!
//! The turn keeps the ids of the questions that the page itself asks. Nothing in a question could tell:
//! a backend can send a question with any content.

use super::{ActivityKind, Answer, Turn};
use crate::id::ActivityId;
use crate::run_event::Interrupt;

impl Turn {
    /// Notes that the page itself asks this question.
    pub(crate) fn asks_consent(&mut self, question: &Interrupt) {
        self.own_questions.push(question.id.clone());
    }

    /// Notes that the backend asks these questions, possibly with ids that the page has used.
    pub(crate) fn asked_by_backend(&mut self, questions: &[Interrupt]) {
        self.own_questions
            .retain(|own| !questions.iter().any(|held| held.id == *own));
    }

    /// The call of a consent question for a client tool; `None` for a question of the backend.
    pub(crate) fn confirmed_call<'a>(&self, question: &'a Interrupt) -> Option<&'a ActivityId> {
        let call = question.call.as_ref();
        call.filter(|_| self.own_questions.contains(&question.id))
    }

    /// Whether the person has approved this call of a client tool.
    pub(crate) fn has_consent(&self, call: &ActivityId) -> bool {
        self.activities.iter().any(|held| match &held.kind {
            ActivityKind::Approval {
                interrupt,
                answer: Some(Answer::Approved { .. }),
                ..
            } => self.confirmed_call(interrupt) == Some(call),
            _ => false,
        })
    }
}
