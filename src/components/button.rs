//! Buttons.
//!
//! Not responsible for how they look, which their classes say.

use web_sys::Event;

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
