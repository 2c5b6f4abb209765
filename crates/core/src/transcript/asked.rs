//! Further state of a question: the draft of the answer, why it closed, and how the backend
//! reacted.

use serde::{Deserialize, Serialize};

use super::{
    Activity, ActivityKind, Answer, Outcome, Question, Resume, Turn, approval_activity, reason_id,
};
use crate::run_event::Interrupt;
use crate::step::Step;
use crate::stored::is_default;

/// Further state of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// The draft of the answer.
    pub draft: AnswerDraft,
    /// Why the question closed without an answer; `None` while it is open, or if it was answered
    /// here.
    pub closed: Option<Closed>,
    /// The outcome of the run with the answer, if the backend did not accept the answer.
    pub refused: Option<Outcome>,
    /// Whether the backend has reacted to the abandoned answer, which is then not sent again.
    pub told: bool,
    /// Whether the tool is always allowed in this thread, so that the core gave the answer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub always: bool,
}

/// The draft of an answer. A reload keeps it; it is cleared when the backend accepts the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnswerDraft {
    /// The reason for a denial, or the text of the reply.
    pub text: String,
    /// The changed fields by name, with their current text. The view chooses the names: those of
    /// the call's arguments, and the empty name for all arguments as JSON text.
    pub fields: Vec<(String, String)>,
}

impl AnswerDraft {
    /// Whether the draft is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.fields.is_empty()
    }
}

/// Why a question closed without an answer here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Closed {
    /// The person sent a message instead.
    Replaced,
    /// The person stopped the turn.
    Stopped,
    /// The next prompt of the queue started.
    Overtaken,
    /// The question was answered elsewhere: the call has its result.
    Elsewhere,
}

impl Turn {
    /// What the open interrupts ask.
    pub(crate) fn questions(&self) -> Vec<Question> {
        let question = |interrupt: &Interrupt| Question {
            message: interrupt.message.clone(),
            tool: self.tool_of(interrupt).map(str::to_owned),
        };
        self.open_interrupts().map(question).collect()
    }

    /// The name of the tool that an interrupt is about.
    pub(crate) fn tool_of(&self, interrupt: &Interrupt) -> Option<&str> {
        match &self.activity(interrupt.call.as_ref()?)?.kind {
            ActivityKind::Tool { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The further state of a question of this turn.
    pub fn asked(&self, interrupt: &str) -> Option<&Asked> {
        match &self.activity(&approval_activity(interrupt))?.kind {
            ActivityKind::Approval { asked, .. } => Some(asked),
            _ => None,
        }
    }

    /// Takes the text that is written in place of an answer; empty if there is none.
    pub(crate) fn take_text(&mut self, interrupt: &str, step: &mut Step) -> String {
        let mut text = String::new();
        self.change_asked(interrupt, step, |asked| {
            text = std::mem::take(&mut asked.draft.text);
        });
        text
    }

    /// Takes the texts of questions whose answers do not reach the backend. Leaves the reason of a
    /// denial that is also an interjection: it is there.
    pub(crate) fn take_texts(&mut self, answers: &[Resume], step: &mut Step) -> Vec<String> {
        let run = self.last_run();
        let mut texts = Vec::new();
        for given in answers {
            if self
                .interjection(&reason_id(&run, &given.interrupt))
                .is_none()
            {
                texts.push(self.take_text(&given.interrupt, step));
            }
        }
        texts
    }

    /// Takes the texts that these answers do not use, such as the reason for a denial of what was
    /// approved after all.
    pub(crate) fn take_unused_texts(&mut self, answers: &[Resume], step: &mut Step) -> Vec<String> {
        let mut texts = Vec::new();
        for given in answers {
            let text = self
                .asked(&given.interrupt)
                .map_or("", |asked| asked.draft.text.trim());
            let used = match &given.answer {
                Answer::Reply(_) => true,
                Answer::Denied { reason } => reason.as_deref().map(str::trim) == Some(text),
                Answer::Approved { .. } | Answer::Abandoned => false,
            };
            if !used && !text.is_empty() {
                texts.push(self.take_text(&given.interrupt, step));
            }
        }
        texts
    }

    /// Changes the further state of a question. Returns whether it exists.
    pub(crate) fn change_asked(
        &mut self,
        interrupt: &str,
        step: &mut Step,
        change: impl FnOnce(&mut Asked),
    ) -> bool {
        let activity = self.change(&approval_activity(interrupt), step);
        let Some(Activity {
            kind: ActivityKind::Approval { asked, .. },
            ..
        }) = activity
        else {
            return false;
        };
        change(asked);
        true
    }
}
