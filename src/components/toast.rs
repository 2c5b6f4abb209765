//! A short message with a way to take back what it says.
//!
//! Not responsible for bringing anything back; the core keeps what was removed.

use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;

use web_sys::Node;

use super::icon::{IconName, icon};
use super::{Ui, button, icon_button};
use crate::dom::{El, choose, el};
use crate::hooks::effect;
use crate::hooks::later;
use crate::i18n::Catalogue;

/// Says that something was removed, with a way to undo it and one to close the message.
pub fn toast(
    texts: &Catalogue,
    said: &str,
    undo: impl FnMut() + 'static,
    close: impl FnMut() + 'static,
) -> El {
    el("div")
        .class("mt-toast")
        .attr("role", "group")
        .child(el("span").class("mt-toast__text").text(said))
        .child(
            button("mt-button mt-button--small mt-button--quiet", undo)
                .child(icon(IconName::Undo))
                .text(texts.undo),
        )
        .child(icon_button(
            "mt-button mt-button--icon mt-button--quiet",
            texts.close,
            IconName::Close,
            close,
        ))
}

/// How long a removal can be undone from the toast, in milliseconds.
const UNDO: u32 = 20_000;

/// The id of what was removed last.
type Last = Rc<dyn Fn() -> Option<String>>;

/// A toast for what was removed last, for a while.
pub fn undoable(ui: &Ui, removed: Last, said: &'static str, restore: fn(&Ui)) -> Node {
    // The removal whose toast was closed, or has been there long enough.
    let closed = ArcRwSignal::new(None::<String>);

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
