//! The queue: prompts that wait, in order, each to be edited, moved, removed or run now.
//!
//! Not responsible for the order itself; the core keeps it.

mod drag;
mod edit;
mod item;

use midturn_core::id::MessageId;
use midturn_core::queue::{Prompt, Queue};
use web_sys::{Element, Node};

use super::Ui;
use crate::dom::{El, each, el, show};
use crate::reactive::Signal;
use item::item;

/// The queued prompts; nothing when none waits.
pub fn queue(ui: &Ui) -> Node {
    let held = ui.cells.queue.clone();
    let ui = ui.clone();
    show(
        move || held.with(|queue| !queue.prompts().is_empty()),
        move || list(&ui),
    )
}

fn list(ui: &Ui) -> El {
    let (texts, counted, listed) = (ui.texts, ui.cells.queue.clone(), ui.cells.queue.clone());
    let title = move || counted.with(|queue| (texts.queue_title)(queue.len()));
    let keys = move || listed.with(|queue| queue.prompts().iter().map(key).collect());
    let dragged = Signal::new(None::<MessageId>);
    let rows = ui.clone();
    let row = move |wanted: &str| {
        let find = |queue: &Queue| queue.prompts().iter().find(|p| key(p) == wanted).cloned();
        let prompt = rows.cells.queue.with_untracked(find)?;
        Some(Element::from(item(&rows, prompt, &dragged)))
    };
    el("section")
        .class("mt-queue")
        .attr("data-testid", "queued-prompts")
        .attr("aria-label", texts.queue_label)
        .child(el("h2").class("mt-queue__title").live_text(title))
        .child(el("ol").class("mt-queue__list").child(each(keys, row)))
}

/// A prompt whose text was edited is drawn anew.
fn key(prompt: &Prompt) -> String {
    let mut key = prompt.id.as_str().to_owned();
    key.push(' ');
    key.push_str(&prompt.text);
    key
}
