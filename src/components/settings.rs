//! The settings of the standalone page, in a dialog.
//!
//! Not responsible for keeping them, nor for what they change.

use leptos::prelude::*;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use web_sys::{Event, HtmlDialogElement, HtmlInputElement, HtmlSelectElement};

use super::{OnEnter, button, follow_dialog};
use crate::dom::{El, el};
use crate::i18n::Catalogue;

/// What a person can set. Unknown or missing fields of a stored one take their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each switch of the dialog"
)]
pub struct Settings {
    /// `auto`, `light` or `dark`.
    pub theme: Theme,
    /// How close things stand.
    pub density: Density,
    /// A language tag; empty for the browser's.
    pub locale: String,
    /// The agent's address; empty for the page's own.
    pub agent_url: String,
    /// Whether a running card shows its activities at once.
    pub expand_steps: bool,
    /// What Enter does while the agent works.
    pub on_enter: OnEnter,
    /// Interjections wait for the agent's response to end.
    pub after_response: bool,
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

/// How close things stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Density {
    /// With room between them.
    #[default]
    Comfortable,
    /// With more of them on a screen.
    Compact,
}

impl Density {
    /// Its name in attributes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comfortable => "comfortable",
            Self::Compact => "compact",
        }
    }

    /// The density of this name; any other name is `Comfortable`.
    pub fn of(name: &str) -> Self {
        match name {
            "compact" => Self::Compact,
            _ => Self::Comfortable,
        }
    }
}

/// How a chat looks. Clones are handles to the same.
#[derive(Clone, Copy, Default)]
pub struct Look {
    /// Light or dark.
    pub theme: RwSignal<Theme>,
    /// How close things stand.
    pub density: RwSignal<Density>,
}

/// The languages, each in its own words.
const LANGUAGES: [(&str, &str); 3] = [("en", "English"), ("fr", "Français"), ("ar", "العربية")];

/// The dialog. It is modal while `open`; the browser gives the focus back when it closes.
/// `on_save` takes what was set.
pub fn settings_dialog(
    texts: &'static Catalogue,
    open: RwSignal<bool>,
    settings: &Settings,
    on_save: impl Fn(Settings) + 'static,
) -> El {
    let dialog = el("dialog")
        .class("mt-dialog")
        .attr("aria-labelledby", "midturn-settings")
        .attr("data-testid", "settings");
    let shown: HtmlDialogElement = dialog.cast();
    follow_dialog(&shown, &open);

    let fields = Rc::new(Fields::new(texts, settings));
    let save = {
        let (open, fields) = (open.clone(), fields.clone());
        move |event: Event| {
            event.prevent_default();
            // At once: what is saved may draw the dialog anew, and the focus goes back before.
            shown.close();
            open.set(false);
            on_save(fields.read());
        }
    };
    let help = el("span")
        .class("mt-field__help")
        .attr("id", "midturn-agent-url")
        .text(texts.agent_url_help);
    let check = |input: &El, said: &str| {
        el("label")
            .class("mt-field mt-field--check")
            .child(input.clone())
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
        .child(field(texts.theme, &fields.theme))
        .child(field(texts.answer.density, &fields.density))
        .child(field(texts.language, &fields.locale))
        .child(field(texts.on_enter, &fields.on_enter))
        .child(field(texts.agent_url, &fields.agent_url).child(help))
        .child(check(&fields.after_response, texts.speak.after_response))
        .child(check(&fields.expand, texts.expand_steps))
        .child(check(&fields.notify, texts.notify))
        .child(check(&fields.keys, texts.keys.shortcuts_on))
        .child(bar(texts, open.clone()));
    dialog
        .on("close", move |_: Event| open.set(false))
        .child(form)
}

/// The controls of the form.
struct Fields {
    theme: El,
    density: El,
    locale: El,
    on_enter: El,
    agent_url: El,
    after_response: El,
    expand: El,
    notify: El,
    keys: El,
}

impl Fields {
    fn new(texts: &Catalogue, settings: &Settings) -> Self {
        let themes = [
            (Theme::Auto.name(), texts.theme_auto),
            (Theme::Light.name(), texts.theme_light),
            (Theme::Dark.name(), texts.theme_dark),
        ];
        let (roomy, close) = (Density::Comfortable.name(), Density::Compact.name());
        let densities = [
            (roomy, texts.answer.density_comfortable),
            (close, texts.answer.density_compact),
        ];
        let enters = [
            (OnEnter::Queue.name(), texts.on_enter_queue),
            (OnEnter::Interject.name(), texts.on_enter_interject),
            (OnEnter::Replace.name(), texts.on_enter_replace),
        ];
        let languages = [("", texts.language_auto)].into_iter().chain(LANGUAGES);
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
        Self {
            theme: choice("theme", settings.theme.name(), themes),
            density: choice("density", settings.density.name(), densities),
            locale: choice("locale", &settings.locale, languages),
            on_enter: choice("on-enter", settings.on_enter.name(), enters),
            agent_url,
            after_response: check_box("after-response", settings.after_response),
            expand: check_box("expand-steps", settings.expand_steps),
            notify: check_box("notify", settings.notify),
            keys: check_box("shortcuts", !settings.no_shortcuts),
        }
    }

    fn read(&self) -> Settings {
        let chosen = |select: &El| select.cast::<HtmlSelectElement>().value();
        let checked = |input: &El| input.cast::<HtmlInputElement>().checked();
        let url = self.agent_url.cast::<HtmlInputElement>().value();
        Settings {
            theme: Theme::of(&chosen(&self.theme)),
            density: Density::of(&chosen(&self.density)),
            locale: chosen(&self.locale),
            agent_url: url.trim().to_owned(),
            expand_steps: checked(&self.expand),
            on_enter: OnEnter::of(&chosen(&self.on_enter)),
            after_response: checked(&self.after_response),
            notify: checked(&self.notify),
            no_shortcuts: !checked(&self.keys),
        }
    }
}

fn check_box(name: &str, checked: bool) -> El {
    let input = el("input").attr("type", "checkbox").attr("name", name);
    input.cast::<HtmlInputElement>().set_checked(checked);
    input
}

/// A list of values to choose one from, with their names.
fn choice<'a>(
    name: &str,
    chosen: &str,
    values: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> El {
    let select = el("select").class("mt-select").attr("name", name);
    values.into_iter().fold(select, |select, (value, label)| {
        let option = el("option").attr("value", value).text(label);
        select.child(if value == chosen {
            option.attr("selected", "")
        } else {
            option
        })
    })
}

fn label(said: &str) -> El {
    el("span").class("mt-field__label").text(said)
}

fn field(said: &str, control: &El) -> El {
    el("label")
        .class("mt-field")
        .child(label(said))
        .child(control.clone())
}

fn bar(texts: &Catalogue, open: RwSignal<bool>) -> El {
    let save = el("button")
        .attr("type", "submit")
        .class("mt-button mt-button--primary")
        .text(texts.save);
    el("div")
        .class("mt-dialog__bar")
        .child(button("mt-button", move || open.set(false)).text(texts.close))
        .child(save)
}
