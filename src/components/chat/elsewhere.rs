//! A line that says that the thread is in another tab, where the person has to know.
//!
//! Not responsible for who drives the thread, nor for what can be written meanwhile.

use leptos::prelude::*;
use midturn_core::sharing::Standing;
use web_sys::Node;

use crate::components::Ui;
use crate::components::icon::{IconName, icon};
use crate::dom::{el, show};

/// The line, while there is something to say.
pub(super) fn elsewhere(ui: &Ui) -> Node {
    let (asked, told, texts) = (
        ui.cells.standing.clone(),
        ui.cells.standing.clone(),
        ui.texts,
    );
    let said = move || match told.get() {
        Standing::Well => "",
        Standing::Unreachable => texts.answer.elsewhere_silent,
        Standing::Reader => texts.answer.elsewhere_reader,
    };
    show(
        move || asked.get() != Standing::Well,
        move || {
            el("p")
                .class("mt-offline")
                .attr("id", "midturn-elsewhere")
                .attr("role", "status")
                .child(icon(IconName::Interrupted))
                .child(el("span").live_text(said.clone()))
        },
    )
}
