//! What a conversation shows before its first message, and while it is loading.
//!
//! The style sheet has the composer in the middle then: the heading is above it, in the transcript,
//! and what to begin with is below it. The composer itself stays the same element.

use leptos::prelude::*;

use super::starters::begin;
use crate::components::{Part, Ui};

/// What this conversation is for.
#[component]
pub(super) fn Empty() -> impl IntoView {
    let Ui {
        texts, agent_name, ..
    } = Ui::get();
    let title = move || match agent_name.get() {
        Some(name) => texts.start.title_of(&name),
        None => texts.empty_title.to_owned(),
    };
    view! {
        <div class="mt-empty" part="empty">
            <h2 class="mt-empty__title">{title}</h2>
            <p class="mt-empty__body">{texts.empty_body}</p>
        </div>
    }
}

/// What to begin with, if anything is offered. The room for it is there in any case, so that nothing
/// moves when it comes.
#[component]
pub(super) fn Beginnings() -> impl IntoView {
    let Ui {
        starters,
        tour,
        cells,
        ..
    } = Ui::get();
    // Nothing but what is written can be sent before the thread is loaded.
    let offered = move || {
        let any = !starters.with(Vec::is_empty) || tour.with(Option::is_some);
        any && cells.loaded.get()
    };
    view! {
        <div class="mt-begin">
            <Show when=offered>
                <Part load=begin props=Callback::new(|()| ())/>
            </Show>
        </div>
    }
}

/// A placeholder for the messages while they load.
#[component]
pub(super) fn Skeleton() -> impl IntoView {
    view! {
        <div class="mt-skeleton" aria-hidden="true">
            <Line class="mt-skeleton__line mt-skeleton__line--said"/>
            <Line/>
            <Line/>
            <Line/>
        </div>
    }
}

#[component]
fn Line(#[prop(default = "mt-skeleton__line")] class: &'static str) -> impl IntoView {
    view! { <div class=class></div> }
}
