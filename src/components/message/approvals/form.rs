//! The form of an approval: approve or deny, with a reason or with changed arguments.
//!
//! Not responsible for questions that want a reply in words (see `reply`).

use leptos::html::Button;
use leptos::prelude::*;
use midturn_core::transcript::{Answer, AnswerDraft};

use super::edit::Edit;
use super::editing::Editing;
use super::fields::FieldEvents;
use super::question::Question;
use super::reason::Reason;
use crate::components::{Ui, flag};
use crate::hooks::SetIfNew;

/// Which field is open above the buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Nothing,
    Reason,
    Arguments,
}

impl Open {
    /// What is open at first: after a reload, the field with a kept draft.
    fn first(draft: &AnswerDraft, editable: bool) -> Self {
        if !draft.fields.is_empty() && editable {
            Self::Arguments
        } else if draft.text.is_empty() {
            Self::Nothing
        } else {
            Self::Reason
        }
    }
}

/// The answer being written. A closed field keeps its text.
#[derive(Clone, Copy)]
struct Writing {
    question: Question,
    open: RwSignal<Open>,
    reason: RwSignal<String>,
    editing: Editing,
    /// Whether the person opened the reason's field, which then takes the focus.
    wanted: StoredValue<bool>,
}

impl Writing {
    fn new(question: Question, editable: bool) -> Self {
        let draft = question.draft();
        let given = question.tool.with_value(|tool| {
            let arguments = tool.as_ref().map(|(_, arguments)| arguments.clone());
            arguments.unwrap_or_default()
        });
        let editing = Editing::new(&given);
        editing.restore(&draft.fields);
        Self {
            question,
            open: RwSignal::new(Open::first(&draft, editable)),
            reason: RwSignal::new(draft.text),
            editing,
            wanted: StoredValue::new(false),
        }
    }

    fn approve(&self) {
        let edited = self.open.get_untracked() == Open::Arguments;
        let arguments = edited.then(|| self.editing.changed()).flatten();
        self.question.give(Answer::Approved { arguments });
    }

    fn deny(&self) {
        let open = self.open.get_untracked() == Open::Reason;
        let reason = self.reason.get_untracked().trim().to_owned();
        let reason = (open && !reason.is_empty()).then_some(reason);
        self.question.give(Answer::Denied { reason });
    }

    /// Keeps the draft, also across a reload.
    fn keep(&self) {
        self.question.keep(AnswerDraft {
            text: self.reason.get_untracked(),
            fields: self.editing.draft(),
        });
    }

    fn toggle(&self, what: Open) {
        self.wanted.set_value(true);
        self.editing.focus_next();
        self.open.update(|open| {
            *open = if *open == what { Open::Nothing } else { what };
        });
    }

    /// Closes the open field, and focuses the button that opened it.
    fn leave(&self, opener: NodeRef<Button>) {
        self.open.set_if_new(Open::Nothing);
        if let Some(opener) = opener.get_untracked() {
            let _ = opener.focus();
        }
    }
}

/// The buttons and the open field.
#[component]
pub(super) fn Form(question: Question) -> impl IntoView {
    let texts = Ui::get().texts;
    let editable = question.is_editable();
    let form = Writing::new(question, editable == Some(true));
    let (why, change) = (NodeRef::new(), NodeRef::new());
    let deny = NodeRef::<Button>::new();
    let events = FieldEvents {
        typed: Callback::new(move |()| form.keep()),
        left: Callback::new(move |()| form.leave(change)),
    };
    let denied = move || {
        // The field disappears, so the Deny button takes the focus. When that button disappears
        // too, the Change button or the composer takes the focus.
        if let Some(deny) = deny.get_untracked() {
            let _ = deny.focus();
        }
        form.deny();
    };
    let reason = move || {
        view! {
            <Reason
                text=form.reason
                goes_along=question.takes_reason()
                wanted={form.wanted.try_update_value(std::mem::take) == Some(true)}
                typed=events.typed
                submit=Callback::new(move |()| denied())
                left=Callback::new(move |()| form.leave(why))
            />
        }
    };
    let edits = match editable {
        None => None,
        Some(true) => Some(
            view! {
                <Opener form what=Open::Arguments name=texts.control.edit_arguments button=change/>
            }
            .into_any(),
        ),
        Some(false) => Some(
            view! { <span class="mt-approval__note">{texts.control.edits_forbidden}</span> }
                .into_any(),
        ),
    };
    let bad = move || form.open.get() == Open::Arguments && form.editing.is_bad();
    view! {
        <div class="mt-approval__form">
            {move || match form.open.get() {
                Open::Nothing => None,
                Open::Reason => Some(reason().into_any()),
                Open::Arguments => Some(view! { <Edit editing=form.editing events/> }.into_any()),
            }}
            <div class="mt-approval__bar">
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--primary"
                    data-testid="approval-approve"
                    disabled=move || question.is_expired() || bad()
                    on:click=move |_| form.approve()
                >
                    {texts.control.approve}
                </button>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--stop"
                    data-testid="approval-deny"
                    disabled=move || question.is_expired()
                    node_ref=deny
                    on:click=move |_| form.deny()
                >
                    {texts.control.deny}
                </button>
                <Opener form what=Open::Reason name=texts.control.deny_why button=why/>
                {edits}
            </div>
        </div>
    }
}

/// A button that opens a field. `aria-expanded` says whether the field is open.
#[component]
fn Opener(form: Writing, what: Open, name: &'static str, button: NodeRef<Button>) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-button--quiet"
            aria-expanded=move || flag(form.open.get() == what)
            node_ref=button
            on:click=move |_| form.toggle(what)
        >
            {name}
        </button>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::{AnswerDraft, Open};

    #[test]
    fn the_field_with_a_kept_draft_is_open_at_first() {
        let draft = |text: &str, fields: &[&str]| AnswerDraft {
            text: text.to_owned(),
            fields: fields
                .iter()
                .map(|name| ((*name).to_owned(), String::new()))
                .collect(),
        };
        assert_eq!(Open::first(&draft("", &[]), true), Open::Nothing);
        assert_eq!(Open::first(&draft("no", &[]), true), Open::Reason);
        assert_eq!(Open::first(&draft("no", &["a"]), true), Open::Arguments);
        assert_eq!(Open::first(&draft("no", &["a"]), false), Open::Reason);
        assert_eq!(Open::first(&draft("", &["a"]), false), Open::Nothing);
    }
}
