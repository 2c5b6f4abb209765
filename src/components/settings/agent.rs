//! The settings about the agent: its address, and its protocol.

use leptos::prelude::*;
use leptos::web_sys::{Event, HtmlInputElement};

use super::Settings;
use super::choice::{Choice, Values};
use crate::components::Ui;

/// The fields.
#[component]
pub(super) fn Agent(draft: RwSignal<Settings>, protocols: Values) -> impl IntoView {
    let texts = Ui::get().texts;
    let names = std::iter::once(("", texts.backend.protocol_auto)).chain(protocols);
    let has_options = Memo::new(move |_| draft.with(|draft| !draft.protocol.is_empty()));
    view! {
        <Url draft/>
        <Choice
            name="protocol"
            label=texts.backend.protocol
            chosen=draft.with_untracked(|draft| draft.protocol.clone())
            values=names.collect()
            choose=Callback::new(move |name| draft.update(|draft| draft.protocol = name))
        />
        <Show when=move || has_options.get()>
            <Options draft/>
        </Show>
    }
}

#[component]
fn Url(draft: RwSignal<Settings>) -> impl IntoView {
    let texts = Ui::get().texts;
    let typed = move |event| {
        let url = event_target_value(&event).trim().to_owned();
        draft.update(|draft| draft.agent_url = url);
    };
    view! {
        <label class="mt-field">
            <span class="mt-field__label">{texts.agent_url}</span>
            <input
                class="mt-input"
                type="text"
                name="agent-url"
                inputmode="url"
                dir="ltr"
                placeholder="/agui"
                aria-describedby="midturn-agent-url"
                prop:value=draft.with_untracked(|draft| draft.agent_url.clone())
                on:input=typed
            />
            <span class="mt-field__help" id="midturn-agent-url">
                {texts.agent_url_help}
            </span>
        </label>
    }
}

/// What the protocol is configured with. The browser refuses to submit anything but a JSON object.
#[component]
fn Options(draft: RwSignal<Settings>) -> impl IntoView {
    let Ui { texts, json, .. } = Ui::get();
    let typed = move |event: Event| {
        let field = event_target::<HtmlInputElement>(&event);
        let options = field.value().trim().to_owned();
        let is_object = options.starts_with('{') && (json.is_value)(&options);
        let is_bad = !options.is_empty() && !is_object;
        field.set_custom_validity(if is_bad {
            texts.backend.options_bad
        } else {
            ""
        });
        draft.update(|draft| draft.protocol_options = options);
    };
    view! {
        <label class="mt-field">
            <span class="mt-field__label">{texts.backend.options}</span>
            <input
                class="mt-input"
                type="text"
                name="protocol-options"
                dir="ltr"
                autocomplete="off"
                spellcheck="false"
                aria-describedby="midturn-protocol-options"
                prop:value=draft.with_untracked(|draft| draft.protocol_options.clone())
                on:input=typed
            />
            <span class="mt-field__help" id="midturn-protocol-options">
                {texts.backend.options_help}
            </span>
        </label>
    }
    .into_any()
}
