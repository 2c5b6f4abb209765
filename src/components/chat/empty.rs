//! What a conversation shows before its first message, and before it is known whether there is one.
//!
//! Not responsible for when.

use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button};
use crate::dom::{El, el, show};
use leptos::prelude::*;

/// A short welcome that says what can be done here, and offers the tour where there is one.
pub(super) fn empty(ui: &Ui) -> El {
    let (texts, offered, ui) = (ui.texts, ui.tour.clone(), ui.clone());
    let tour = move || {
        let ui = ui.clone();
        let begin = move || {
            if let Some(message) = ui.tour.get_untracked() {
                ui.actions.say(message);
            }
        };
        button("mt-button mt-empty__tour", begin)
            .attr("data-testid", "tour")
            .child(icon(IconName::RunNow))
            .text(texts.empty_tour)
    };
    el("div")
        .class("mt-empty")
        .child(icon(IconName::Logo))
        .child(el("h2").class("mt-empty__title").text(texts.empty_title))
        .child(el("p").class("mt-empty__body").text(texts.empty_body))
        .child(show(move || offered.with(Option::is_some), tour))
}

/// Where messages will be, while they are being read.
pub(super) fn skeleton() -> El {
    let line = || el("div").class("mt-skeleton__line");
    el("div")
        .class("mt-skeleton")
        .attr("aria-hidden", "true")
        .child(line().class("mt-skeleton__line mt-skeleton__line--said"))
        .child(line())
        .child(line())
        .child(line())
}
