//! One conversation on screen: transcript, queue and composer.
//!
//! Not responsible for the list of threads, nor for where it is mounted.

mod empty;
mod jump;
mod transcript;

use leptos::prelude::*;

use super::composer::Composer;
use super::queue::Queue;
use super::{Toast, Ui};
use crate::hooks::after;
use jump::Jump;
use midturn_core::id::MessageId;
use midturn_core::input::QueueInput;
use transcript::Transcript;

/// How long a removal can be undone from the toast, in milliseconds.
const UNDO: u64 = 20_000;

/// One conversation.
#[component]
pub fn Chat() -> impl IntoView {
    let ui = Ui::get();
    let announcer = ui.announcer;
    view! {
        <section class="mt-chat" aria-label=ui.texts.app_name>
            <Transcript/>
            <Jump/>
            <div class="mt-dock">
                <Removed/>
                <Queue/>
                <Composer/>
            </div>
            <div class="mt-visually-hidden" aria-live="polite" data-testid="announcer">
                {move || announcer.text()}
            </div>
        </section>
    }
}

/// The prompt that was removed last, with a way to have it back.
#[component]
fn Removed() -> impl IntoView {
    let ui = Ui::get();
    let (texts, actions) = (ui.texts, ui.actions);
    let queue = ui.cells.queue.clone();
    let thread = StoredValue::new(ui.cells.thread.clone());
    let closed = RwSignal::new(None::<MessageId>);
    let removed =
        Memo::new(move |_| queue.with(|queue| queue.removed().map(|prompt| prompt.id.clone())));
    let open = move || removed.get().filter(|id| closed.get().as_ref() != Some(id));
    Effect::new(move || {
        if let Some(id) = removed.get() {
            after(UNDO, move || {
                closed.try_set(Some(id));
            });
        } else {
            closed.set(None);
        }
    });
    view! {
        <div class="mt-toasts">
            {move || open().map(|id| view! {
                <Toast
                    text=texts.deleted_prompt
                    action=texts.undo
                    close=texts.close
                    on_action=move |()| actions.queue(&thread.get_value(), QueueInput::Restore)
                    on_close=move |()| closed.set(Some(id.clone()))
                />
            }.into_any())}
        </div>
    }
}
