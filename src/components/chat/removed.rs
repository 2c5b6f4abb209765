//! What was removed last, a prompt or a file, with a way to have it back.
//!
//! Not responsible for bringing it back; the core keeps it.

use std::cell::Cell;
use std::rc::Rc;

use midturn_core::attachment::AttachmentInput;
use midturn_core::input::QueueInput;
use web_sys::Node;

use crate::components::{Ui, toast};
use crate::dom::{El, choose, el};
use crate::hooks::later;
use crate::reactive::{Signal, effect};

/// How long a removal can be undone from the toast, in milliseconds.
const UNDO: u32 = 20_000;

/// The id of what was removed last.
type Last = Rc<dyn Fn() -> Option<String>>;

/// The toasts, while there is something to undo.
pub(super) fn removed(ui: &Ui) -> El {
    let (queue, attached) = (ui.cells.queue.clone(), ui.cells.attached.clone());
    let prompt = move || queue.with(|queue| queue.removed().map(|prompt| prompt.id.to_string()));
    let file = move || attached.with(|held| held.removed().map(|file| file.id.to_string()));
    el("div")
        .class("mt-toasts")
        .child(undoable(
            ui,
            Rc::new(prompt),
            ui.texts.deleted_prompt,
            |ui| ui.actions.queue(&ui.cells.thread, QueueInput::Restore),
        ))
        .child(undoable(ui, Rc::new(file), ui.texts.attach.removed, |ui| {
            let restored = AttachmentInput::Restored;
            ui.actions.attachment(&ui.cells.thread, restored);
        }))
}

/// The toast of one kind of thing.
fn undoable(ui: &Ui, removed: Last, said: &'static str, restore: fn(&Ui)) -> Node {
    // The removal whose toast was closed, or has been there long enough.
    let closed = Signal::new(None::<String>);

    let (last, expired) = (removed.clone(), closed.clone());
    let mut timed = None;
    let serial = Rc::new(Cell::new(0_u32));
    effect(move || {
        let now = last();
        if now == timed {
            return;
        }
        timed.clone_from(&now);
        // The time of an earlier removal, of the same thing too, is none of this one's.
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
    choose(open, move |id| {
        let id = id?;
        let (undo, closed) = (ui.clone(), closed.clone());
        let view = toast(
            ui.texts,
            said,
            move || restore(&undo),
            move || closed.set(Some(id.clone())),
        );
        Some(view.into())
    })
}
