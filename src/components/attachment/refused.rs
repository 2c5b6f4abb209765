//! Files that were refused, each with the reason.
//!
//! Not responsible for the decision (see `allowed`).

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};

/// The refusals, until they are closed or other files are attached.
#[component]
pub(super) fn Refused() -> impl IntoView {
    let Ui {
        texts, attaching, ..
    } = Ui::get();
    let notes = NodeRef::<Div>::new();
    let close = move |_| {
        let notes = notes.get_untracked();
        let composer = notes.and_then(|notes| notes.closest(".mt-composer").ok().flatten());
        let field = composer.and_then(|held| held.query_selector("textarea").ok().flatten());
        attaching.refused.set(Vec::new());
        // The pressed button is gone, so the composer's field takes the focus.
        if let Some(field) = field {
            let _ = field.unchecked_into::<HtmlElement>().focus();
        }
    };
    view! {
        <div class="mt-refusal" data-testid="attachment-refused" node_ref=notes>
            <Icon name=IconName::Error/>
            <div class="mt-refusal__text">
                <For
                    each=move || attaching.refused.get()
                    key=String::clone
                    children=|said| view! { <p dir="auto">{said}</p> }
                />
            </div>
            <button
                type="button"
                class="mt-button mt-button--icon mt-button--quiet mt-button--small"
                aria-label=texts.close
                on:click=close
            >
                <Icon name=IconName::Close/>
            </button>
        </div>
    }
}
