//! The tab of parts and slots.

use leptos::prelude::*;

use super::field::{Row, Switch, TextField};
use super::offer::{parts, slots};
use super::state::State;
use crate::components::flag;

/// The parts, then the slots.
#[component]
pub(super) fn Places() -> impl IntoView {
    let State {
        texts, outlined, ..
    } = State::get();
    let texts = &texts.places;
    let chosen = move || outlined.get().map(|name| view! { <Declarations name/> });
    view! {
        <section class="mt-play__group">
            <h2 class="mt-play__heading">{texts.parts}</h2>
            <p class="mt-play__help">{texts.parts_help}</p>
            <div class="mt-play__chips" role="group" aria-label=texts.parts>
                {parts().into_iter().map(|name| view! { <Part name/> }).collect_view()}
            </div>
            {chosen}
        </section>
        <section class="mt-play__group">
            <h2 class="mt-play__heading">{texts.slots}</h2>
            {slots().into_iter().map(|name| view! { <Slot name/> }).collect_view()}
        </section>
    }
}

/// A button that outlines a part in the chat.
#[component]
fn Part(name: &'static str) -> impl IntoView {
    let State {
        settings, outlined, ..
    } = State::get();
    let is_on = Memo::new(move |_| outlined.get() == Some(name));
    let is_set = Memo::new(move |_| settings.with(|held| held.parts.contains_key(name)));
    view! {
        <button
            type="button"
            class="mt-play__chip"
            class:mt-play__chip--set=move || is_set.get()
            aria-pressed=move || flag(is_on.get())
            on:click=move |_| outlined.set((!is_on.get_untracked()).then_some(name))
        >
            <bdi>{name}</bdi>
        </button>
    }
}

/// The declarations of the chosen part.
#[component]
fn Declarations(name: &'static str) -> impl IntoView {
    let State {
        texts, settings, ..
    } = State::get();
    let id = "midturn-play-declarations";
    let value = Signal::derive(move || {
        settings.with(|held| held.parts.get(name).cloned().unwrap_or_default())
    });
    let choose = Callback::new(move |value: String| {
        settings.update(|held| held.set_part(name, &value));
    });
    view! {
        <p class="mt-play__said">{(texts.part)(name)}</p>
        <Row id name=format!("::part({name})") about=texts.places.declarations>
            <TextField id example="border: 2px solid" value choose/>
        </Row>
    }
}

/// A slot, with a text for it.
#[component]
fn Slot(name: &'static str) -> impl IntoView {
    let State {
        texts, settings, ..
    } = State::get();
    let id = format!("midturn-play-slot-{name}");
    let content = Signal::derive(move || settings.with(|held| held.slots.get(name).cloned()));
    let on = Memo::new(move |_| content.with(Option::is_some));
    let switch = Callback::new(move |on: bool| {
        let text = on.then(|| (texts.sample_slot)(name).to_owned());
        settings.update(|held| held.set_slot(name, text));
    });
    let typed = move |event| {
        let text = event_target_value(&event);
        settings.update(|held| held.set_slot(name, Some(text)));
    };
    let field = move || {
        on.get().then(|| {
            view! {
                <input
                    class="mt-input"
                    type="text"
                    dir="auto"
                    aria-label=(texts.places.slot_text)(name)
                    prop:value=move || content.get().unwrap_or_default()
                    on:input=typed
                />
            }
        })
    };
    view! {
        <Row id=id.clone() name about=(texts.slot)(name)>
            {field}
            <Switch id on=on.into() switch/>
        </Row>
    }
}
