//! Dropping files onto a chat, with a zone that says so while some are dragged over it.
//!
//! Not responsible for what is taken. Who has no mouse has the button. What is drawn is made by the
//! drag: a page that opens has one listener alone.

use leptos::prelude::*;
use web_sys::{DragEvent, Element, Node};

use super::add::{attach, files_of};
use super::allowed::Allowed;
use super::list::styled;
use crate::components::Ui;
use crate::components::icon::{IconName, icon};
use crate::dom::{El, el};

/// The zone, while there is one.
const ZONE: &str = ":scope > .mt-drop";

/// Lets files be dropped onto a chat.
pub fn droppable(ui: &Ui, chat: El) -> El {
    ["dragover", "dragleave", "drop"]
        .into_iter()
        .fold(chat, |chat, kind| {
            let (ui, around) = (ui.clone(), chat.element().clone());
            chat.on(kind, move |event: DragEvent| dragged(&ui, &around, &event))
        })
}

fn dragged(ui: &Ui, chat: &Element, event: &DragEvent) {
    let zone = chat.query_selector(ZONE).ok().flatten();
    let takes = takes(ui, event);
    match (event.type_().as_str(), zone) {
        ("dragover", zone) => {
            if takes {
                event.prevent_default();
                if zone.is_none() {
                    let _ = chat.append_child(&draw(ui).into());
                }
            }
        }
        ("dragleave", zone) => {
            let to = event.related_target();
            let to = to.as_ref().and_then(wasm_bindgen::JsCast::dyn_ref::<Node>);
            if let (Some(zone), false) = (zone, chat.contains(to)) {
                zone.remove();
            }
        }
        (_, zone) => {
            if let Some(zone) = zone {
                zone.remove();
            }
            if let (true, Some(data)) = (takes, event.data_transfer()) {
                event.prevent_default();
                attach(ui, &files_of(&data));
            }
        }
    }
}

fn draw(ui: &Ui) -> El {
    styled(el("div").class("mt-drop"))
        .attr("data-testid", "attachment-drop")
        .child(icon(IconName::Attach))
        .child(el("p").text(ui.texts.attach.drop_here))
}

/// Whether there are files among what is dragged, and files may be attached.
fn takes(ui: &Ui, event: &DragEvent) -> bool {
    let kinds = event.data_transfer().map(|data| data.types());
    let files = kinds.is_some_and(|kinds| kinds.includes(&"Files".into(), 0));
    files && !ui.attaching.allowed.with_untracked(Allowed::off)
}
