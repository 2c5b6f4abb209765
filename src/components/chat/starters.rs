//! Messages to begin with, below the composer of an empty thread, and the tour. A part of the
//! program, because many chats have none.

use leptos::prelude::*;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::part::Make;

/// A message that an empty thread offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starter {
    /// What its button says.
    pub title: String,
    /// A line below that; may be empty.
    pub about: String,
    /// The message.
    pub text: String,
}

crate::part! {
    in starters
    pub(super) fn begin() -> Make<()> { |()| Begin().into_any() }
}

/// A button for each message, and one for the tour.
#[component]
fn Begin() -> impl IntoView {
    let ui = Ui::get();
    let Ui {
        texts,
        starters,
        tour,
        ..
    } = ui;
    let listed = move || {
        let one = |starter| view! { <li><Offer starter/></li> };
        starters.get().into_iter().map(one).collect_view()
    };
    let begin = move |_| {
        if let Some(message) = tour.get_untracked() {
            say(&ui, message);
        }
    };
    view! {
        <Show when=move || !starters.with(Vec::is_empty)>
            <ul class="mt-starters" role="list" aria-label=texts.start.offered>
                {listed}
            </ul>
        </Show>
        <Show when=move || tour.with(Option::is_some)>
            <button
                type="button"
                class="mt-button mt-button--quiet mt-begin__tour"
                data-testid="tour"
                on:click=begin
            >
                <Icon name=IconName::RunNow/>
                {texts.empty_tour}
            </button>
        </Show>
    }
}

#[component]
fn Offer(starter: Starter) -> impl IntoView {
    let ui = Ui::get();
    let Starter { title, about, text } = starter;
    let about = (!about.is_empty()).then(|| {
        view! { <span class="mt-starter__about" dir="auto">{about}</span> }
    });
    let press = move |_| say(&ui, text.clone());
    view! {
        <button
            type="button"
            class="mt-starter"
            part="starter"
            data-testid="starter"
            on:click=press
        >
            <span class="mt-starter__title" dir="auto">{title}</span>
            {about}
        </button>
    }
}

/// Sends the message. The pressed button goes with it, so the focus moves to the composer, which
/// keeps what is written in it.
fn say(ui: &Ui, message: String) {
    ui.actions.say(message);
    if let Some(composer) = ui.focus.composer.first() {
        let _ = composer.focus();
    }
}
