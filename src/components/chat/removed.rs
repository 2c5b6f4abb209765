//! Toasts for the last removed prompt and for the last edit that was not saved, each with a button that
//! restores it. Ctrl+Z outside of a field presses it.
//!
//! The toasts are in the part of the program that draws the queue. The editor of a message fetches it.

use leptos::html::{Div, Section};
use leptos::prelude::*;
use midturn_core::conversation::Discarded;
use midturn_core::input::{EditInput, QueueInput};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, KeyboardEvent};

use super::turn_keys::FIELDS;
use super::{is_pressed_in, use_keys};
use crate::components::{Part, Ui, Undoable};
use crate::hooks::{Listener, is_letter, keep};
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
    // What was removed or discarded last is undone first.
    let newest = use_newest();
    use_keys(chat, move |event| {
        if !is_undo(event) || is_in_field(event) {
            return;
        }
        let Some(all) = toasts.get_untracked() else {
            return;
        };
        let named = all.query_selector(newest.get_value()).ok().flatten();
        let toast = named.or_else(|| all.query_selector(ANY).ok().flatten());
        if let Some(button) = toast {
            event.prevent_default();
            button.unchecked_into::<HtmlElement>().click();
        }
    });
    keep_sent(chat);
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

/// Where neither the chat nor the page around it has anything to undo, the browser would bring back what was
/// sent last, in the composer.
fn keep_sent(chat: NodeRef<Section>) {
    Effect::new(move || {
        let (Some(chat), Some(window)) = (chat.get(), web_sys::window()) else {
            return;
        };
        let call = move |event: Event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            let is_here = || event.composed_path().includes(&chat, 0);
            if is_undo(event) && is_here() && !is_in_field(event) {
                event.prevent_default();
            }
        };
        keep(Listener::new(&window, "keydown", false, Box::new(call)));
    });
}

/// The button of any toast, and those of the two kinds.
const ANY: &str = "button";
const OF_PROMPTS: &str = "[data-undo=prompts] button";
const OF_EDITS: &str = "[data-undo=edits] button";

/// Which kind of toast has the news.
fn use_newest() -> StoredValue<&'static str> {
    let cells = Ui::get().cells;
    let newest = StoredValue::new(ANY);
    let watch = move |count: Memo<usize>, kind| {
        Effect::new(move |before: Option<usize>| {
            let now = count.get();
            if before.is_some_and(|before| now > before) {
                newest.set_value(kind);
            }
            now
        });
    };
    let prompts = Memo::new(move |_| cells.queue.with(|queue| queue.removed().count()));
    watch(prompts, OF_PROMPTS);
    let edits = Memo::new(move |_| cells.discarded.with(Vec::len));
    watch(edits, OF_EDITS);
    newest
}

/// Whether the key is Ctrl+Z or Cmd+Z, and nobody has taken it.
pub(in crate::components) fn is_undo(event: &KeyboardEvent) -> bool {
    let modified = event.shift_key() || event.alt_key() || event.default_prevented();
    let undoes = (event.ctrl_key() || event.meta_key()) && !modified;
    undoes && is_letter(event, "z")
}

/// Whether the key was pressed in a field.
pub(in crate::components) fn is_in_field(event: &KeyboardEvent) -> bool {
    is_pressed_in(event, FIELDS)
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
        scroll,
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
        if let Some(Discarded { id, .. }) = last {
            actions.edit_message(EditInput::Restore(id.clone()));
            // The editor of a message may be far away.
            if cells.turns.with_untracked(|turns| turns.contains(&id)) {
                let row = scroll.row(&id).or_else(|| scroll.to_row(&id));
                if let Some(place) = row.map(|row| row.get_bounding_client_rect()) {
                    scroll.to_place(place.top(), place.top() + 1.0);
                }
            }
        }
    });
    let forget = Callback::new(move |()| actions.edit_message(EditInput::Forget));
    view! {
        <div data-undo="prompts">
            <Undoable removed said=texts.deleted_prompt restore/>
        </div>
        <div data-undo="edits">
            <Undoable removed=discarded said=texts.discarded_edit restore=write_again forget/>
        </div>
    }
}
