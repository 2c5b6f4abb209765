//! The list of threads.
//!
//! Not responsible for which thread is on screen; the address decides that.

mod deleted;
mod groups;
mod head;
mod item;
mod order;
mod rename;
mod rows;
mod search;
mod shared;

use leptos::html::{Button, Div};
use leptos::prelude::document;
use leptos::prelude::*;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use midturn_core::find::Excerpt;
use midturn_core::id::{MessageId, ThreadId};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, EventTarget, KeyboardEvent};

use super::Surface;
use super::export::Format;
use super::icon::{Icon, IconName};
use super::toast::outlast;
use crate::hooks::{Ime, Listener, effect, use_close_watcher};
use crate::state::ThreadItem;
pub use deleted::Deleted;
use head::Head;
pub use rename::Rename;
use rows::Rows;
pub use search::Found;
use search::{Field, Search};
use shared::focus_stop;

/// Callback for the threads that were found, each with its last turn that matches.
pub type GotThreads = Box<dyn FnOnce(Vec<(ThreadId, Excerpt)>)>;

/// What the list does with threads, on screen or not.
pub trait ThreadActs {
    /// Renames a thread.
    fn rename(&self, thread: &ThreadId, title: &str);

    /// Deletes a thread, which can be restored until it is forgotten.
    fn delete(&self, thread: &ThreadId);

    /// Undoes the deletion of a thread.
    fn restore(&self, thread: &ThreadId);

    /// Makes a deletion final.
    fn forget(&self, thread: &ThreadId);

    /// Gives a thread to the browser to save as a file.
    fn export(&self, thread: &ThreadId, title: &str, format: Format);

    /// Finds the threads with a match in their messages, now or later.
    fn search(&self, query: &str, done: GotThreads);
}

/// A deleted thread that can still be restored.
#[derive(Debug)]
pub struct DeletedThread {
    /// The thread.
    pub thread: ThreadId,
    /// Whether it was on screen: the person goes back to it when it is restored.
    pub shown: bool,
    /// Whether another page has deleted it: that page makes the deletion final.
    pub elsewhere: bool,
}

/// The state of the list and its callbacks.
#[derive(Clone, Copy)]
pub struct ThreadList {
    /// The threads, last used first.
    pub threads: RwSignal<Vec<ThreadItem>>,
    /// The thread on screen.
    pub current: Signal<ThreadId>,
    /// The deleted threads that can still be restored, the latest last.
    pub deleted: RwSignal<Vec<Arc<DeletedThread>>>,
    /// Whether the list is open, if it does not fit beside the chat.
    pub open: RwSignal<bool>,
    /// Whether the list is folded, if it fits beside the chat.
    pub folded: RwSignal<bool>,
    /// What the person searches for in all threads. Outlives the list.
    pub query: RwSignal<String>,
    /// What was found last. Outlives the list, which otherwise would be empty when it is drawn anew.
    pub found: RwSignal<Found>,
    /// What is done with threads.
    pub acts: StoredValue<Rc<dyn ThreadActs>, LocalStorage>,
    /// Makes the address of a thread, or of a message in it.
    pub href: fn(&ThreadId, Option<&MessageId>) -> String,
    /// Starts a new thread.
    pub on_new: Callback<()>,
    /// Goes to a thread, or to a message in it.
    pub on_go: Callback<(ThreadId, Option<MessageId>)>,
    /// Called after `on_go` or `on_new` if the person is going to write in that thread.
    pub on_write: Callback<()>,
    /// Opens the settings.
    pub on_settings: Callback<()>,
    /// The list's elements that take the focus.
    pub elements: ListElements,
}

/// The elements of the list that take the focus.
#[derive(Clone, Copy, Default)]
pub struct ListElements {
    /// The button for a new thread.
    pub new: NodeRef<Button>,
    /// The button that folds the list.
    pub fold: NodeRef<Button>,
    /// The button that opens the settings.
    pub settings: NodeRef<Button>,
    /// The toast of the last deletion.
    pub toast: NodeRef<Div>,
}

impl ThreadList {
    fn is_current(&self, thread: &ThreadId) -> bool {
        self.current.with_untracked(|current| current == thread)
    }

    fn go(&self, thread: &ThreadId, message: Option<MessageId>) {
        self.open.set(false);
        self.on_go.run((thread.clone(), message));
    }

    fn act(&self, act: impl FnOnce(&dyn ThreadActs)) {
        // A timeout may come after the list.
        self.acts.try_with_value(|acts| act(&**acts));
    }

    /// Deletes a thread. If it is on screen, starts a new one.
    pub fn delete(self, thread: &ThreadId) {
        self.act(|acts| acts.delete(thread));
        let shown = self.is_current(thread);
        self.offer(DeletedThread {
            thread: thread.clone(),
            shown,
            elsewhere: false,
        });
        if shown {
            self.on_new.run(());
        }
    }

    /// Offers to undo the deletion, for a while.
    fn offer(self, gone: DeletedThread) {
        let deleted = self.deleted;
        let gone = Arc::new(gone);
        deleted.update(|all| {
            // It may have come back some other way, and have been deleted again.
            all.retain(|held| held.thread != gone.thread);
            all.push(gone.clone());
        });
        let over = move || {
            // Each deletion has its own timeout, even of the same thread.
            let all = deleted.try_get_untracked().unwrap_or_default();
            if all.iter().any(|held| Arc::ptr_eq(held, &gone)) {
                deleted.update(|all| all.retain(|held| !Arc::ptr_eq(held, &gone)));
                self.forget(&gone);
            }
        };
        outlast(self.elements.toast, Box::new(over));
    }

    /// Makes a deletion final, unless that is for another page to do.
    fn forget(&self, gone: &DeletedThread) {
        if !gone.elsewhere {
            self.act(|acts| acts.forget(&gone.thread));
        }
    }

    /// When another page deletes the thread on screen: offers to undo it, and calls `deleted`. When a
    /// deleted thread is listed again, its toast goes. Until the current owner ends.
    pub fn watch_deletions(self, deleted: impl Fn() + 'static) {
        Effect::new(move |before: Option<BTreeSet<ThreadId>>| {
            let current = self.current.get();
            let listed = self.threads.with(|all| {
                let ids = all.iter().map(|held| held.id.clone());
                ids.collect::<BTreeSet<_>>()
            });
            let before = before.unwrap_or_default();
            let is_back = |id: &ThreadId| listed.contains(id) && !before.contains(id);
            let (back, known) = self.deleted.with_untracked(|all| {
                let back = all.iter().any(|held| is_back(&held.thread));
                (back, all.iter().any(|held| held.thread == current))
            });
            if back {
                self.deleted
                    .update(|all| all.retain(|held| !is_back(&held.thread)));
            }
            if before.contains(&current) && !listed.contains(&current) && !known {
                self.offer(DeletedThread {
                    thread: current,
                    shown: false,
                    elsewhere: true,
                });
                deleted();
            }
            listed
        });
    }
}

/// The list, with buttons for a new thread and the settings.
#[component]
pub fn Threads(
    /// The state of the list.
    list: ThreadList,
) -> impl IntoView {
    let texts = Surface::get().texts;
    let (open, elements) = (list.open, list.elements);
    let ime = Ime::new();
    let pressed = move |event: KeyboardEvent| {
        // An open menu takes the key first, and hears it later.
        let menu = element(event.current_target())
            .and_then(|list| list.query_selector("[role=menu]").ok().flatten());
        let closes = event.key() == "Escape" && !ime.owns(&event);
        if closes && open.get_untracked() && menu.is_none() {
            event.prevent_default();
            open.set(false);
        }
    };
    close_behind(open);
    use_close_watcher(open);
    let (search, rows) = (Search::of(list), NodeRef::<Div>::new());
    let enter = Callback::new(move |()| {
        if let Some(rows) = rows.get_untracked() {
            focus_stop(&rows);
        }
    });
    let begin = move |_| {
        open.set(false);
        list.on_new.run(());
        list.on_write.run(());
    };
    view! {
        <nav
            class="mt-threads"
            class=("mt-threads--open", open)
            class=("mt-threads--folded", list.folded)
            aria-label=texts.threads
            on:keydown=pressed
            // Of the fields in the list.
            on:compositionend=move |event| ime.ended(&event)
        >
            // One stop of the Tab key, although the style puts the settings below the rows.
            <div class="mt-threads__tools" role="toolbar" aria-label=texts.threads>
                <Head list/>
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
            </div>
            <Field list enter/>
            <Rows list search rows/>
        </nav>
        <Show when=move || open.get()>
            <div class="mt-scrim" on:click=move |_| open.set(false)></div>
        </Show>
    }
}

/// Closes a list over the chat when the focus goes to what it covers. A toast and a dialog are above the
/// list.
fn close_behind(open: RwSignal<bool>) {
    let held = StoredValue::new_local(None::<Listener>);
    let focused = move |event: Event| {
        let to = element(event.target());
        if to.is_some_and(|to| matches!(to.closest(".mt-threads, dialog, .mt-toast"), Ok(None))) {
            open.set(false);
        }
    };
    effect(move || {
        let listens = || Listener::new(&document(), "focusin", false, Box::new(focused));
        held.set_value(open.get().then(listens));
    });
}

fn element(target: Option<EventTarget>) -> Option<Element> {
    target?.dyn_into().ok()
}
