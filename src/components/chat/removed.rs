//! Toasts for the last removed prompt and for the last edit that was not saved, each with a button that
//! restores it. Ctrl+Z outside of a field presses it.
//!
//! The toasts are a part of the program: that of the queue, without which nothing is removed.

use leptos::html::{Div, Section};
use leptos::prelude::*;
use midturn_core::conversation::Discarded;
use midturn_core::input::{EditInput, QueueInput};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::turn_keys::FIELDS;
use super::{is_pressed_in, use_keys};
use crate::components::{Part, Ui, Undoable};
use crate::part::Make;

/// The toasts, while there is something to undo.
#[component]
pub(super) fn Removed(
    /// The chat, in which Ctrl+Z presses the button of the last toast.
    chat: NodeRef<Section>,
) -> impl IntoView {
    let Ui {
        cells,
        beside_editor,
        ..
    } = Ui::get();
    let toasts = NodeRef::<Div>::new();
    beside_editor.register(toasts);
    use_keys(chat, move |event| {
        let undoes =
            (event.ctrl_key() || event.meta_key()) && !event.shift_key() && !event.alt_key();
        if !undoes || !event.key().eq_ignore_ascii_case("z") || is_pressed_in(event, FIELDS) {
            return;
        }
        // The browser would bring back what was sent last, in the composer.
        event.prevent_default();
        let button = toasts.get_untracked().and_then(|all| {
            let last = all.last_element_child()?;
            last.query_selector("button").ok().flatten()
        });
        if let Some(button) = button {
            button.unchecked_into::<HtmlElement>().click();
        }
    });
    let any = Memo::new(move |_| {
        let queue = cells.queue.with(|queue| queue.removed().next().is_some());
        queue || cells.discarded.with(|all| !all.is_empty())
    });
    view! {
        <div class="mt-toasts" node_ref=toasts>
            <Show when=move || any.get()>
                <Part load=offers props=Callback::new(|()| ()) quiet=true/>
            </Show>
        </div>
    }
}

crate::part! {
    in control
    fn offers() -> Make<()> { |()| Offers().into_any() }
}

#[component]
fn Offers() -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        ..
    } = Ui::get();
    let removed = Signal::derive(move || {
        cells.queue.with(|queue| {
            queue
                .removed()
                .map(|prompt| prompt.id.to_string())
                .collect()
        })
    });
    let restore = Callback::new(move |()| actions.queue(QueueInput::Restore));
    let discarded = Signal::derive(move || {
        let key = |held: &Discarded| format!("{} {}", held.id, held.text);
        cells.discarded.with(|all| all.iter().map(key).collect())
    });
    let write_again = Callback::new(move |()| {
        let last = cells.discarded.with_untracked(|all| all.last().cloned());
        if let Some(last) = last {
            actions.edit_message(EditInput::Restore(last.id));
        }
    });
    view! {
        <Undoable removed said=texts.deleted_prompt restore/>
        <Undoable removed=discarded said=texts.discarded_edit restore=write_again/>
    }
}
