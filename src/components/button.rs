//! Buttons.
//!
//! Not responsible for how they look, which their classes say.

use leptos::prelude::*;
use web_sys::Event;

use super::Ui;
use super::icon::{IconName, icon};
use crate::dom::{El, el};

/// A button that calls back when it is pressed. It submits no form.
pub fn button(class: &str, mut press: impl FnMut() + 'static) -> El {
    el("button")
        .attr("type", "button")
        .class(class)
        .on("click", move |_: Event| press())
}

/// A button that is an icon alone, with its name for who cannot see it.
pub fn icon_button(class: &str, name: &str, shown: IconName, press: impl FnMut() + 'static) -> El {
    button(class, press)
        .attr("aria-label", name)
        .child(icon(shown))
}

/// A button that opens and closes what is below it in the transcript, with whether it is open. A
/// reader is left where they are.
pub fn disclosure(ui: &Ui, class: &str) -> (El, ArcRwSignal<bool>) {
    let open = ArcRwSignal::new(false);
    let (told, scroll) = (open.clone(), ui.scroll);
    let toggled = open.clone();
    let press = move || {
        scroll.release();
        toggled.update(|open| *open = !*open);
    };
    let button = button(class, press).live("aria-expanded", move || flag(told.get()));
    (button, open)
}

/// The value of an attribute that says `true` or `false`, as those of ARIA do.
pub fn flag(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}
