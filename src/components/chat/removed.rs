//! A toast for the last removed prompt, with a button that restores it.

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::input::QueueInput;

use crate::components::{Ui, Undoable};

/// The toast, while there is something to undo.
#[component]
pub(super) fn Removed() -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        beside_editor,
        ..
    } = Ui::get();
    let toasts = NodeRef::<Div>::new();
    beside_editor.register(toasts);
    let removed = Signal::derive(move || {
        cells.queue.with(|queue| {
            queue
                .removed()
                .map(|prompt| prompt.id.to_string())
                .collect()
        })
    });
    let restore = Callback::new(move |()| actions.queue(QueueInput::Restore));
    view! {
        <div class="mt-toasts" node_ref=toasts>
            <Undoable removed said=texts.deleted_prompt restore/>
        </div>
    }
}
