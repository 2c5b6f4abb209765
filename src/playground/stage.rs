//! The live element, and the buttons that send scenes of the reference agent.

use leptos::html::Div;
use leptos::prelude::*;

use super::live;
use super::offer::{SCENES, slots};
use super::state::State;
use super::tab::Tab;
use crate::style;

/// The element with its slots.
#[component]
pub(super) fn Stage() -> impl IntoView {
    let state = State::get();
    let texts = state.texts;
    let around = NodeRef::<Div>::new();
    Effect::new(move || {
        if let Some(around) = around.get() {
            state.log.listen(&around);
        }
    });
    let sheet = StoredValue::new_local(style::adopt_text(&document(), ""));
    Effect::new(move || {
        let outlined = state.outlined.get();
        let outlined = outlined.filter(|_| state.tab.get() == Tab::Places);
        let css = state.settings.with(|held| live::style(held, outlined));
        sheet.with_value(|sheet| {
            if let Some(sheet) = sheet {
                style::write(sheet, &css);
            }
        });
    });
    let class = move || {
        let theme = state.settings.with(|held| held.theme.clone());
        if theme.is_empty() {
            "mt-play__chat".to_owned()
        } else {
            format!("mt-play__chat midturn-{theme}")
        }
    };
    let scene = |scene: &'static str| {
        view! {
            <button
                type="button"
                class="mt-play__chip"
                on:click=move |_| state.send(scene)
            >
                <bdi>{scene}</bdi>
            </button>
        }
    };
    view! {
        <section class="mt-play__stage" aria-label=texts.stage>
            <div class="mt-play__scenes" role="group" aria-label=texts.scenes>
                <span class="mt-play__help" aria-hidden="true">
                    {texts.scenes}
                </span>
                {SCENES.into_iter().map(scene).collect_view()}
            </div>
            <p class="mt-play__error" role="alert">
                {move || state.refused.get()}
            </p>
            <div class="mt-play__around" node_ref=around>
                <midturn-chat class=class node_ref=state.chat>
                    {slots().into_iter().map(|name| view! { <Slot name/> }).collect_view()}
                </midturn-chat>
            </div>
        </section>
    }
}

/// What is in a slot.
#[component]
fn Slot(name: &'static str) -> impl IntoView {
    let settings = State::get().settings;
    let content = Memo::new(move |_| settings.with(|held| held.slots.get(name).cloned()));
    move || {
        content.with(Option::is_some).then(|| {
            view! {
                <span slot=name class="mt-play__slot">
                    {move || content.get()}
                </span>
            }
        })
    }
}
