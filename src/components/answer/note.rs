//! The buttons that lead from a reference to its footnote, and back.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::components::Ui;
use crate::hooks::{ScrollAnchor, focus_quietly};

/// A reference to a footnote.
#[component]
pub(super) fn NoteReference(label: String) -> impl IntoView {
    let Ui { texts, scroll, .. } = Ui::get();
    let (name, words) = (texts.answer.footnote(&label), label.clone());
    let go = move |event: MouseEvent| to_note(scroll, &event_target(&event), ".mt-note");
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

/// The button before a footnote that leads back to its first reference.
#[component]
pub(super) fn NoteBack(label: String) -> impl IntoView {
    let Ui { texts, scroll, .. } = Ui::get();
    let (name, words) = (texts.answer.footnote_back(&label), label.clone());
    let go = move |event: MouseEvent| to_note(scroll, &event_target(&event), ".mt-note-ref");
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

/// Focuses the first element in the button's answer that matches the selector and has the button's
/// label. The page around the chat is not scrolled.
fn to_note(scroll: ScrollAnchor, button: &Element, wanted: &str) {
    let label = button.get_attribute("data-label").unwrap_or_default();
    let around = button.closest(".mt-answer").ok().flatten();
    let Some(held) = around.and_then(|around| around.query_selector_all(wanted).ok()) else {
        return;
    };
    let mut found = (0..held.length())
        .filter_map(|index| held.item(index)?.dyn_into::<HtmlElement>().ok())
        .filter(|found| found.get_attribute("data-label").as_ref() == Some(&label));
    if let Some(found) = found.next() {
        focus_quietly(&found);
        let place = found.get_bounding_client_rect();
        scroll.to_place(place.top(), place.bottom());
    }
}
