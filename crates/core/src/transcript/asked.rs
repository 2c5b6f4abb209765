//! What is kept about a question beside the answer: what the person is writing, why it is closed, and
//! what its backend has made of the answer.
//!
//! Not responsible for the question itself, nor for sending answers (see `conversation::approve`).

use serde::{Deserialize, Serialize};

use super::{Activity, ActivityKind, Outcome, Turn, approval_activity};
use crate::step::Step;

/// What is kept about a question beside the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// What the person is writing as an answer.
    pub draft: AnswerDraft,
    /// Why it is closed without an answer; none while it is open, and where it was answered here.
    pub closed: Option<Closed>,
    /// How the run ended that was to bring an answer, and that did not take it.
    pub refused: Option<Outcome>,
    /// The backend was told that nobody will answer, and has said something to that. It is not told
    /// twice.
    pub told: bool,
}

/// An answer that is being written. It is kept over a reload, and cleared when the backend has taken
/// the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnswerDraft {
    /// The reason for a denial, or the reply in words.
    pub text: String,
    /// The fields that the person has changed, by name, with the text as it stands there. The view
    /// chooses the names: those of a call's arguments, and the empty name for all of them as JSON text.
    pub fields: Vec<(String, String)>,
}

impl AnswerDraft {
    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.fields.is_empty()
    }
}

/// Why a question is closed that was not answered here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Closed {
    /// The person sent a message in its place.
    Replaced,
    /// The person stopped the turn.
    Stopped,
    /// The next prompt of the queue had its turn.
    Overtaken,
    /// It was answered elsewhere: the call has its result.
    Elsewhere,
}

impl Turn {
    /// What is kept about a question of this turn.
    pub fn asked(&self, interrupt: &str) -> Option<&Asked> {
        match &self.activity(&approval_activity(interrupt))?.kind {
            ActivityKind::Approval { asked, .. } => Some(asked),
            _ => None,
        }
    }

    /// Changes what is kept about a question. Says whether there is one.
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
