//! The ways from a reference to its footnote, and back.
//!
//! Not responsible for what is in a footnote.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::components::Ui;

/// A reference to a footnote.
#[component]
pub(super) fn NoteReference(label: String) -> impl IntoView {
    let texts = &Ui::get().texts.answer;
    let (name, words) = ((texts.footnote)(&label), label.clone());
    let go = move |event: MouseEvent| to_note(&event_target(&event), ".mt-note");
    view! {
        <sup>
            <button
                type="button"
                class="mt-note__go mt-note-ref"
                data-act="note"
                data-label=label
                aria-label=name
                on:click=go
            >
                {words}
            </button>
        </sup>
    }
}

/// Before a footnote: back to the first reference to it.
#[component]
pub(super) fn NoteBack(label: String) -> impl IntoView {
    let texts = &Ui::get().texts.answer;
    let (name, words) = ((texts.footnote_back)(&label), label.clone());
    let go = move |event: MouseEvent| to_note(&event_target(&event), ".mt-note-ref");
    view! {
        <button
            type="button"
            class="mt-note__go"
            data-act="note"
            data-label=label
            aria-label=name
            data-back=""
            on:click=go
        >
            {words}
        </button>
    }
}

/// Goes to the first of these that has the label of the button, in the button's answer.
fn to_note(button: &Element, wanted: &str) {
    let label = button.get_attribute("data-label").unwrap_or_default();
    let around = button.closest(".mt-answer").ok().flatten();
    let Some(held) = around.and_then(|around| around.query_selector_all(wanted).ok()) else {
        return;
    };
    let mut found = (0..held.length())
        .filter_map(|index| held.item(index)?.dyn_into::<HtmlElement>().ok())
        .filter(|found| found.get_attribute("data-label").as_ref() == Some(&label));
    if let Some(found) = found.next() {
        found.scroll_into_view();
        let _ = found.focus();
    }
}
