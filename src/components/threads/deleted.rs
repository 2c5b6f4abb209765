//! The toast for the thread that was deleted last.

use leptos::prelude::*;
use midturn_core::id::ThreadId;

use super::ThreadList;
use crate::components::{Toast, Ui};

/// The toast for the last deleted thread, with a button that restores it.
#[component]
pub fn Deleted(
    /// The state of the list.
    list: ThreadList,
) -> impl IntoView {
    let Ui { texts, actions, .. } = Ui::get();
    let (all, deleted) = (actions.all(), list.deleted);
    move || {
        let thread = deleted.get()?;
        let back = thread.clone();
        let undo = Callback::new(move |()| {
            all.undelete(&back);
            deleted.set(None);
            list.on_go.run((ThreadId::clone(&back), None));
        });
        let close = Callback::new(move |()| {
            deleted.set(None);
            all.forget(&thread);
        });
        Some(view! { <Toast said=texts.deleted_thread undo close/> })
    }
}
