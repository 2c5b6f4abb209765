//! The settings about what keys do.

use leptos::prelude::*;
use midturn_core::delivery::DeliveryMode;

use super::choice::Choice;
use super::group::Group;
use super::held::Held;
use super::switch::Switch;
use crate::components::Surface;

/// The group.
#[component]
pub(super) fn Keys(held: Held) -> impl IntoView {
    let texts = Surface::get().texts;
    let enters = vec![
        (DeliveryMode::Queue.name(), texts.on_enter_queue),
        (DeliveryMode::Interject.name(), texts.on_enter_interject),
        (DeliveryMode::Replace.name(), texts.on_enter_replace),
    ];
    let enter = Callback::new(move |name: String| {
        held.set(|new| new.on_enter = DeliveryMode::named(&name).unwrap_or_default());
    });
    view! {
        <Group id="midturn-settings-keys" title=texts.setup.keys>
            <Choice
                name="on-enter"
                label=texts.on_enter
                chosen=held.get(|now| now.on_enter.name().to_owned())
                values=enters
                choose=enter
            />
            <Switch
                name="shortcuts"
                label=texts.keys.shortcuts_on
                on=held.get(|now| !now.no_shortcuts)
                switch=Callback::new(move |on: bool| held.set(|new| new.no_shortcuts = !on))
            />
        </Group>
    }
}
