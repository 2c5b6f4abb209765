//! The form of an approval: approve or deny, with a reason or with changed arguments.
//!
//! Not responsible for questions that want a reply in words (see `reply`).

use leptos::html::{Button, Div, Input};
use leptos::prelude::*;
use midturn_core::transcript::{Answer, AnswerDraft};

use super::edit::{Edit, focus_first};
use super::editing::Editing;
use super::fields::FieldEvents;
use super::keys::{Key, use_answer_keys};
use super::question::Question;
use super::reason::Reason;
use crate::components::Ui;
use crate::hooks::{SetIfNew, with_own_modifier};

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
    /// The reason's field, while it is open.
    field: NodeRef<Input>,
    /// Whether the person opened the reason's field, which then takes the focus.
    wanted: StoredValue<bool>,
    /// The field that the person has closed: the button that opens it takes the focus.
    left: StoredValue<Option<Open>>,
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
            field: NodeRef::new(),
            wanted: StoredValue::new(false),
            left: StoredValue::new(None),
        }
    }

    fn approve(&self) {
        let edited = self.open.get_untracked() == Open::Arguments;
        let arguments = edited.then(|| self.editing.changed()).flatten();
        self.question.give(Answer::Approved { arguments });
    }

    fn deny(&self) {
        let reason = self.reason.get_untracked().trim().to_owned();
        let reason = (!reason.is_empty()).then_some(reason);
        self.question.give(Answer::Denied { reason });
    }

    /// Whether the open field's text cannot be approved.
    fn is_bad(&self) -> bool {
        self.open.get() == Open::Arguments && self.editing.is_bad()
    }

    /// Keeps the draft, also across a reload.
    fn keep(&self) {
        self.question.keep(AnswerDraft {
            text: self.reason.get_untracked(),
            fields: self.editing.draft(),
        });
    }

    fn enter(&self, what: Open) {
        if untrack(|| self.question.is_expired()) {
            return;
        }
        self.wanted.set_value(true);
        self.editing.focus_next();
        self.open.set_if_new(what);
    }

    /// Closes the open field. The button that opened it takes the focus.
    fn leave(&self) {
        self.left.set_value(Some(self.open.get_untracked()));
        self.open.set_if_new(Open::Nothing);
    }

    /// Answers by key, unless the question has expired. While a reason is being written, the key to deny leads
    /// to its field.
    fn press(&self, key: Key) -> bool {
        if untrack(|| self.question.is_expired()) {
            return false;
        }
        if self.open.get_untracked() == Open::Reason {
            let field = self.field.get_untracked().filter(|_| key == Key::Deny);
            return field.is_some_and(|field| field.focus().is_ok());
        }
        match key {
            Key::Approve if untrack(|| self.is_bad()) => return false,
            Key::Approve => self.approve(),
            Key::Deny => self.enter(Open::Reason),
        }
        true
    }
}

/// The open field, and the buttons.
#[component]
pub(super) fn Form(question: Question) -> impl IntoView {
    let editable = question.is_editable();
    let form = Writing::new(question, editable == Some(true));
    let (bar, deny) = (NodeRef::<Div>::new(), NodeRef::<Button>::new());
    use_answer_keys(bar, move |key| form.press(key));
    // Drawn in place of the button that was pressed.
    let around = NodeRef::<Div>::new();
    focus_first(around, question.is_changing());
    let events = FieldEvents {
        complaint: StoredValue::new(question.complaint_id()),
        typed: Callback::new(move |()| form.keep()),
        left: Callback::new(move |()| form.leave()),
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
                left=events.left
                field=form.field
            />
        }
    };
    view! {
        <div class="mt-approval__form" node_ref=around>
            {move || match form.open.get() {
                Open::Nothing => None,
                Open::Reason => Some(reason().into_any()),
                Open::Arguments => Some(view! { <Edit editing=form.editing events/> }.into_any()),
            }}
            <div class="mt-approval__bar mt-approval__choices" node_ref=bar>
                {move || match form.open.get() {
                    Open::Nothing => view! { <Choices form editable/> }.into_any(),
                    Open::Reason => view! { <Denial form deny/> }.into_any(),
                    Open::Arguments => view! { <Edited form/> }.into_any(),
                }}
            </div>
        </div>
    }
}

/// Approve, Deny, and the way to change the arguments.
#[component]
fn Choices(
    form: Writing,
    /// Whether the arguments may be changed; `None` if there are none.
    editable: Option<bool>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let edits = match editable {
        None => None,
        Some(true) => Some(
            view! {
                <Opener
                    form
                    what=Open::Arguments
                    class="mt-button--quiet"
                    part="approval-button"
                    name=texts.control.edit_arguments
                />
            }
            .into_any(),
        ),
        Some(false) => Some(
            view! { <span class="mt-approval__note">{texts.control.edits_forbidden}</span> }
                .into_any(),
        ),
    };
    view! {
        <Approve form name=texts.control.approve/>
        <Opener
            form
            what=Open::Reason
            part="approval-button deny"
            name=texts.control.deny
            testid="approval-deny"
            key=Key::Deny
        />
        {edits}
        {form.question.always_tool().map(|tool| view! { <Always form tool/> })}
    }
}

/// Approves, and does not ask about this tool again in this conversation.
#[component]
fn Always(form: Writing, tool: String) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-button--quiet mt-approval__always"
            part="approval-button"
            data-testid="approval-always"
            aria-disabled=move || form.question.is_expired().then_some("true")
            on:click=move |_| form.question.allow_always()
        >
            {Ui::get().texts.questions.always_allow.of(&tool)}
        </button>
    }
    .into_any()
}

/// With the reason's field open: Deny, with or without a reason, or back.
#[component]
fn Denial(form: Writing, deny: NodeRef<Button>) -> impl IntoView {
    let texts = Ui::get().texts;
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-button--stop"
            part="approval-button deny"
            data-testid="approval-deny"
            aria-disabled=move || form.question.is_expired().then_some("true")
            node_ref=deny
            on:click=move |_| form.deny()
        >
            {texts.control.deny}
        </button>
        <Back form/>
    }
}

/// With the arguments' fields open: Approve with changes, or back.
#[component]
fn Edited(form: Writing) -> impl IntoView {
    let texts = Ui::get().texts;
    view! {
        <Approve form name=texts.questions.approve_edited/>
        <Back form/>
    }
}

#[component]
fn Approve(form: Writing, name: &'static str) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-button--primary"
            part="approval-button approve"
            data-testid="approval-approve"
            title=with_own_modifier(Key::Approve.sign())
            aria-keyshortcuts=Key::Approve.name()
            disabled=move || form.is_bad()
            aria-disabled=move || form.question.is_expired().then_some("true")
            on:click=move |_| form.approve()
        >
            {name}
        </button>
    }
    .into_any()
}

/// Closes the open field. What is written in it is kept.
#[component]
fn Back(form: Writing) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-button--quiet"
            part="approval-button"
            data-testid="approval-back"
            on:click=move |_| form.leave()
        >
            {Ui::get().texts.cancel_edit}
        </button>
    }
    .into_any()
}

/// A button that opens a field.
#[component]
fn Opener(
    form: Writing,
    what: Open,
    /// The names of its parts.
    part: &'static str,
    name: &'static str,
    /// A further CSS class.
    #[prop(optional)]
    class: &'static str,
    #[prop(optional)] testid: Option<&'static str>,
    /// The key that does the same.
    #[prop(optional)]
    key: Option<Key>,
) -> impl IntoView {
    let button = NodeRef::<Button>::new();
    let returns = form.left.try_update_value(|left| {
        let returns = *left == Some(what);
        if returns {
            *left = None;
        }
        returns
    });
    Effect::new(move || {
        if let (Some(button), Some(true)) = (button.get(), returns) {
            let _ = button.focus();
        }
    });
    view! {
        <button
            type="button"
            class=format!("mt-button mt-button--small {class}")
            part=part
            data-testid=testid
            title=key.map(|key| with_own_modifier(key.sign()))
            aria-keyshortcuts=key.map(Key::name)
            aria-expanded="false"
            aria-disabled=move || form.question.is_expired().then_some("true")
            node_ref=button
            on:click=move |_| form.enter(what)
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
