//! The toast for the thread that was deleted last.

use leptos::prelude::*;
use midturn_core::id::ThreadId;

use super::ThreadList;
use crate::components::{Surface, Toast};

/// The toast for the last deleted thread, with a button that restores it.
#[component]
pub fn Deleted(
    /// The state of the list.
    list: ThreadList,
) -> impl IntoView {
    let texts = Surface::get().texts;
    let deleted = list.deleted;
    move || {
        let thread = deleted.get()?;
        let back = thread.clone();
        let undo = Callback::new(move |()| {
            list.act(|acts| acts.restore(&back));
            deleted.set(None);
            list.on_go.run((ThreadId::clone(&back), None));
        });
        let close = Callback::new(move |()| {
            deleted.set(None);
            list.act(|acts| acts.forget(&thread));
        });
        Some(view! { <Toast said=texts.deleted_thread undo close/> })
    }
}
