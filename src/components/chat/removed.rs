//! The prompt that was removed last, with a way to have it back.
//!
//! Not responsible for bringing it back; the core keeps it.

use leptos::prelude::*;
use std::rc::Rc;

use midturn_core::input::QueueInput;

use crate::components::{Ui, undoable};
use crate::dom::{El, el};

/// The toast, while there is something to undo.
pub(super) fn removed(ui: &Ui) -> El {
    let queue = ui.cells.queue.clone();
    let removed = move || queue.with(|queue| queue.removed().map(|prompt| prompt.id.to_string()));
    let toast = undoable(ui, Rc::new(removed), ui.texts.deleted_prompt, |ui| {
        ui.actions.queue(QueueInput::Restore);
    });
    el("div").class("mt-toasts").child(toast)
}
