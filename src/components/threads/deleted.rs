//! The toast for the thread that was deleted last.

use leptos::prelude::*;

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlTextAreaElement, KeyboardEvent};

use super::ThreadList;
use crate::components::chat::{is_in_field, is_undo};
use crate::components::{Surface, Toast};
use crate::hooks::{Listener, keep};

/// The toast for the last deleted thread, with a button that restores it. Once that is pressed, it is
/// about the thread before.
#[component]
pub fn Deleted(
    /// The state of the list.
    list: ThreadList,
) -> impl IntoView {
    let texts = Surface::get().texts;
    let (deleted, toast) = (list.deleted, list.elements.toast);
    let undo = Callback::new(move |()| {
        let gone = deleted.try_update(Vec::pop).flatten();
        if let Some(gone) = gone {
            list.act(|acts| acts.restore(&gone.thread));
            // Not away from a thread that the person has gone to since.
            let here = list.current.get_untracked();
            let is_blank = list
                .threads
                .with_untracked(|all| all.iter().all(|held| held.id != here));
            if gone.shown && is_blank {
                list.on_go.run((gone.thread.clone(), None));
            }
        }
    });
    let close = Callback::new(move |()| {
        for gone in deleted.try_update(std::mem::take).unwrap_or_default() {
            list.forget(&gone);
        }
    });
    let open = Memo::new(move |_| deleted.with(|all| !all.is_empty()));
    // Inside the chat, the key first undoes what was removed there.
    let pressed = move |event: Event| {
        let event: &KeyboardEvent = event.unchecked_ref();
        let writes = is_in_field(event) && !is_in_empty_message(event);
        if is_undo(event) && !writes && open.get_untracked() {
            event.prevent_default();
            undo.run(());
        }
    };
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        keep(Listener::new(
            &document,
            "keydown",
            false,
            Box::new(pressed),
        ));
    }
    move || {
        let drawn = || view! { <Toast said=texts.deleted_thread undo close toast/> };
        open.get().then(drawn)
    }
}

/// Whether the key was pressed in a field for a message with nothing in it. The composer has the focus when
/// the thread on screen was deleted.
fn is_in_empty_message(event: &KeyboardEvent) -> bool {
    let pressed = event.composed_path().get(0);
    let field: Option<&HtmlTextAreaElement> = pressed.dyn_ref();
    field.is_some_and(|field| field.value().is_empty())
}
