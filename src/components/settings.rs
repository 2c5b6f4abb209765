//! The settings of the standalone page, in a dialog.
//!
//! Not responsible for keeping them, nor for what they change.

use leptos::html::{Dialog, Input, Select};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::Ui;

/// What a person can set. Unknown or missing fields of a stored one take their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `auto`, `light` or `dark`.
    pub theme: Theme,
    /// A language tag; empty for the browser's.
    pub locale: String,
    /// The agent's address; empty for the page's own.
    pub agent_url: String,
    /// Whether a running card shows its activities at once.
    pub expand_steps: bool,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system has it.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// Its name in attributes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of this name; any other name is `Auto`.
    pub fn of(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::Auto,
        }
    }
}

/// The languages, each in its own words.
const LANGUAGES: [(&str, &str); 3] = [("en", "English"), ("fr", "Français"), ("ar", "العربية")];

/// The dialog. It is modal while `open`; the browser gives the focus back when it closes.
#[component]
pub fn SettingsDialog(
    /// Whether it is open.
    open: RwSignal<bool>,
    /// What is set.
    settings: Settings,
    /// Takes what was set.
    #[prop(into)]
    on_save: UnsyncCallback<Settings>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let dialog = NodeRef::<Dialog>::new();
    let (theme, locale) = (NodeRef::<Select>::new(), NodeRef::<Select>::new());
    let (agent_url, expand) = (NodeRef::<Input>::new(), NodeRef::<Input>::new());
    Effect::new(move || {
        let Some(dialog) = dialog.get() else { return };
        if open.get() && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !open.get() && dialog.open() {
            dialog.close();
        }
    });
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let (Some(theme), Some(locale), Some(agent_url), Some(expand)) = (
            theme.get_untracked(),
            locale.get_untracked(),
            agent_url.get_untracked(),
            expand.get_untracked(),
        ) else {
            return;
        };
        open.set(false);
        on_save.run(Settings {
            theme: Theme::of(&theme.value()),
            locale: locale.value(),
            agent_url: agent_url.value().trim().to_owned(),
            expand_steps: expand.checked(),
        });
    };
    let chosen = settings.clone();
    view! {
        <dialog
            class="mt-dialog"
            node_ref=dialog
            aria-labelledby="midturn-settings"
            data-testid="settings"
            on:close=move |_| open.set(false)
        >
            <form class="mt-dialog__form" on:submit=save>
                <h2 class="mt-dialog__title" id="midturn-settings">{texts.settings}</h2>
                <label class="mt-field">
                    <span class="mt-field__label">{texts.theme}</span>
                    <select class="mt-select" name="theme" node_ref=theme>
                        {[
                            (Theme::Auto, texts.theme_auto),
                            (Theme::Light, texts.theme_light),
                            (Theme::Dark, texts.theme_dark),
                        ]
                            .map(|(value, label)| view! {
                                <option value=value.name() selected=value == settings.theme>{label}</option>
                            })
                            .collect_view()}
                    </select>
                </label>
                <label class="mt-field">
                    <span class="mt-field__label">{texts.language}</span>
                    <select class="mt-select" name="locale" node_ref=locale>
                        <option value="" selected=settings.locale.is_empty()>{texts.language_auto}</option>
                        {LANGUAGES
                            .map(|(tag, name)| view! {
                                <option value=tag selected=chosen.locale == tag>{name}</option>
                            })
                            .collect_view()}
                    </select>
                </label>
                <label class="mt-field">
                    <span class="mt-field__label">{texts.agent_url}</span>
                    <input
                        class="mt-input"
                        type="text"
                        name="agent-url"
                        inputmode="url"
                        dir="ltr"
                        placeholder="/agui"
                        node_ref=agent_url
                        prop:value=settings.agent_url
                        aria-describedby="midturn-agent-url"
                    />
                    <span class="mt-field__help" id="midturn-agent-url">{texts.agent_url_help}</span>
                </label>
                <label class="mt-field mt-field--check">
                    <input
                        type="checkbox"
                        name="expand-steps"
                        node_ref=expand
                        prop:checked=settings.expand_steps
                    />
                    <span class="mt-field__label">{texts.expand_steps}</span>
                </label>
                <div class="mt-dialog__bar">
                    <button type="button" class="mt-button" on:click=move |_| open.set(false)>
                        {texts.close}
                    </button>
                    <button type="submit" class="mt-button mt-button--primary">{texts.save}</button>
                </div>
            </form>
        </dialog>
    }
}
