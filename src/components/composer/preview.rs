//! How the agent will read an interjection.
//!
//! Not responsible for when it does.

use leptos::prelude::*;
use web_sys::Node;

use super::Field;
use super::fate::{Situation, works};
use crate::components::OnEnter;
use crate::dom::{all, choose, el, show};

/// The preview, while an interjection is what is looked at.
pub(super) fn preview(field: &Field) -> Node {
    let (asked, field) = (field.clone(), field.clone());
    let wanted = move || {
        let situation = Situation::of(&asked.ui.cells);
        situation.is_busy()
            && asked.intended() == OnEnter::Interject
            && !asked.blank.get()
            && !asked.has_files()
    };
    show(wanted, move || {
        let (texts, said) = (field.ui.texts, field.said.clone());
        let cells = field.ui.cells.clone();
        let with_results = move || {
            let target = cells.target.with(|view| view.target.clone());
            Situation::of(&cells) == Situation::Working && works(&cells, &target)
        };
        let native = field.ui.cells.target.clone();
        let lines = choose(with_results, move |with_results| {
            let said = said.clone();
            let inside = with_results && native.with(|view| view.native);
            // An agent that is told inside the run has it in the last result; else it is a message.
            let read: fn(&str) -> String = if inside {
                |text| ["[User feedback: ", text, "]"].concat()
            } else {
                str::to_owned
            };
            let label = if with_results {
                texts.speak.preview_results
            } else {
                texts.speak.preview_message
            };
            let text = move || said.with(|said| read(said.trim()));
            let label = el("span").class("mt-preview__label").text(label);
            let text = el("span")
                .class("mt-preview__text")
                .attr("dir", "auto")
                .live_text(text);
            Some(all([label.into(), text.into()]))
        });
        el("div")
            .class("mt-preview")
            .attr("data-testid", "composer-preview")
            .child(lines)
    })
}
