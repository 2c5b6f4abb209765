//! The list of threads.
//!
//! Not responsible for which one is on screen; the address says that.

mod item;
mod order;
mod rename;

use leptos::html::{Button, Ul};
use leptos::prelude::*;
use std::sync::Arc;

use midturn_core::id::ThreadId;
use web_sys::KeyboardEvent;

use super::icon::{Icon, IconName};
use super::{Toast, Ui};
use crate::hooks::{after_frame, keep_focus, later};
use crate::state::{Actions, ThreadItem};
use item::Item;
use order::held_order;

/// How long a deletion can be undone, in milliseconds.
const UNDO: u32 = 20_000;

/// What the list shows, and what it leads to.
#[derive(Clone, Copy)]
pub struct ThreadList {
    /// The threads, last used first.
    pub threads: RwSignal<Vec<ThreadItem>>,
    /// The thread on screen.
    pub current: StoredValue<ThreadId>,
    /// The thread that was deleted last and can still be brought back. Deleting the thread on
    /// screen leads to another, so this outlives the list.
    pub deleted: RwSignal<Option<Arc<ThreadId>>>,
    /// Whether the list is open, where it does not fit beside the chat.
    pub open: RwSignal<bool>,
    /// The address of a thread.
    pub href: fn(&ThreadId) -> String,
    /// Begins a new thread.
    pub on_new: Callback<()>,
    /// Goes to a thread.
    pub on_go: Callback<ThreadId>,
    /// The person will write in the thread that is gone to next.
    pub on_write: Callback<()>,
    /// Opens the settings.
    pub on_settings: Callback<()>,
}

impl ThreadList {
    fn is_current(&self, thread: &ThreadId) -> bool {
        self.current.with_value(|current| current == thread)
    }

    fn go(&self, thread: &ThreadId) {
        self.open.set(false);
        self.on_go.run(thread.clone());
    }

    /// Deletes a thread, and leaves it where it is the one on screen.
    fn delete(&self, actions: Actions, thread: &ThreadId) {
        let (all, deleted) = (actions.all(), self.deleted);
        all.delete(thread);
        // Only the last one can be brought back.
        let before = deleted.get_untracked();
        if let Some(before) = before.filter(|held| **held != *thread) {
            all.forget(&before);
        }
        let thread = Arc::new(thread.clone());
        deleted.set(Some(thread.clone()));
        if self.is_current(&thread) {
            self.on_new.run(());
        }
        later(UNDO, move || {
            // Another deletion, of the same thread too, has its own time.
            let held = deleted.try_get_untracked().flatten();
            if held.is_some_and(|held| Arc::ptr_eq(&held, &thread)) {
                deleted.set(None);
                all.forget(&thread);
            }
        });
    }
}

/// The list, with a way to begin a new thread and to the settings.
#[component]
pub fn Threads(
    /// What it shows.
    list: ThreadList,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let open = list.open;
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            event.prevent_default();
            open.set(false);
        }
    };
    let begin = move |_| {
        open.set(false);
        list.on_write.run(());
        list.on_new.run(());
    };
    view! {
        <nav
            class="mt-threads"
            class=("mt-threads--open", open)
            aria-label=texts.threads
            on:keydown=pressed
        >
            <Head open/>
            <button
                type="button"
                class="mt-button mt-threads__new"
                data-testid="thread-new"
                on:click=begin
            >
                <Icon name=IconName::Plus/>
                {texts.new_thread}
            </button>
            <Rows list/>
            <Deleted list/>
            <div class="mt-threads__foot">
                <button
                    type="button"
                    class="mt-button mt-button--quiet"
                    data-testid="settings-open"
                    on:click=move |_| list.on_settings.run(())
                >
                    <Icon name=IconName::Settings/>
                    {texts.settings}
                </button>
            </div>
        </nav>
        <Show when=move || open.get()>
            <div class="mt-scrim" on:click=move |_| open.set(false)></div>
        </Show>
    }
}

#[component]
fn Head(open: RwSignal<bool>) -> impl IntoView {
    let texts = Ui::get().texts;
    let close = NodeRef::<Button>::new();
    let focus = move || {
        if let (Some(close), Some(true)) = (
            close.try_get_untracked().flatten(),
            open.try_get_untracked(),
        ) {
            let _ = close.focus();
        }
    };
    Effect::new(move || {
        // Over the chat the list is what keys are for.
        if open.get() {
            after_frame(move || {
                focus();
                // While it slides in, it is hidden for a first frame.
                after_frame(focus);
            });
        }
    });
    view! {
        <div class="mt-threads__head">
            <span class="mt-threads__name">
                <Icon name=IconName::Logo/>
                {texts.app_name}
            </span>
            <button
                type="button"
                class="mt-button mt-button--icon mt-button--quiet mt-threads__close"
                aria-label=texts.close_threads
                node_ref=close
                on:click=move |_| open.set(false)
            >
                <Icon name=IconName::Close/>
            </button>
        </div>
    }
}

#[component]
fn Rows(list: ThreadList) -> impl IntoView {
    let rows = NodeRef::<Ul>::new();
    // The thread whose title is being changed: what moved would end that.
    let renaming = RwSignal::new(None::<ThreadId>);
    let order = Memo::new(move |shown: Option<&Vec<ThreadId>>| {
        let ids = |threads: &Vec<ThreadItem>| threads.iter().map(|item| item.id.clone()).collect();
        let now: Vec<_> = list.threads.with(ids);
        match shown {
            Some(shown) if renaming.with(Option::is_some) => held_order(shown, now),
            _ => now,
        }
    });
    let each = move || {
        if let Some(rows) = rows.get_untracked() {
            keep_focus(&rows);
        }
        order.get()
    };
    view! {
        <ul class="mt-threads__list" data-testid="threads" node_ref=rows>
            <For each key=Clone::clone let(thread)>
                <Item list thread renaming/>
            </For>
        </ul>
    }
}

/// The thread that was deleted last, with a way to have it back.
#[component]
fn Deleted(list: ThreadList) -> impl IntoView {
    let Ui { texts, actions, .. } = Ui::get();
    let (all, deleted) = (actions.all(), list.deleted);
    move || {
        let thread = deleted.get()?;
        let back = thread.clone();
        let undo = Callback::new(move |()| {
            all.undelete(&back);
            deleted.set(None);
            list.on_go.run(ThreadId::clone(&back));
        });
        let close = Callback::new(move |()| {
            deleted.set(None);
            all.forget(&thread);
        });
        Some(view! { <Toast said=texts.deleted_thread undo close/> })
    }
}
