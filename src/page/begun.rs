//! The thread that was begun on this page and has no messages yet: nothing has to be loaded to show that it is
//! empty.

use leptos::prelude::*;
use leptos_router::location::State;
use midturn_core::id::ThreadId;
use wasm_bindgen::JsValue;

/// The thread, if there is one. The address keeps its id in its history state, for a reload.
#[derive(Clone, Copy)]
pub(super) struct Begun(RwSignal<Option<ThreadId>>);

impl Begun {
    /// As the address has it.
    pub(super) fn of_address() -> Self {
        Self(RwSignal::new(kept()))
    }

    /// This thread is begun. Returns the history state of its address.
    pub(super) fn begin(self, thread: &ThreadId) -> State {
        self.0.set(Some(thread.clone()));
        State::from(thread.as_str())
    }

    /// Whether this thread has no messages yet, as far as is known. Tracked.
    pub(super) fn is(self, thread: &ThreadId) -> bool {
        self.0.with(|begun| begun.as_ref() == Some(thread))
    }

    /// These threads have messages.
    pub(super) fn have_messages<'a>(self, threads: impl IntoIterator<Item = &'a ThreadId>) {
        let Some(begun) = self.0.get_untracked() else {
            return;
        };
        if threads.into_iter().any(|thread| *thread == begun) {
            self.0.set(None);
            forget(&begun);
        }
    }
}

fn kept() -> Option<ThreadId> {
    let state = window().history().ok()?.state().ok()?;
    state.as_string().map(ThreadId::from)
}

/// Takes the thread out of the address's history state.
fn forget(thread: &ThreadId) {
    if kept().as_ref() == Some(thread)
        && let Ok(history) = window().history()
    {
        let _ = history.replace_state(&JsValue::NULL, "");
    }
}
