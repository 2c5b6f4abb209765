//! The person's answers to an agent's questions.
//!
//! `conversation::approve` sends them.

use serde::{Deserialize, Serialize};

use super::{
    ActivityKind, ActivityStatus, AnswerDraft, Asked, Closed, Failure, Outcome, Stop, Turn,
};
use crate::change::Change;
use crate::id::{ActivityId, MessageId, RunId};
use crate::run_event::{AnswerForm, Interrupt};
use crate::step::Step;
use crate::time::Millis;

/// The reason given to the agent when a message replaces an answer.
pub(crate) const INTERRUPTED: &str = "User interrupted with new message";

/// One answer to an interrupt.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Answer {
    /// Yes, possibly with edited arguments.
    Approved {
        /// Replaces all arguments of the call: a JSON object as text.
        arguments: Option<String>,
    },
    /// No.
    Denied {
        /// The reason, in the person's words.
        reason: Option<String>,
    },
    /// The reply that the agent asked for, as JSON text.
    Reply(String),
    /// No answer: the question was closed without one.
    Abandoned,
}

impl Answer {
    /// The person's reason for a denial; empty if the person gave none.
    pub fn reason(&self) -> &str {
        match self {
            Self::Denied {
                reason: Some(reason),
            } if reason != INTERRUPTED => reason.trim(),
            Self::Denied { .. } | Self::Approved { .. } | Self::Reply(_) | Self::Abandoned => "",
        }
    }
}

/// One answer with the interrupt it is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resume {
    /// The interrupt's id.
    pub interrupt: String,
    /// The answer.
    pub answer: Answer,
    /// The form of the question, which limits the answers.
    pub form: AnswerForm,
}

/// The activity id of an interrupt.
pub(crate) fn approval_activity(interrupt: &str) -> ActivityId {
    ActivityId::from(format!("approval:{interrupt}"))
}

/// The id of the interjection that says the reason of a denial that this run brings.
pub(crate) fn reason_id(run: &RunId, interrupt: &str) -> MessageId {
    MessageId::from(format!("{run}.{interrupt}.reason"))
}

impl Turn {
    /// Whether this turn waits for an answer to a question.
    pub(crate) fn is_open_question(&self, interrupt: &str) -> bool {
        self.open_interrupts().any(|held| held.id == interrupt)
    }

    /// Records an answer, which can be changed until every question has one. Returns whether the
    /// question is open.
    pub(crate) fn answer(&mut self, interrupt: &str, given: Answer, step: &mut Step) -> bool {
        if !self.is_open_question(interrupt) {
            return false;
        }
        let activity = self.change(&approval_activity(interrupt), step);
        match activity.map(|activity| &mut activity.kind) {
            Some(ActivityKind::Approval { answer, asked, .. }) => {
                *answer = Some(given);
                asked.refused = None;
                // The caller knows whether the core gives this answer.
                asked.always = false;
                true
            }
            _ => false,
        }
    }

    /// The answer to a question, if it has one.
    pub(crate) fn answer_to(&self, interrupt: &str) -> Option<&Answer> {
        match &self.activity(&approval_activity(interrupt))?.kind {
            ActivityKind::Approval { answer, .. } => answer.as_ref(),
            _ => None,
        }
    }

    /// All answers; `None` until every question has one.
    pub(crate) fn answers(&self) -> Option<Vec<Resume>> {
        self.open_interrupts()
            .map(|interrupt| {
                let activity = self.activity(&approval_activity(&interrupt.id))?;
                match &activity.kind {
                    ActivityKind::Approval { answer, .. } => Some(Resume {
                        interrupt: interrupt.id.clone(),
                        answer: answer.clone()?,
                        form: interrupt.form.clone(),
                    }),
                    _ => None,
                }
            })
            .collect()
    }

    /// Continues the turn with the answers: its waiting activities are marked as running again.
    pub(crate) fn go_on(&mut self, answers: &[Resume], at: Millis, step: &mut Step) {
        let waiting: Vec<_> = self
            .activities
            .iter()
            .filter(|held| held.status == ActivityStatus::Waiting)
            .filter(|held| !matches!(held.kind, ActivityKind::Approval { .. }))
            .map(|held| held.id.clone())
            .collect();
        for id in waiting {
            if let Some(activity) = self.change(&id, step) {
                activity.status = ActivityStatus::Running;
            }
        }
        self.take_edits(answers, step);
        for given in answers {
            let asked = self.questions_of(std::slice::from_ref(given));
            for call in asked.into_iter().filter_map(|held| held.call) {
                if self.tool_call(&call).is_some()
                    && let Some(activity) = self.change(&call, step)
                {
                    activity.task.denied = matches!(given.answer, Answer::Denied { .. });
                }
            }
            if let Some(activity) = self.change(&approval_activity(&given.interrupt), step) {
                let status = match given.answer {
                    Answer::Approved { .. } | Answer::Reply(_) => ActivityStatus::Done,
                    Answer::Denied { .. } | Answer::Abandoned => ActivityStatus::Cancelled,
                };
                activity.end(status, at);
            }
        }
        self.reopen();
    }

    /// Marks the turn as running again, for another run.
    pub(crate) fn reopen(&mut self) {
        self.outcome = None;
        self.ended_at = None;
    }

    /// Whether a question about this call was ever asked.
    pub(crate) fn was_asked(&self, call: &ActivityId) -> bool {
        self.activities.iter().any(|held| {
            matches!(&held.kind, ActivityKind::Approval { interrupt, .. }
                if interrupt.call.as_ref() == Some(call))
        })
    }

    /// Puts arguments that the person edited into their calls, so that the agent's history and the
    /// list of activities have the arguments that are used.
    fn take_edits(&mut self, answers: &[Resume], step: &mut Step) {
        for given in answers {
            let Answer::Approved {
                arguments: Some(edited),
            } = &given.answer
            else {
                continue;
            };
            let asked = self.questions_of(std::slice::from_ref(given));
            for call in asked.into_iter().filter_map(|held| held.call) {
                let activity = self.change(&call, step);
                if let Some(ActivityKind::Tool { arguments, .. }) =
                    activity.map(|activity| &mut activity.kind)
                {
                    arguments.clone_from(edited);
                }
            }
        }
    }

    /// The questions of these answers.
    pub(crate) fn questions_of(&self, answers: &[Resume]) -> Vec<Interrupt> {
        let question = |given: &Resume| {
            let activity = self.activity(&approval_activity(&given.interrupt))?;
            match &activity.kind {
                ActivityKind::Approval { interrupt, .. } => Some(interrupt.clone()),
                _ => None,
            }
        };
        answers.iter().filter_map(question).collect()
    }

    /// Closes the open questions without answers and ends the turn. The backend gets the abandoned
    /// answers before the next turn begins (see [`owed`](Self::owed)). Returns what was written in
    /// place of answers.
    pub(crate) fn close_questions(
        &mut self,
        why: Closed,
        at: Millis,
        step: &mut Step,
    ) -> Vec<String> {
        let open: Vec<_> = self.open_interrupts().map(|held| held.id.clone()).collect();
        let mut texts = Vec::new();
        if open.is_empty() {
            return texts;
        }
        for interrupt in open {
            texts.push(self.take_text(&interrupt, step));
            self.answer(&interrupt, Answer::Abandoned, step);
            self.change_asked(&interrupt, step, |asked| asked.closed = Some(why));
        }
        self.abandon_questions(at, step);
        self.outcome = Some(Outcome::Cancelled(Stop::Confirmed));
        step.change(Change::TurnChanged(self.id.clone()));
        texts
    }

    /// Adds questions that came after the person stopped the turn, and closes them at once.
    pub(crate) fn ask_too_late(&mut self, questions: Vec<Interrupt>, at: Millis, step: &mut Step) {
        self.asked_by_backend(&questions);
        for mut question in questions {
            question.call = question.call.map(|call| self.own_activity(&call));
            let id = approval_activity(&question.id);
            if self.activity(&id).is_none() {
                step.change(Change::ActivityAdded {
                    turn: self.id.clone(),
                    activity: id.clone(),
                });
            }
            self.ask(&question, at);
            if let Some(activity) = self.change(&id, step) {
                activity.end(ActivityStatus::Cancelled, at);
                if let ActivityKind::Approval { answer, asked, .. } = &mut activity.kind {
                    *answer = Some(Answer::Abandoned);
                    asked.closed = Some(Closed::Stopped);
                    asked.told = false;
                }
            }
        }
    }

    /// Marks answers as abandoned, because the run with these answers was stopped before the
    /// backend reacted to them. Returns what was written as answers.
    pub(crate) fn withdraw(&mut self, answers: &[Resume], step: &mut Step) -> Vec<String> {
        for given in answers {
            let activity = self.change(&approval_activity(&given.interrupt), step);
            if let Some(ActivityKind::Approval { answer, asked, .. }) =
                activity.map(|activity| &mut activity.kind)
            {
                *answer = Some(Answer::Abandoned);
                asked.closed.get_or_insert(Closed::Stopped);
            }
        }
        self.take_texts(answers, step)
    }

    /// Records that the backend has accepted these answers, and clears their drafts.
    pub(crate) fn answers_taken(&mut self, answers: &[Resume], step: &mut Step) {
        for given in answers {
            let abandoned = given.answer == Answer::Abandoned;
            self.change_asked(&given.interrupt, step, |asked| {
                asked.draft = AnswerDraft::default();
                asked.refused = None;
                asked.told |= abandoned;
            });
        }
    }

    /// Records that the backend has not accepted these answers. Returns their questions, which the
    /// caller opens again. The reason of a denial is a draft again: it is said with the next answer.
    pub(crate) fn answers_refused(
        &mut self,
        answers: &[Resume],
        how: &Outcome,
        step: &mut Step,
    ) -> Vec<Interrupt> {
        // A backend that could not be reached must still get an abandoned answer.
        let heard = matches!(
            how,
            Outcome::Failed(failure)
                if !matches!(failure, Failure::Unreachable(_) | Failure::Foreign { .. })
        );
        let run = self.last_run();
        for given in answers {
            let abandoned = given.answer == Answer::Abandoned;
            let reason = self.take_back(&reason_id(&run, &given.interrupt), step);
            self.change_asked(&given.interrupt, step, |asked| {
                if let Some(reason) = reason {
                    asked.draft.text = reason.text;
                }
                asked.closed = None;
                asked.refused = Some(how.clone());
                asked.told |= abandoned && heard;
            });
        }
        self.questions_of(answers)
    }

    /// The abandoned answers that the backend must get before the next turn. Leaves out questions
    /// of client tools, which no backend asked, and answers that the backend already has.
    pub(crate) fn owed(&self) -> Vec<Resume> {
        if !matches!(self.outcome, Some(Outcome::Cancelled(_))) {
            return Vec::new();
        }
        let owed = self.activities.iter().filter_map(|held| match &held.kind {
            ActivityKind::Approval {
                interrupt,
                answer: Some(Answer::Abandoned),
                asked: Asked { told: false, .. },
            } if self.confirmed_call(interrupt).is_none() => Some(Resume {
                interrupt: interrupt.id.clone(),
                answer: Answer::Abandoned,
                form: interrupt.form.clone(),
            }),
            _ => None,
        });
        owed.collect()
    }

    /// Whether a question of this turn was closed without an answer.
    pub(crate) fn has_closed_questions(&self) -> bool {
        self.activities.iter().any(|held| {
            matches!(
                held.kind,
                ActivityKind::Approval {
                    answer: Some(Answer::Abandoned),
                    ..
                }
            )
        })
    }

    /// Whether the turn waits for the person's answer.
    pub fn is_waiting(&self) -> bool {
        matches!(self.outcome, Some(Outcome::Waiting(_)))
    }
}
