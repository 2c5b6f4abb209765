//! Moving a prompt by dragging it onto another one's place.
//!
//! Not responsible for moving it with the keyboard, nor for the order.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::cmp::Ordering;

use midturn_core::id::MessageId;
use midturn_core::input::QueueInput;
use web_sys::{DragEvent, Event};

use super::item::place_of;
use crate::components::Ui;
use crate::dom::El;

/// On which side of a row the dragged prompt would land.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

/// Lets a row be dragged, and be dropped upon.
pub(super) fn draggable(
    row: El,
    ui: &Ui,
    id: &MessageId,
    dragged: &ArcRwSignal<Option<MessageId>>,
) -> El {
    let over = ArcRwSignal::new(None::<Side>);
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
    let (at, beside, wanted, hovered) = (ui.clone(), id.clone(), dragged.clone(), over.clone());
    let hover = move |event: Event| {
        if let Some(dragged) = wanted.get_untracked() {
            event.prevent_default();
            hovered.set_if_new(side(&at, &dragged, &beside));
        }
    };
    let left = over.clone();
    let (ui, id, landed, done) = (ui.clone(), id.clone(), dragged.clone(), over.clone());
    let drop = move |event: Event| {
        event.prevent_default();
        done.set(None);
        let moved = landed.get_untracked();
        let place = ui.cells.queue.with_untracked(|queue| place_of(queue, &id));
        if let (Some(id), Some(to)) = (moved, place) {
            landed.set(None);
            let input = QueueInput::Move { id, to };
            ui.actions.queue(input);
        }
    };
    let below = over.clone();
    row.live_class("mt-queue__item--over", move || {
        over.get() == Some(Side::Above)
    })
    .live_class("mt-queue__item--under", move || {
        below.get() == Some(Side::Below)
    })
    .on("dragstart", start)
    .on("dragend", move |_: Event| ended.set(None))
    .on("dragover", hover)
    .on("dragleave", move |_: Event| left.set_if_new(None))
    .on("drop", drop)
}

/// A prompt takes the place of the one it is dropped on: coming from above it, it lands below.
fn side(ui: &Ui, dragged: &MessageId, row: &MessageId) -> Option<Side> {
    ui.cells.queue.with_untracked(|queue| {
        let (from, to) = (place_of(queue, dragged)?, place_of(queue, row)?);
        match from.cmp(&to) {
            Ordering::Less => Some(Side::Below),
            Ordering::Greater => Some(Side::Above),
            Ordering::Equal => None,
        }
    })
}
