//! The toast for the thread that was deleted last.

use leptos::prelude::*;

use super::ThreadList;
use crate::components::{Surface, Toast};

/// The toast for the last deleted thread, with a button that restores it. Once that is pressed, it is
/// about the thread before.
#[component]
pub fn Deleted(
    /// The state of the list.
    list: ThreadList,
) -> impl IntoView {
    let texts = Surface::get().texts;
    let deleted = list.deleted;
    let undo = Callback::new(move |()| {
        let gone = deleted.try_update(Vec::pop).flatten();
        if let Some(gone) = gone {
            list.act(|acts| acts.restore(&gone.thread));
            // Not away from a thread that the person has gone to since.
            let here = list.current.get_untracked();
            let is_blank = list
                .threads
                .with_untracked(|all| all.iter().all(|held| held.id != here));
            if gone.shown && is_blank {
                list.on_go.run((gone.thread.clone(), None));
            }
        }
    });
    let close = Callback::new(move |()| {
        for gone in deleted.try_update(std::mem::take).unwrap_or_default() {
            list.forget(&gone);
        }
    });
    let open = Memo::new(move |_| deleted.with(|all| !all.is_empty()));
    move || {
        let toast = || view! { <Toast said=texts.deleted_thread undo close/> };
        open.get().then(toast)
    }
}
