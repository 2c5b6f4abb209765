//! The thread that was begun on this page and has no messages yet: nothing has to be loaded to show that it is
//! empty.
//!
//! No list shows it, so what is written in it would be found nowhere. The page leads back to it instead of
//! beginning another one; a later page does, once no tab has it any more.

use leptos::prelude::*;
use leptos_router::location::State;
use midturn::hooks::{Listener, keep};
use midturn_core::id::ThreadId;
use wasm_bindgen::JsValue;

use super::kept::{leave, take_left};

/// The thread, if there is one. The address keeps its id in its history state, for a reload.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    thread: RwSignal<Option<ThreadId>>,
    /// Whether the person has written in it.
    written: StoredValue<bool>,
}

impl Begun {
    /// As the address has it, else one that a closed tab has left. Left again when this page goes.
    pub(super) fn start() -> Self {
        let here = in_address();
        let left = take_left(here.as_ref());
        let begun = Self {
            written: StoredValue::new(left.is_some()),
            thread: RwSignal::new(here.or(left)),
        };
        let gone = move |_| {
            begun.thread.with_untracked(|thread| {
                if let (Some(thread), true) = (thread, begun.written.get_value()) {
                    leave(thread);
                }
            });
        };
        // The browser may show the page again as it was.
        let back = move |_| {
            begun.thread.with_untracked(|thread| {
                if thread.is_some() {
                    take_left(thread.as_ref());
                }
            });
        };
        keep(Listener::new(&window(), "pagehide", false, Box::new(gone)));
        keep(Listener::new(&window(), "pageshow", false, Box::new(back)));
        begun
    }

    /// The thread, begun now if there is none, and the history state of its address.
    pub(super) fn begin(self) -> (ThreadId, State) {
        let held = self.thread.get_untracked();
        let thread = held.unwrap_or_else(|| {
            let fresh = ThreadId::from(midturn::uuid::fresh());
            self.written.set_value(false);
            self.thread.set(Some(fresh.clone()));
            fresh
        });
        let state = State::from(thread.as_str());
        (thread, state)
    }

    /// Whether this thread has no messages yet, as far as is known. Tracked.
    pub(super) fn is(self, thread: &ThreadId) -> bool {
        self.thread.with(|begun| begun.as_ref() == Some(thread))
    }

    /// The person has written in this thread.
    pub(super) fn write(self, thread: &ThreadId) {
        if untrack(|| self.is(thread)) {
            self.written.set_value(true);
        }
    }

    /// These threads have messages.
    pub(super) fn have_messages<'a>(self, threads: impl IntoIterator<Item = &'a ThreadId>) {
        let Some(begun) = self.thread.get_untracked() else {
            return;
        };
        if threads.into_iter().any(|thread| *thread == begun) {
            self.thread.set(None);
            forget(&begun);
        }
    }
}

fn in_address() -> Option<ThreadId> {
    let state = window().history().ok()?.state().ok()?;
    state.as_string().map(ThreadId::from)
}

/// Takes the thread out of the address's history state.
fn forget(thread: &ThreadId) {
    if in_address().as_ref() == Some(thread)
        && let Ok(history) = window().history()
    {
        let _ = history.replace_state(&JsValue::NULL, "");
    }
}
