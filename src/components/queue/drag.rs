//! Moving a prompt by dragging it onto another one's place.
//!
//! Not responsible for moving it with the keyboard, nor for the order.

use midturn_core::id::MessageId;
use midturn_core::input::QueueInput;
use web_sys::{DragEvent, Event};

use super::item::place_of;
use crate::components::Ui;
use crate::dom::El;
use crate::reactive::Signal;

/// Lets a row be dragged, and be dropped upon.
pub(super) fn draggable(
    row: El,
    ui: &Ui,
    id: &MessageId,
    dragged: &Signal<Option<MessageId>>,
) -> El {
    let over = Signal::new(false);
    let own = id.clone();
    let picked = dragged.clone();
    let start = move |event: DragEvent| {
        if let Some(data) = event.data_transfer() {
            data.set_effect_allowed("move");
            // Firefox drags nothing without data.
            let _ = data.set_data("text/plain", "");
        }
        picked.set(Some(own.clone()));
    };
    let ended = dragged.clone();
    let (wanted, hovered) = (dragged.clone(), over.clone());
    let hover = move |event: Event| {
        if wanted.with_untracked(Option::is_some) {
            event.prevent_default();
            hovered.set(true);
        }
    };
    let left = over.clone();
    let (ui, id, landed, done) = (ui.clone(), id.clone(), dragged.clone(), over.clone());
    let drop = move |event: Event| {
        event.prevent_default();
        done.set(false);
        let moved = landed.get_untracked();
        let place = ui.cells.queue.with_untracked(|queue| place_of(queue, &id));
        if let (Some(id), Some(to)) = (moved, place) {
            landed.set(None);
            let input = QueueInput::Move { id, to };
            ui.actions.queue(&ui.cells.thread, input);
        }
    };
    row.live_class("mt-queue__item--over", move || over.get())
        .on("dragstart", start)
        .on("dragend", move |_: Event| ended.set(None))
        .on("dragover", hover)
        .on("dragleave", move |_: Event| left.set(false))
        .on("drop", drop)
}
