//! What a conversation shows before its first message, and while it is loading.

use leptos::prelude::*;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};

/// A short welcome, and a button for the tour if there is one.
#[component]
pub(super) fn Empty() -> impl IntoView {
    let Ui {
        texts,
        tour,
        actions,
        ..
    } = Ui::get();
    let begin = move |_| {
        if let Some(message) = tour.get_untracked() {
            actions.say(message);
        }
    };
    view! {
        <div class="mt-empty">
            <Icon name=IconName::Logo/>
            <h2 class="mt-empty__title">{texts.empty_title}</h2>
            <p class="mt-empty__body">{texts.empty_body}</p>
            <Show when=move || tour.with(Option::is_some)>
                <button
                    type="button"
                    class="mt-button mt-empty__tour"
                    data-testid="tour"
                    on:click=begin
                >
                    <Icon name=IconName::RunNow/>
                    {texts.empty_tour}
                </button>
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
