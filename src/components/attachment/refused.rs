//! Files that were refused, each with the reason.
//!
//! Not responsible for the decision (see `allowed`).

use leptos::prelude::*;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};

/// The refusals, until they are closed or other files are attached.
#[component]
pub(super) fn Refused() -> impl IntoView {
    let Ui {
        texts,
        attaching,
        focus,
        ..
    } = Ui::get();
    let close = move |_| {
        attaching.refused.set(Vec::new());
        // The pressed button is gone, so the composer's field takes the focus.
        if let Some(field) = focus.composer.first() {
            let _ = field.focus();
        }
    };
    view! {
        <div class="mt-refusal" part="notice" data-testid="attachment-refused">
            <Icon name=IconName::Error/>
            // Several may not fit, and scroll.
            <div
                class="mt-refusal__text"
                tabindex=move || attaching.refused.with(|all| (all.len() > 1).then_some("0"))
            >
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
