//! The queue: prompts that wait, in order, each to be edited, moved, removed or run now.
//!
//! Not responsible for the order itself; the core keeps it.

mod drag;
mod edit;
mod item;

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::queue::{Prompt, Queue};
use web_sys::{Element, Node};

use super::icon::{IconName, icon};
use super::{Ui, button};
use crate::dom::{El, each, el, flag, show};
use crate::hooks::effect;
use crate::hooks::{Room, focus_within};
use item::item;

/// The queued prompts; nothing when none waits.
pub fn queue(ui: &Ui, room: &ArcRwSignal<Room>) -> Node {
    let held = ui.cells.queue.clone();
    let (ui, room) = (ui.clone(), room.clone());
    show(
        move || held.with(|queue| !queue.prompts().is_empty()),
        move || list(&ui, &room),
    )
}

/// The list, under a line that folds it. Where there is little room it is folded by itself, but
/// not from under a person who is in it.
fn list(ui: &Ui, room: &ArcRwSignal<Room>) -> El {
    let (texts, counted, listed) = (ui.texts, ui.cells.queue.clone(), ui.cells.queue.clone());
    let title = move || counted.with(|queue| (texts.queue_title)(queue.len()));
    let keys = move || listed.with(|queue| queue.prompts().iter().map(key).collect());
    let dragged = ArcRwSignal::new(None::<MessageId>);
    let rows = ui.clone();
    let row = move |wanted: &str| {
        let find = |queue: &Queue| queue.prompts().iter().find(|p| key(p) == wanted).cloned();
        let prompt = rows.cells.queue.with_untracked(find)?;
        Some(Element::from(item(&rows, prompt, &dragged)))
    };
    let list = el("ol")
        .class("mt-queue__list")
        .attr("id", LIST)
        .child(each(keys, row));
    // What the person chose; nothing while the room decides.
    let chosen = ArcRwSignal::new(None::<bool>);
    let open = {
        let (chosen, room) = (chosen.clone(), room.clone());
        move || chosen.get().unwrap_or_else(|| room.get() == Room::Ample)
    };
    {
        let (queue, chosen, room) = (ui.cells.queue.clone(), chosen.clone(), room.clone());
        let list = list.element().clone();
        effect(move || {
            let edits = queue.with(|queue| queue.edit().is_some());
            let goes = room.get() != Room::Ample && focus_within(&list);
            if edits || (goes && chosen.get_untracked().is_none()) {
                chosen.set_if_new(Some(true));
            }
        });
    }
    let (shown, told, pressed) = (open.clone(), open.clone(), open.clone());
    let fold = button("mt-queue__fold", move || {
        let now = pressed();
        chosen.set(Some(!now));
    });
    let fold = fold
        .attr("aria-controls", LIST)
        .live("aria-expanded", move || flag(told()))
        .child(icon(IconName::Chevron))
        .child(el("span").live_text(title));
    el("section")
        .class("mt-queue")
        .attr("data-testid", "queued-prompts")
        .attr("aria-label", texts.queue_label)
        .child(el("h2").class("mt-queue__title").child(fold))
        .child(overtakes(ui, open))
        .child(list.live("hidden", move || !shown()))
}

/// What "Run now" does to a question that is open, while the list is.
fn overtakes(ui: &Ui, open: impl Fn() -> bool + 'static) -> Node {
    let (texts, cells) = (ui.texts, ui.cells.clone());
    show(
        move || open() && cells.is_waiting(),
        move || {
            el("p")
                .class("mt-queue__overtakes")
                .text(texts.control.run_now_overtakes)
        },
    )
}

/// The id of the list, for the line that folds it.
const LIST: &str = "midturn-queue";

/// A prompt whose text was edited is drawn anew.
fn key(prompt: &Prompt) -> String {
    let mut key = prompt.id.as_str().to_owned();
    key.push(' ');
    key.push_str(&prompt.text);
    key
}
