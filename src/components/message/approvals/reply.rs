//! The reply to a question that is no approval.
//!
//! Not responsible for yes and no (see `form`).

use leptos::html::{Button, Div, Input};
use leptos::prelude::*;
use midturn_core::transcript::{Answer, AnswerDraft};
use web_sys::KeyboardEvent;

use super::edit::focus_first;
use super::question::Question;
use crate::components::Ui;
use crate::hooks::{Enter, Ime};
use crate::json::{argument_fields, string_of};

/// A one-line field and a button that sends it.
#[component]
pub(super) fn Reply(question: Question) -> impl IntoView {
    let texts = Ui::get().texts;
    let wants_json = question.wants_json();
    let label = if wants_json {
        texts.control.reply_json
    } else {
        texts.control.reply_label
    };
    let (field, send) = (NodeRef::<Input>::new(), NodeRef::<Button>::new());
    // Drawn in place of the button that was pressed. Below a form, the form has the focus.
    let around = NodeRef::<Div>::new();
    focus_first(around, question.wants_words() && question.is_changing());
    let begun = question.draft().text;
    let text = RwSignal::new(begun.clone());
    let value = Memo::new(move |_| text.with(|text| value(wants_json, text)));
    let ime = Ime::new();

    let give = move || {
        if let Some(value) = value.get_untracked() {
            question.give(Answer::Reply(value));
        }
    };
    let typed = move |_| {
        let Some(field) = field.get_untracked() else {
            return;
        };
        text.set(field.value());
        question.keep(AnswerDraft {
            text: field.value(),
            ..AnswerDraft::default()
        });
    };
    let pressed = move |event: KeyboardEvent| {
        if ime.enter(&event) == Enter::Submit {
            event.prevent_default();
            // The field disappears, so the Send button takes the focus. When that button disappears
            // too, the Change button or the composer takes the focus (see `return_focus`).
            if let Some(send) = send.get_untracked() {
                let _ = send.focus();
            }
            give();
        }
    };
    view! {
        <div class="mt-approval__bar" node_ref=around>
            <input
                class="mt-approval__field"
                data-testid="approval-reply"
                type="text"
                dir="auto"
                autocomplete="off"
                aria-label=label
                placeholder=label
                readonly=move || question.is_expired()
                prop:value=begun
                node_ref=field
                on:input=typed
                on:keydown=pressed
                on:compositionend=move |event| ime.ended(&event)
            />
            <button
                type="button"
                class="mt-button mt-button--small mt-button--primary"
                part="approval-button"
                disabled=move || value.with(Option::is_none)
                aria-disabled=move || question.is_expired().then_some("true")
                node_ref=send
                on:click=move |_| give()
            >
                {texts.send}
            </button>
        </div>
    }
}

/// The reply as a JSON value; `None` if it is empty or invalid.
fn value(wants_json: bool, said: &str) -> Option<String> {
    if !wants_json {
        return (!said.trim().is_empty()).then(|| string_of(said));
    }
    // `argument_fields` reads only objects, so `said` is checked as the one field of an object. Text
    // such as `1,"x":2` gives two fields, and is no single value.
    let fields = argument_fields(&format!(r#"{{"value":{said}}}"#))?;
    (fields.len() == 1).then(|| said.trim().to_owned())
}
