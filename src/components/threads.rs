//! The list of threads.
//!
//! Not responsible for which thread is on screen; the address decides that.

mod item;
mod order;
mod rename;

use leptos::html::{A, Button, Nav, Ul};
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
pub use rename::Rename;

/// How long a deletion can be undone, in milliseconds.
const UNDO: u32 = 20_000;

/// The state of the list and its callbacks.
#[derive(Clone, Copy)]
pub struct ThreadList {
    /// The threads, last used first.
    pub threads: RwSignal<Vec<ThreadItem>>,
    /// The thread on screen.
    pub current: StoredValue<ThreadId>,
    /// The thread that was deleted last and can still be restored. Outlives the list: deleting the
    /// thread on screen opens a new thread, which draws a new list.
    pub deleted: RwSignal<Option<Arc<ThreadId>>>,
    /// Whether the list is open, if it does not fit beside the chat.
    pub open: RwSignal<bool>,
    /// Makes the address of a thread.
    pub href: fn(&ThreadId) -> String,
    /// Starts a new thread.
    pub on_new: Callback<()>,
    /// Goes to a thread.
    pub on_go: Callback<ThreadId>,
    /// Called before `on_go` or `on_new` if the person is going to write in that thread.
    pub on_write: Callback<()>,
    /// Opens the settings.
    pub on_settings: Callback<()>,
    /// The list's elements that take the focus.
    pub elements: ListElements,
}

/// The elements of the list that take the focus when the page is drawn anew.
#[derive(Clone, Copy, Default)]
pub struct ListElements {
    /// The element around the list.
    pub root: NodeRef<Nav>,
    /// The link to the thread on screen. Not on the page while that thread is renamed.
    pub current: NodeRef<A>,
    /// The button for a new thread.
    pub new: NodeRef<Button>,
    /// The button that opens the settings.
    pub settings: NodeRef<Button>,
}

impl ThreadList {
    fn is_current(&self, thread: &ThreadId) -> bool {
        self.current.with_value(|current| current == thread)
    }

    fn go(&self, thread: &ThreadId) {
        self.open.set(false);
        self.on_go.run(thread.clone());
    }

    /// Deletes a thread. If it is on screen, starts a new one.
    pub fn delete(&self, actions: Actions, thread: &ThreadId) {
        let (all, deleted) = (actions.all(), self.deleted);
        all.delete(thread);
        // Only the last deleted thread can be restored.
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
            // Each deletion has its own timeout, even of the same thread.
            let held = deleted.try_get_untracked().flatten();
            if held.is_some_and(|held| Arc::ptr_eq(&held, &thread)) {
                deleted.set(None);
                all.forget(&thread);
            }
        });
    }
}

/// The list, with buttons for a new thread and the settings.
#[component]
pub fn Threads(
    /// The state of the list.
    list: ThreadList,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let (open, elements) = (list.open, list.elements);
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
            node_ref=elements.root
            on:keydown=pressed
        >
            <Head open/>
            <button
                type="button"
                class="mt-button mt-threads__new"
                data-testid="thread-new"
                node_ref=elements.new
                on:click=begin
            >
                <Icon name=IconName::Plus/>
                {texts.new_thread}
            </button>
            <Rows list/>
            <div class="mt-threads__foot">
                <button
                    type="button"
                    class="mt-button mt-button--quiet"
                    data-testid="settings-open"
                    node_ref=elements.settings
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
    // Returns whether there is nothing left to do.
    let focus = move || {
        let (Some(close), Some(true)) = (
            close.try_get_untracked().flatten(),
            open.try_get_untracked(),
        ) else {
            return true;
        };
        let _ = close.focus();
        close.matches(":focus").unwrap_or(true)
    };
    Effect::new(move || {
        // A list that opens over the chat takes the focus.
        if open.get() {
            after_frame(move || {
                // During the first frame of sliding in, the list may still be hidden. Once it has the
                // focus, a second attempt would take it from what the person has opened meanwhile.
                if !focus() {
                    after_frame(move || {
                        focus();
                    });
                }
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
    // The thread being renamed: moving its row would end the renaming.
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
            list.on_go.run(ThreadId::clone(&back));
        });
        let close = Callback::new(move |()| {
            deleted.set(None);
            all.forget(&thread);
        });
        Some(view! { <Toast said=texts.deleted_thread undo close/> })
    }
}
