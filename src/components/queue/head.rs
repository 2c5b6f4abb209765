//! The controls of the whole queue, in its head, which is always in view: pause after this turn; and
//! while the queue is paused, send the next prompt, or a message before it.

use leptos::prelude::*;
use midturn_core::card::Card;
use midturn_core::input::QueueInput;

use crate::components::{Ui, flag};
use crate::state::ConversationCells;

/// Whether the queue waits for the person.
pub(super) fn is_paused(cells: &ConversationCells) -> Memo<bool> {
    let card = cells.card;
    Memo::new(move |_| {
        card.with(|view| match view.card {
            Card::Paused { .. } | Card::Resuming { .. } => true,
            Card::Hidden | Card::Running { .. } | Card::Cancelling { .. } => false,
        })
    })
}

/// The controls.
#[component]
pub(super) fn Head() -> impl IntoView {
    let cells = Ui::get().cells;
    let paused = is_paused(&cells);
    view! {
        <div class="mt-queue__controls">
            <Show when=move || paused.get() fallback=|| view! { <Pause/> }>
                <GoOn/>
            </Show>
        </div>
    }
}

/// Asks for a pause after the running turn, or takes that back.
#[component]
fn Pause() -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        ..
    } = Ui::get();
    let queue = cells.queue;
    let pauses = Memo::new(move |_| queue.with(midturn_core::queue::Queue::pauses));
    let press = move |_| {
        let pauses = !pauses.get_untracked();
        actions.queue(QueueInput::PauseAfterTurn(pauses));
    };
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-button--quiet"
            part="queue-button"
            data-testid="queue-pause"
            aria-pressed=move || flag(pauses.get())
            on:click=press
        >
            {texts.queue_pause}
        </button>
    }
}

/// The ways on for a paused queue.
#[component]
fn GoOn() -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        ..
    } = Ui::get();
    // With the card's editor open, the message before the queue is being written.
    let writes = move || cells.card.with(|view| view.card.editor().is_some());
    // An open question is closed by the next prompt: said before the click.
    let title = move || {
        let waits = cells.is_waiting();
        waits.then_some(texts.control.resume_overtakes)
    };
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-queue__first"
            part="queue-button"
            data-testid="queue-add-first"
            // In little width the text is cut.
            title=texts.queue_add_first
            disabled=writes
            on:click=move |_| actions.resume()
        >
            {texts.queue_add_first}
        </button>
        <button
            type="button"
            class="mt-button mt-button--small"
            part="queue-button"
            class=("mt-button--primary", move || !cells.is_waiting())
            data-testid="queue-resume"
            data-stop=""
            title=title
            on:click=move |_| actions.queue(QueueInput::RunNext)
        >
            {texts.submit_resume_blank}
        </button>
    }
}
