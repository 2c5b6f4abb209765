//! The queue: prompts that wait, in order, each to be edited, moved, removed or run now.
//!
//! Not responsible for the order itself; the core keeps it.

mod edit;
mod item;

use std::sync::Arc;

use leptos::prelude::*;
use midturn_core::id::MessageId;

use super::{Each, Row, Ui, When};
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
    // A prompt whose text was edited is drawn anew.
    let keys = Signal::derive(move || {
        prompts.with(|all| {
            all.iter()
                .map(|prompt| format!("{} {}", prompt.id, prompt.text))
                .collect()
        })
    });
    let row: Row = Arc::new(move |key| {
        prompts.with_untracked(|all| {
            let (id, _) = key.split_once(' ')?;
            let prompt = all.iter().find(|prompt| prompt.id.as_str() == id)?.clone();
            Some(view! { <Item prompt prompts dragged/> }.into_any())
        })
    });
    view! {
        <When when=move || any.get()>
            <section class="mt-queue" data-testid="queued-prompts" aria-label=texts.queue_label>
                <h2 class="mt-queue__title">
                    {move || prompts.with(|prompts| (texts.queue_title)(prompts.len()))}
                </h2>
                <ol class="mt-queue__list">
                    <Each keys row=row.clone()/>
                </ol>
            </section>
        </When>
    }
}
