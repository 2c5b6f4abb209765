//! One open question, and what is known about it.
//!
//! Not responsible for how it is drawn.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;

use midturn_core::run_event::{AnswerForm, Interrupt};
use midturn_core::transcript::{Activity, ActivityKind, Answer, AnswerDraft, Outcome};

use super::expiry::Expiry;
use crate::components::Ui;
use crate::components::activity::answer_text;
use crate::state::TurnCell;

/// The protocol's word for a question that only wants an answer.
const INPUT: &str = "input_required";

/// An open question. Clones are handles to the same one.
#[derive(Clone)]
pub(super) struct Question {
    pub(super) ui: Ui,
    pub(super) interrupt: Rc<Interrupt>,
    /// The name and the arguments of the call it is about.
    pub(super) tool: Option<(String, String)>,
    pub(super) expiry: Option<Expiry>,
    turn: TurnCell,
    /// The person wants to answer it again.
    changing: ArcRwSignal<bool>,
    /// The answer was given in this view, so the focus is the person's here.
    given: Rc<Cell<bool>>,
}

impl Question {
    /// The open question of this id.
    pub(super) fn new(ui: &Ui, turn: &TurnCell, id: &str) -> Option<Self> {
        let interrupt = turn.view.with_untracked(|view| match &view.outcome {
            Some(Outcome::Waiting(open)) => open.iter().find(|held| held.id == id).cloned(),
            _ => None,
        })?;
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
        Some(Self {
            ui: ui.clone(),
            expiry: interrupt.expires_at.as_deref().and_then(Expiry::read),
            interrupt: Rc::new(interrupt),
            tool,
            turn: turn.clone(),
            changing: ArcRwSignal::new(false),
            given: Rc::default(),
        })
    }

    /// Whether it wants an answer in words and not a yes or no.
    pub(super) fn wants_words(&self) -> bool {
        !matches!(self.interrupt.form, AnswerForm::Decision { .. })
    }

    /// Whether the answer is a JSON value and not mere words.
    pub(super) fn wants_json(&self) -> bool {
        self.interrupt.form == AnswerForm::Json
    }

    /// Whether a reason for a denial goes with it. Else it follows as a message.
    pub(super) fn takes_reason(&self) -> bool {
        self.interrupt.form.takes_reason()
    }

    /// Whether the call's arguments may be changed.
    pub(super) fn is_editable(&self) -> bool {
        self.tool.is_some() && self.interrupt.form.takes_edits()
    }

    /// What else its backend says about it, where it is about no call: a JSON object as text.
    pub(super) fn more(&self) -> Option<&str> {
        let more = self.interrupt.metadata.as_deref();
        more.filter(|_| self.tool.is_none())
    }

    /// How the run ended that was to bring an answer, and did not.
    pub(super) fn refusal(&self) -> Option<Outcome> {
        let refused = |activity: &Activity| match &activity.kind {
            ActivityKind::Approval {
                interrupt, asked, ..
            } if interrupt.id == self.interrupt.id => asked.refused.clone(),
            _ => None,
        };
        let mut cells = self.turn.activities.get().into_iter().rev();
        cells.find_map(|cell| cell.activity.with(refused))
    }

    /// The backend's words; for a question without any, its reason is better than nothing.
    pub(super) fn said(&self) -> Option<&str> {
        let held = &*self.interrupt;
        let reason = || (self.tool.is_none() && held.reason != INPUT).then_some(&*held.reason);
        held.message.as_deref().or_else(reason)
    }

    pub(super) fn is_expired(&self) -> bool {
        self.expiry.as_ref().is_some_and(Expiry::is_over)
    }

    /// The answer that stands, in words, unless it is being changed.
    pub(super) fn settled(&self) -> Option<String> {
        if self.changing.get() {
            return None;
        }
        let texts = self.ui.texts;
        let answer = |activity: &Activity| match &activity.kind {
            ActivityKind::Approval {
                interrupt, answer, ..
            } if interrupt.id == self.interrupt.id => {
                answer.as_ref().map(|answer| answer_text(texts, answer))
            }
            _ => None,
        };
        let mut cells = self.turn.activities.get().into_iter().rev();
        cells.find_map(|cell| cell.activity.with(answer))
    }

    /// What an earlier page, or this one, has written as an answer and not given.
    pub(super) fn draft(&self) -> AnswerDraft {
        let draft = |activity: &Activity| match &activity.kind {
            ActivityKind::Approval {
                interrupt, asked, ..
            } if interrupt.id == self.interrupt.id => Some(asked.draft.clone()),
            _ => None,
        };
        let cells = self.turn.activities.get_untracked();
        let mut found = cells.iter().rev();
        found
            .find_map(|cell| cell.activity.with_untracked(draft))
            .unwrap_or_default()
    }

    /// What is written now.
    pub(super) fn keep(&self, draft: AnswerDraft) {
        let (ui, id) = (&self.ui, self.interrupt.id.clone());
        let turn = self.turn.id.clone();
        ui.actions.draft_answer(turn, id, draft);
    }

    /// Answers it, unless it is too late.
    pub(super) fn give(&self, answer: Answer) {
        if self.expiry.as_ref().is_some_and(Expiry::is_over_untracked) {
            return;
        }
        self.given.set(true);
        self.changing.set_if_new(false);
        let (ui, id) = (&self.ui, self.interrupt.id.clone());
        let turn = self.turn.id.clone();
        ui.actions.answer(turn, id, answer);
    }

    /// Shows the controls once more.
    pub(super) fn change(&self) {
        self.changing.set(true);
    }

    pub(super) fn was_given_here(&self) -> bool {
        self.given.get()
    }
}
