//! The settings about how the page looks.

use leptos::html;
use leptos::prelude::*;

use super::choice::Choice;
use super::group::Group;
use super::held::Held;
use super::switch::Switch;
use crate::components::Surface;
use crate::i18n::Locale;
use crate::preferences::{Density, Theme};

/// The group.
#[component]
pub(super) fn Look(
    held: Held,
    /// Whether the language was just changed here: its list gets the focus back.
    again: bool,
) -> impl IntoView {
    let texts = Surface::get().texts;
    let themes = vec![
        (Theme::Auto.name(), texts.theme_auto),
        (Theme::Light.name(), texts.theme_light),
        (Theme::Dark.name(), texts.theme_dark),
    ];
    let densities = vec![
        (
            Density::Comfortable.name(),
            texts.answer.density_comfortable,
        ),
        (Density::Compact.name(), texts.answer.density_compact),
    ];
    let languages = Locale::ALL.map(|locale| (locale.tag(), locale.name()));
    let languages = std::iter::once(("", texts.language_auto)).chain(languages);
    let list = NodeRef::<html::Select>::new();
    if again {
        // The dialog's own effect is older, so the dialog is open by now.
        Effect::new(move || {
            if let Some(list) = list.get() {
                let _ = list.focus();
            }
        });
    }
    let theme = Callback::new(move |name: String| held.set(|new| new.theme = Theme::of(&name)));
    let density =
        Callback::new(move |name: String| held.set(|new| new.density = Density::of(&name)));
    view! {
        <Group id="midturn-settings-look" title=texts.setup.look>
            <Choice
                name="theme"
                label=texts.theme
                chosen=held.get(|now| now.theme.name().to_owned())
                values=themes
                choose=theme
            />
            <Choice
                name="density"
                label=texts.answer.density
                chosen=held.get(|now| now.density.name().to_owned())
                values=densities
                choose=density
            />
            <Choice
                name="locale"
                label=texts.language
                chosen=held.get(|now| now.locale.clone())
                values=languages.collect()
                choose=Callback::new(move |tag| held.set(|new| new.locale = tag))
                list
            />
            <Switch
                name="expand-steps"
                label=texts.expand_steps
                on=held.get(|now| now.expand_steps)
                switch=Callback::new(move |on| held.set(|new| new.expand_steps = on))
            />
        </Group>
    }
}
