//! The queue: prompts that wait, in order, each to be edited, moved, removed or run now.
//!
//! Not responsible for the order itself; the core keeps it.

mod edit;
mod item;

use leptos::prelude::*;
use midturn_core::id::MessageId;

use super::Ui;
use item::Item;

/// The queued prompts; nothing when none waits.
#[component]
pub fn Queue() -> impl IntoView {
    let ui = Ui::get();
    let texts = ui.texts;
    let queue = ui.cells.queue.clone();
    let prompts = {
        let queue = queue.clone();
        Memo::new(move |_| queue.with(|queue| queue.prompts().to_vec()))
    };
    // The prompt being dragged.
    let dragged = RwSignal::new(None::<MessageId>);
    let any = Memo::new(move |_| prompts.with(|prompts| !prompts.is_empty()));
    view! {
        <Show when=move || any.get()>
            <section class="mt-queue" data-testid="queued-prompts" aria-label=texts.queue_label>
                <h2 class="mt-queue__title">
                    {move || prompts.with(|prompts| (texts.queue_title)(prompts.len()))}
                </h2>
                <ol class="mt-queue__list">
                    <For
                        each=move || prompts.get()
                        key=|prompt| (prompt.id.clone(), prompt.text.clone())
                        let:prompt
                    >
                        <Item prompt prompts dragged/>
                    </For>
                </ol>
            </section>
        </Show>
    }
}
