//! A line that says that the browser has no connection.
//!
//! Not responsible for trying again; the driver does.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use web_sys::Node;

use crate::components::Ui;
use crate::components::icon::{IconName, icon};
use crate::dom::{el, show};
use crate::hooks::Listener;
use crate::hooks::keep;

/// The line, while there is no connection.
pub(super) fn offline(ui: &Ui) -> Node {
    let off = ArcRwSignal::new(!online());
    if let Some(window) = web_sys::window() {
        for kind in ["online", "offline"] {
            let off = off.clone();
            let call = move |_| off.set_if_new(!online());
            keep(Listener::new(&window, kind, false, Box::new(call)));
        }
    }
    let said = ui.texts.answer.offline;
    show(
        move || off.get(),
        move || {
            el("p")
                .class("mt-offline")
                .attr("role", "status")
                .child(icon(IconName::Interrupted))
                .child(el("span").text(said))
        },
    )
}

fn online() -> bool {
    web_sys::window().is_none_or(|window| window.navigator().on_line())
}
