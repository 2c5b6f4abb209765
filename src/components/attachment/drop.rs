//! Dropping files onto a chat, with a zone that says so while some are dragged over it.
//!
//! Not responsible for what is taken. Who has no mouse has the button.

use web_sys::{DragEvent, Node};

use super::add::{attach, files_of};
use super::list::styled;
use crate::components::Ui;
use crate::components::icon::{IconName, icon};
use crate::dom::{El, el, show};
use crate::reactive::Signal;

/// Lets files be dropped onto a chat.
pub fn droppable(ui: &Ui, chat: El) -> El {
    let over = Signal::new(false);
    let (entered, left, done) = (over.clone(), over.clone(), over.clone());
    let (asked, dropped, texts) = (ui.clone(), ui.clone(), ui.texts);
    let around = chat.element().clone();
    chat.on("dragover", move |event: DragEvent| {
        if takes(&asked, &event) {
            event.prevent_default();
            entered.set_if_new(true);
        }
    })
    .on("dragleave", move |event: DragEvent| {
        let to = event.related_target();
        let to = to.as_ref().and_then(wasm_bindgen::JsCast::dyn_ref::<Node>);
        if !around.contains(to) {
            left.set_if_new(false);
        }
    })
    .on("drop", move |event: DragEvent| {
        done.set_if_new(false);
        if takes(&dropped, &event) {
            event.prevent_default();
            if let Some(data) = event.data_transfer() {
                attach(&dropped, &files_of(&data));
            }
        }
    })
    .child(show(
        move || over.get(),
        move || {
            styled(el("div").class("mt-drop"))
                .attr("data-testid", "attachment-drop")
                .child(icon(IconName::Attach))
                .child(el("p").text(texts.attach.drop_here))
        },
    ))
}

/// Whether there are files among what is dragged, and files may be attached.
#[inline(never)]
fn takes(ui: &Ui, event: &DragEvent) -> bool {
    let kinds = event.data_transfer().map(|data| data.types());
    let files = kinds.is_some_and(|kinds| kinds.includes(&"Files".into(), 0));
    files && ui.attaching.allowed.with_untracked(|allowed| !allowed.off)
}
