//! The settings dialog of the standalone page.
//!
//! Not responsible for storing or applying the settings.

use leptos::html;
use leptos::prelude::*;
use web_sys::SubmitEvent;

use super::Settings;
use super::agent::Agent;
use super::always::AlwaysAllowed;
use super::choice::{Choice, Values};
use crate::components::{Dialog, Ui};
use crate::i18n::Locale;
use crate::preferences::{Density, OnEnter, Theme};

/// The dialog. It is modal while `open`; the browser restores the focus when it closes.
#[component]
pub fn SettingsDialog(
    /// Whether it is open.
    open: RwSignal<bool>,
    /// The current settings.
    settings: Settings,
    /// The protocols that can be chosen: pairs of a name and its label.
    protocols: Values,
    /// Called with the new settings.
    on_save: Callback<Settings>,
    /// What follows the settings.
    children: Children,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let dialog = NodeRef::<html::Dialog>::new();
    let draft = RwSignal::new(settings);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        // Close first: saving may redraw the dialog, and the focus must be restored before that.
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
        open.set(false);
        on_save.run(draft.get_untracked());
    };
    view! {
        <Dialog open labelled_by="midturn-settings" testid="settings" dialog>
            <form class="mt-dialog__form" on:submit=save>
                <h2 class="mt-dialog__title" id="midturn-settings">
                    {texts.settings}
                </h2>
                <Choices draft/>
                <Agent draft protocols/>
                <Switches draft/>
                <AlwaysAllowed/>
                {children()}
                <div class="mt-dialog__bar">
                    <button type="button" class="mt-button" on:click=move |_| open.set(false)>
                        {texts.close}
                    </button>
                    <button type="submit" class="mt-button mt-button--primary">
                        {texts.save}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// The settings with several options.
#[component]
fn Choices(draft: RwSignal<Settings>) -> impl IntoView {
    let texts = Ui::get().texts;
    let Settings {
        theme,
        density,
        locale,
        on_enter,
        ..
    } = draft.get_untracked();
    let themes = vec![
        (Theme::Auto.name(), texts.theme_auto),
        (Theme::Light.name(), texts.theme_light),
        (Theme::Dark.name(), texts.theme_dark),
    ];
    let (roomy, close) = (Density::Comfortable.name(), Density::Compact.name());
    let densities = vec![
        (roomy, texts.answer.density_comfortable),
        (close, texts.answer.density_compact),
    ];
    let languages = Locale::ALL.map(|locale| (locale.tag(), locale.name()));
    let languages = std::iter::once(("", texts.language_auto)).chain(languages);
    let enters = vec![
        (OnEnter::Queue.name(), texts.on_enter_queue),
        (OnEnter::Interject.name(), texts.on_enter_interject),
        (OnEnter::Replace.name(), texts.on_enter_replace),
    ];
    let choose = |set: fn(&mut Settings, String)| {
        Callback::new(move |chosen| draft.update(|draft| set(draft, chosen)))
    };
    view! {
        <Choice
            name="theme"
            label=texts.theme
            chosen=theme.name()
            values=themes
            choose=choose(|draft, name| draft.theme = Theme::of(&name))
        />
        <Choice
            name="density"
            label=texts.answer.density
            chosen=density.name()
            values=densities
            choose=choose(|draft, name| draft.density = Density::of(&name))
        />
        <Choice
            name="locale"
            label=texts.language
            chosen=locale
            values=languages.collect()
            choose=choose(|draft, tag| draft.locale = tag)
        />
        <Choice
            name="on-enter"
            label=texts.on_enter
            chosen=on_enter.name()
            values=enters
            choose=choose(|draft, name| draft.on_enter = OnEnter::of(&name))
        />
    }
}

/// The settings that are on or off.
#[component]
fn Switches(draft: RwSignal<Settings>) -> impl IntoView {
    let texts = Ui::get().texts;
    let held = draft.get_untracked();
    let switch = |set: fn(&mut Settings, bool)| {
        Callback::new(move |on| draft.update(|draft| set(draft, on)))
    };
    view! {
        <Switch
            name="after-response"
            label=texts.speak.after_response
            on=held.after_response
            switch=switch(|draft, on| draft.after_response = on)
        />
        <Switch
            name="expand-steps"
            label=texts.expand_steps
            on=held.expand_steps
            switch=switch(|draft, on| draft.expand_steps = on)
        />
        <Switch
            name="notify"
            label=texts.notify
            on=held.notify
            switch=switch(|draft, on| draft.notify = on)
        />
        <Switch
            name="shortcuts"
            label=texts.keys.shortcuts_on
            on=!held.no_shortcuts
            switch=switch(|draft, on| draft.no_shortcuts = !on)
        />
    }
}

#[component]
fn Switch(
    name: &'static str,
    label: &'static str,
    on: bool,
    switch: Callback<bool>,
) -> impl IntoView {
    view! {
        <label class="mt-field mt-field--check">
            <input
                type="checkbox"
                name=name
                prop:checked=on
                on:change=move |event| switch.run(event_target_checked(&event))
            />
            <span class="mt-field__label">{label}</span>
        </label>
    }
    .into_any()
}
