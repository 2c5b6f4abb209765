//! The tab of themes and custom properties.

use leptos::prelude::*;

use super::field::{Row, Segments, TextField, help_id};
use super::offer::{Look, Pair, READY_THEMES, TOKENS, Token, TokenGroup, defaults, pair};
use super::state::State;
use crate::components::icon::{Icon, IconName};

/// The choice of a theme, and the custom properties in groups.
#[component]
pub(super) fn Looks() -> impl IntoView {
    let State {
        texts, settings, ..
    } = State::get();
    let texts = &texts.looks;
    let ready = READY_THEMES.iter().map(|ready| (ready.name, ready.name));
    let ready = std::iter::once(("", texts.none)).chain(ready).collect();
    let shown = vec![
        ("", texts.system),
        ("light", texts.light),
        ("dark", texts.dark),
    ];
    let group = |(group, tokens): (TokenGroup, &'static [Token])| {
        let head = (group == TokenGroup::Colours).then(|| {
            view! {
                <p class="mt-play__columns" aria-hidden="true">
                    <span>{texts.light}</span>
                    <span>{texts.dark}</span>
                </p>
            }
        });
        view! {
            <section class="mt-play__group">
                <h2 class="mt-play__heading">{(texts.group)(group)}</h2>
                {head}
                {tokens.iter().map(|token| view! { <Field token/> }).collect_view()}
            </section>
        }
    };
    view! {
        <section class="mt-play__group mt-play__pair">
            <Segments
                label=texts.ready
                name="midturn-play-ready"
                values=ready
                chosen=Signal::derive(move || settings.with(|held| held.theme.clone()))
                choose=Callback::new(move |name| settings.update(|held| held.theme = name))
            />
            <Segments
                label=texts.shown
                name="midturn-play-shown"
                values=shown
                chosen=Signal::derive(move || settings.with(|held| held.property("theme")))
                choose=Callback::new(move |name: String| {
                    settings.update(|held| held.set_property("theme", &name));
                })
            />
        </section>
        {TOKENS.into_iter().map(group).collect_view()}
    }
}

/// A custom property, with a button that takes it back.
#[component]
fn Field(token: &'static Token) -> impl IntoView {
    let State {
        texts, settings, ..
    } = State::get();
    let Token { name, look, .. } = *token;
    let id = format!("midturn-play{name}");
    let set = Callback::new(move |value: String| {
        settings.update(|held| held.set_token(name, &value));
    });
    let value = Signal::derive(move || {
        settings.with(|held| {
            let own = held.tokens.get(name).cloned();
            own.unwrap_or_else(|| defaults(&held.theme, name).to_owned())
        })
    });
    let is_set = Memo::new(move |_| settings.with(|held| held.tokens.contains_key(name)));
    let control = match look {
        Look::Colour => view! { <Colours id=id.clone() name value set/> }.into_any(),
        Look::Length { .. } => view! { <Length id=id.clone() look value set/> }.into_any(),
        Look::Text => {
            let value = Signal::derive(move || {
                settings.with(|held| held.tokens.get(name).cloned().unwrap_or_default())
            });
            let example = defaults("", name);
            view! { <TextField id=id.clone() example value choose=set/> }.into_any()
        }
    };
    view! {
        <Row id name about=(texts.about)(name)>
            {control}
            <button
                type="button"
                class="mt-button mt-button--icon mt-button--small mt-button--quiet"
                class:mt-play__hidden=move || !is_set.get()
                aria-label=(texts.looks.reset)(name)
                disabled=move || !is_set.get()
                on:click=move |_| set.run(String::new())
            >
                <Icon name=IconName::Undo/>
            </button>
        </Row>
    }
}

/// A colour for each theme.
#[component]
fn Colours(
    id: String,
    name: &'static str,
    value: Signal<String>,
    set: Callback<String>,
) -> impl IntoView {
    let texts = &State::get().texts.looks;
    let held = Memo::new(move |_| {
        value.with(|value| pair(value)).unwrap_or_else(|| Pair {
            light: String::from("#000000"),
            dark: String::from("#ffffff"),
        })
    });
    let help = help_id(&id);
    view! {
        <input
            id=id
            class="mt-play__colour"
            type="color"
            aria-label=(texts.in_light)(name)
            aria-describedby=help.clone()
            prop:value=move || held.with(|held| held.light.clone())
            on:input=move |event| {
                let light = event_target_value(&event);
                set.run(Pair { light, ..held.get() }.css());
            }
        />
        <input
            class="mt-play__colour"
            type="color"
            aria-label=(texts.in_dark)(name)
            aria-describedby=help
            prop:value=move || held.with(|held| held.dark.clone())
            on:input=move |event| {
                let dark = event_target_value(&event);
                set.run(Pair { dark, ..held.get() }.css());
            }
        />
    }
}

/// A slider, with its value.
#[component]
fn Length(id: String, look: Look, value: Signal<String>, set: Callback<String>) -> impl IntoView {
    let Look::Length {
        unit,
        min,
        max,
        step,
        otherwise,
    } = look
    else {
        return ().into_any();
    };
    let number = Memo::new(move |_| {
        value.with(|value| value.trim_end_matches(unit).parse().unwrap_or(otherwise))
    });
    let written = move || format!("{}{unit}", number.get());
    view! {
        <input
            id=id.clone()
            class="mt-play__range"
            type="range"
            min=min.to_string()
            max=max.to_string()
            step=step.to_string()
            aria-describedby=help_id(&id)
            aria-valuetext=written
            prop:value=move || number.get().to_string()
            on:input=move |event| set.run(format!("{}{unit}", event_target_value(&event)))
        />
        <bdi class="mt-play__value">{written}</bdi>
    }
    .into_any()
}
