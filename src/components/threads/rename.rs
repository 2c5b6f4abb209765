//! The field for a thread's new title.
//!
//! Not responsible for when it is shown; the thread's row decides.

use leptos::html::Input;
use leptos::prelude::*;
use midturn_core::id::ThreadId;
use web_sys::KeyboardEvent;

use super::ThreadList;
use crate::components::Surface;
use crate::hooks::Ime;

/// The field, with the current title. Sets `renaming` to `None` when done.
#[component]
pub fn Rename(
    /// The list of threads.
    list: ThreadList,
    /// The thread.
    thread: StoredValue<ThreadId>,
    /// The current title.
    title: String,
    /// The thread being renamed.
    renaming: RwSignal<Option<ThreadId>>,
    /// Called after Enter or Escape has closed the field. Not if the focus has gone elsewhere.
    done: Callback<()>,
) -> impl IntoView {
    let texts = Surface::get().texts;
    let field = NodeRef::<Input>::new();
    let ime = Ime::new();
    Effect::new(move || {
        if let Some(field) = field.get() {
            let _ = field.focus();
            field.select();
        }
    });
    // Escape removes the field, which causes a blur event. That event must not save the title.
    let is_renamed = move || {
        let is_this = |held: &ThreadId| thread.try_with_value(|id| id == held) == Some(true);
        renaming.with_untracked(|held| held.as_ref().is_some_and(is_this))
    };
    let before = StoredValue::new(title.clone());
    let save = move || {
        if let (Some(field), true) = (field.try_get_untracked().flatten(), is_renamed()) {
            renaming.set(None);
            let now = field.value();
            // A title that the person has chosen is replaced by no other: a look at it chooses none.
            if before.with_value(|before| *before != now) {
                thread.with_value(|thread| list.act(|acts| acts.rename(thread, &now)));
            }
        }
    };
    let pressed = move |event: KeyboardEvent| {
        if ime.owns(&event) {
            return;
        }
        match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                save();
                done.run(());
            }
            "Escape" => {
                event.prevent_default();
                event.stop_propagation();
                renaming.set(None);
                done.run(());
            }
            _ => {}
        }
    };
    view! {
        <div class="mt-thread__rename">
            <input
                class="mt-input"
                type="text"
                dir="auto"
                aria-label=texts.rename_title
                prop:value=title
                node_ref=field
                on:keydown=pressed
                on:compositionend=move |event| ime.ended(&event)
                on:blur=move |_| save()
            />
        </div>
    }
}
