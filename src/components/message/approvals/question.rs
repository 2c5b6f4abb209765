//! One open question, and what is known about it.
//!
//! Not responsible for how it is drawn.

use leptos::prelude::*;
use midturn_core::run_event::{AnswerForm, Interrupt};
use midturn_core::transcript::{Activity, ActivityKind, Answer, AnswerDraft, Asked, Outcome};

use super::expiry::Expiry;
use crate::components::Ui;
use crate::components::activity::answer_text;
use crate::hooks::SetIfNew;
use crate::i18n::Catalogue;
use crate::state::{Actions, TurnSignals};

/// The protocol's word for a question that only wants an answer.
const INPUT: &str = "input_required";

/// An open question, as handles that are copied.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// The name and the arguments of the call it is about.
    pub(super) tool: StoredValue<Option<(String, String)>>,
    pub(super) expiry: Option<Expiry>,
    interrupt: StoredValue<Interrupt>,
    turn: TurnSignals,
    actions: Actions,
    /// The person wants to answer it again.
    changing: RwSignal<bool>,
    /// The answer was given in this view, so the focus is the person's here.
    given: StoredValue<bool>,
}

impl Question {
    /// An open question of a turn.
    pub(super) fn new(turn: TurnSignals, interrupt: Interrupt) -> Self {
        let about = |activity: &Activity| match &activity.kind {
            ActivityKind::Tool {
                name, arguments, ..
            } => Some((name.clone(), arguments.clone())),
            _ => None,
        };
        let tool = turn.activities.with_untracked(|all| {
            let about_call = interrupt.call.as_ref()?;
            let cell = all.iter().rev().find(|cell| cell.id == *about_call)?;
            cell.activity.with_untracked(about)
        });
        Self {
            tool: StoredValue::new(tool),
            expiry: interrupt.expires_at.as_deref().and_then(Expiry::read),
            interrupt: StoredValue::new(interrupt),
            turn,
            actions: Ui::get().actions,
            changing: RwSignal::new(false),
            given: StoredValue::new(false),
        }
    }

    fn form<R>(&self, look: impl FnOnce(&AnswerForm) -> R) -> R {
        self.interrupt.with_value(|held| look(&held.form))
    }

    fn is_about_call(&self) -> bool {
        self.tool.with_value(Option::is_some)
    }

    /// Whether it wants an answer in words and not a yes or no.
    pub(super) fn wants_words(&self) -> bool {
        self.form(|form| !matches!(form, AnswerForm::Decision { .. }))
    }

    /// Whether the answer is a JSON value and not mere words.
    pub(super) fn wants_json(&self) -> bool {
        self.form(|form| *form == AnswerForm::Json)
    }

    /// Whether a reason for a denial goes with it. Else it follows as a message.
    pub(super) fn takes_reason(&self) -> bool {
        self.form(AnswerForm::takes_reason)
    }

    /// Whether the call's arguments may be changed; none where it is about no call.
    pub(super) fn is_editable(&self) -> Option<bool> {
        self.is_about_call()
            .then(|| self.form(AnswerForm::takes_edits))
    }

    /// What else its backend says about it, where it is about no call: a JSON object as text.
    pub(super) fn more(&self) -> Option<String> {
        let more = self.interrupt.with_value(|held| held.metadata.clone());
        more.filter(|_| !self.is_about_call())
    }

    /// The backend's words; for a question without any, its reason is better than nothing.
    pub(super) fn said(&self) -> Option<String> {
        self.interrupt.with_value(|held| {
            let reason = !self.is_about_call() && held.reason != INPUT;
            let reason = || reason.then(|| held.reason.clone());
            held.message.clone().or_else(reason)
        })
    }

    pub(super) fn is_expired(&self) -> bool {
        self.expiry.is_some_and(|expiry| expiry.is_over())
    }

    /// Looks at what the transcript has of it.
    fn read<R>(&self, look: impl Fn(&Asked, Option<&Answer>) -> Option<R>) -> Option<R> {
        let id = self.interrupt.with_value(|held| held.id.clone());
        let look = |activity: &Activity| match &activity.kind {
            ActivityKind::Approval {
                interrupt,
                asked,
                answer,
                ..
            } if interrupt.id == id => look(asked, answer.as_ref()),
            _ => None,
        };
        self.turn.activities.with(|all| {
            let mut all = all.iter().rev();
            all.find_map(|cell| cell.activity.with(look))
        })
    }

    /// How the run ended that was to bring an answer, and did not.
    pub(super) fn refusal(&self) -> Option<Outcome> {
        self.read(|asked, _| asked.refused.clone())
    }

    /// The answer that stands, in words, unless it is being changed.
    pub(super) fn settled(&self, texts: &Catalogue) -> Option<String> {
        if self.changing.get() {
            return None;
        }
        self.read(|_, answer| answer.map(|answer| answer_text(texts, answer)))
    }

    /// What an earlier page, or this one, has written as an answer and not given.
    pub(super) fn draft(&self) -> AnswerDraft {
        let draft = || self.read(|asked, _| Some(asked.draft.clone()));
        untrack(draft).unwrap_or_default()
    }

    /// What is written now.
    pub(super) fn keep(&self, draft: AnswerDraft) {
        let id = self.interrupt.with_value(|held| held.id.clone());
        self.actions
            .draft_answer(self.turn.id.get_value(), id, draft);
    }

    /// Answers it, unless it is too late.
    pub(super) fn give(&self, answer: Answer) {
        if self.expiry.is_some_and(|expiry| expiry.is_over_untracked()) {
            return;
        }
        self.given.set_value(true);
        self.changing.set_if_new(false);
        let id = self.interrupt.with_value(|held| held.id.clone());
        self.actions.answer(self.turn.id.get_value(), id, answer);
    }

    /// Shows the controls once more.
    pub(super) fn change(&self) {
        self.changing.set(true);
    }

    pub(super) fn was_given_here(&self) -> bool {
        self.given.get_value()
    }
}
