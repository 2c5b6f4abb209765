//! The prompt that was removed last, with a way to have it back.
//!
//! Not responsible for bringing it back; the core keeps it.

use std::cell::Cell;
use std::rc::Rc;

use midturn_core::id::MessageId;
use midturn_core::input::QueueInput;

use crate::components::{Ui, toast};
use crate::dom::{El, choose, el};
use crate::hooks::later;
use crate::reactive::{Signal, effect};

/// How long a removal can be undone from the toast, in milliseconds.
const UNDO: u32 = 20_000;

/// The toast, while there is something to undo.
pub(super) fn removed(ui: &Ui) -> El {
    let queue = ui.cells.queue.clone();
    let removed = move || queue.with(|queue| queue.removed().map(|prompt| prompt.id.clone()));
    // The removal whose toast was closed, or has been there long enough.
    let closed = Signal::new(None::<MessageId>);

    let (last, expired) = (removed.clone(), closed.clone());
    let mut timed = None;
    let serial = Rc::new(Cell::new(0_u32));
    effect(move || {
        let now = last();
        if now == timed {
            return;
        }
        timed.clone_from(&now);
        // The time of an earlier removal, of the same prompt too, is none of this one's.
        let own = serial.get() + 1;
        serial.set(own);
        if now.is_some() {
            let (expired, serial) = (expired.clone(), serial.clone());
            later(UNDO, move || {
                if serial.get() == own {
                    expired.set(now);
                }
            });
        } else {
            // What was brought back can be removed again.
            expired.set(None);
        }
    });

    let ui = ui.clone();
    let held = closed.clone();
    let open = move || removed().filter(|id| held.with(|held| held.as_ref() != Some(id)));
    el("div").class("mt-toasts").child(choose(open, move |id| {
        let id = id?;
        let (undo, closed) = (ui.clone(), closed.clone());
        let view = toast(
            ui.texts,
            ui.texts.deleted_prompt,
            move || undo.actions.queue(&undo.cells.thread, QueueInput::Restore),
            move || closed.set(Some(id.clone())),
        );
        Some(view.into())
    }))
}
