//! The settings of the standalone page, in a dialog.
//!
//! Not responsible for keeping them, nor for what they change.

use serde::{Deserialize, Serialize};
use web_sys::{Event, HtmlDialogElement, HtmlInputElement, HtmlSelectElement};

use super::{OnEnter, button, follow_dialog};
use crate::dom::{El, el};
use crate::i18n::Catalogue;
use crate::reactive::Signal;

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
    /// What Enter does while the agent works.
    pub on_enter: OnEnter,
    /// A turn that ends unseen is told by the system.
    pub notify: bool,
    /// The keys that are one character, and Escape twice, do nothing.
    pub no_shortcuts: bool,
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
/// `on_save` takes what was set.
pub fn settings_dialog(
    texts: &'static Catalogue,
    open: Signal<bool>,
    settings: &Settings,
    on_save: impl Fn(Settings) + 'static,
) -> El {
    let dialog = el("dialog")
        .class("mt-dialog")
        .attr("aria-labelledby", "midturn-settings")
        .attr("data-testid", "settings");
    let shown: HtmlDialogElement = dialog.cast();
    follow_dialog(&shown, &open);

    let theme = el("select").class("mt-select").attr("name", "theme");
    for (value, label) in [
        (Theme::Auto, texts.theme_auto),
        (Theme::Light, texts.theme_light),
        (Theme::Dark, texts.theme_dark),
    ] {
        add_option(&theme, value.name(), label, value == settings.theme);
    }
    let locale = el("select").class("mt-select").attr("name", "locale");
    add_option(&locale, "", texts.language_auto, settings.locale.is_empty());
    for (tag, name) in LANGUAGES {
        add_option(&locale, tag, name, settings.locale == tag);
    }
    let on_enter = el("select").class("mt-select").attr("name", "on-enter");
    for (value, label) in [
        (OnEnter::Queue, texts.on_enter_queue),
        (OnEnter::Interject, texts.on_enter_interject),
        (OnEnter::Replace, texts.on_enter_replace),
    ] {
        add_option(&on_enter, value.name(), label, value == settings.on_enter);
    }
    let agent_url = el("input")
        .class("mt-input")
        .attr("type", "text")
        .attr("name", "agent-url")
        .attr("inputmode", "url")
        .attr("dir", "ltr")
        .attr("placeholder", "/agui")
        .attr("aria-describedby", "midturn-agent-url");
    agent_url
        .cast::<HtmlInputElement>()
        .set_value(&settings.agent_url);
    let expand = check_box("expand-steps", settings.expand_steps);

    let notify = check_box("notify", settings.notify);
    let keys = check_box("shortcuts", !settings.no_shortcuts);
    let (notifies, keyed) = (
        notify.cast::<HtmlInputElement>(),
        keys.cast::<HtmlInputElement>(),
    );
    let save = {
        let (theme, locale) = (
            theme.cast::<HtmlSelectElement>(),
            locale.cast::<HtmlSelectElement>(),
        );
        let (agent_url, expand) = (
            agent_url.cast::<HtmlInputElement>(),
            expand.cast::<HtmlInputElement>(),
        );
        let (open, enters) = (open.clone(), on_enter.cast::<HtmlSelectElement>());
        move |event: Event| {
            event.prevent_default();
            // At once: what is saved may draw the dialog anew, and the focus goes back before.
            shown.close();
            open.set(false);
            on_save(Settings {
                theme: Theme::of(&theme.value()),
                locale: locale.value(),
                agent_url: agent_url.value().trim().to_owned(),
                expand_steps: expand.checked(),
                on_enter: OnEnter::of(&enters.value()),
                notify: notifies.checked(),
                no_shortcuts: !keyed.checked(),
            });
        }
    };
    let help = el("span")
        .class("mt-field__help")
        .attr("id", "midturn-agent-url")
        .text(texts.agent_url_help);
    let check = |input: El, said: &str| {
        el("label")
            .class("mt-field mt-field--check")
            .child(input)
            .child(label(said))
    };
    let title = el("h2")
        .class("mt-dialog__title")
        .attr("id", "midturn-settings")
        .text(texts.settings);
    let form = el("form")
        .class("mt-dialog__form")
        .on("submit", save)
        .child(title)
        .child(field(texts.theme, theme))
        .child(field(texts.language, locale))
        .child(field(texts.on_enter, on_enter))
        .child(field(texts.agent_url, agent_url).child(help))
        .child(check(expand, texts.expand_steps))
        .child(check(notify, texts.notify))
        .child(check(keys, texts.keys.shortcuts_on))
        .child(bar(texts, open.clone()));
    dialog
        .on("close", move |_: Event| open.set(false))
        .child(form)
}

fn check_box(name: &str, checked: bool) -> El {
    let input = el("input").attr("type", "checkbox").attr("name", name);
    input.cast::<HtmlInputElement>().set_checked(checked);
    input
}

fn add_option(select: &El, value: &str, label: &str, selected: bool) {
    let option = el("option").attr("value", value).text(label);
    let option = if selected {
        option.attr("selected", "")
    } else {
        option
    };
    // Fails for a node around itself alone.
    let _ = select.element().append_child(option.element());
}

fn label(said: &str) -> El {
    el("span").class("mt-field__label").text(said)
}

fn field(said: &str, control: El) -> El {
    el("label")
        .class("mt-field")
        .child(label(said))
        .child(control)
}

fn bar(texts: &Catalogue, open: Signal<bool>) -> El {
    let save = el("button")
        .attr("type", "submit")
        .class("mt-button mt-button--primary")
        .text(texts.save);
    el("div")
        .class("mt-dialog__bar")
        .child(button("mt-button", move || open.set(false)).text(texts.close))
        .child(save)
}
