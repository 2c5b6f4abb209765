//! The editor of a call's arguments: a field for each, or one field with all of them as JSON text.
//!
//! Not responsible for the buttons that answer (see `form`), nor for the state (see `editing`).

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::editing::Editing;
use super::fields::{ArgumentField, FieldEvents, WholeField};
use crate::components::Ui;

/// The fields, or the JSON text, with a button to switch between them.
#[component]
pub(super) fn Edit(editing: Editing, events: FieldEvents) -> impl IntoView {
    let complaint = Memo::new(move |_| editing.complaint());
    view! {
        <div class="mt-approval__edit">
            {move || {
                let as_json = editing.as_json.get();
                view! { <Fields editing events as_json/> }
            }}
            <p class="mt-approval__bad" id=events.complaint.get_value() role="status">
                {complaint}
            </p>
        </div>
    }
}

#[component]
fn Fields(editing: Editing, events: FieldEvents, as_json: bool) -> impl IntoView {
    let around = NodeRef::<Div>::new();
    focus_first(around, editing.take_wanted());
    let fields = if as_json {
        view! { <WholeField editing events/> }.into_any()
    } else {
        let fields = editing.fields.get_untracked().into_iter();
        fields
            .map(|field| view! { <ArgumentField field events/> })
            .collect_view()
            .into_any()
    };
    view! {
        <div class="mt-approval__edit" node_ref=around>
            {fields}
            <Switch editing events as_json/>
        </div>
    }
}

/// Focuses the first control in an element when it is drawn, if that is wanted.
pub(super) fn focus_first(around: NodeRef<Div>, wanted: bool) {
    Effect::new(move || {
        if let (Some(around), true) = (around.get(), wanted) {
            // A selector, because the question decides which controls there are, and of which kind.
            let first = around.query_selector("textarea, input, button");
            if let Ok(Some(first)) = first {
                let _ = first.unchecked_into::<HtmlElement>().focus();
            }
        }
    });
}

/// The button that switches between fields and JSON text. Disabled if the text cannot be split into
/// fields.
#[component]
fn Switch(editing: Editing, events: FieldEvents, as_json: bool) -> impl IntoView {
    let texts = &Ui::get().texts.control;
    let name = if as_json {
        texts.edit_as_fields
    } else {
        texts.edit_as_json
    };
    let press = move |_| {
        // Switching removes the focused button, so the new fields take the focus.
        editing.focus_next();
        if as_json {
            editing.to_fields();
        } else {
            editing.to_json();
        }
        events.typed.run(());
    };
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-button--quiet mt-approval__switch"
            part="approval-button"
            disabled=move || as_json && !editing.can_be_fields()
            on:click=press
        >
            {name}
        </button>
    }
}
