//! The list of threads.
//!
//! Not responsible for which one is on screen; the address says that.

mod item;

use leptos::html::Button;
use leptos::prelude::*;
use midturn_core::id::ThreadId;

use super::icon::{Icon, IconName};
use super::{Toast, Ui, When};
use crate::hooks::{after_frame, later};
use crate::state::ThreadItem;
use item::Item;

/// How long a deletion can be undone, in milliseconds.
const UNDO: u64 = 20_000;

/// The list, with a way to begin a new thread and to the settings.
#[component]
pub fn Threads(
    /// The threads, last used first.
    threads: ArcRwSignal<Vec<ThreadItem>>,
    /// The thread on screen.
    current: ThreadId,
    /// The thread that was deleted last and can still be brought back. Deleting the thread on
    /// screen leads to another, so this outlives the list.
    deleted: RwSignal<Option<ThreadId>>,
    /// Whether the list is open, where it does not fit beside the chat.
    open: RwSignal<bool>,
    /// The address of a thread.
    href: fn(&ThreadId) -> String,
    /// Begins a new thread.
    #[prop(into)]
    on_new: UnsyncCallback<()>,
    /// Goes to a thread.
    #[prop(into)]
    on_go: UnsyncCallback<ThreadId>,
    /// Opens the settings.
    #[prop(into)]
    on_settings: UnsyncCallback<()>,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, actions) = (ui.texts, ui.actions);
    let close = NodeRef::<Button>::new();
    Effect::new(move || {
        // Over the chat the list is what keys are for.
        if open.get()
            && let Some(close) = close.get()
        {
            after_frame(move || {
                let _ = close.focus();
            });
        }
    });
    let listed = threads.clone();
    let current = StoredValue::new(current);
    let on_deleted = UnsyncCallback::new(move |thread: ThreadId| {
        deleted.set(Some(thread.clone()));
        if current.with_value(|current| *current == thread) {
            on_new.run(());
        }
        later(UNDO, move || {
            if deleted.try_get_untracked().flatten().as_ref() == Some(&thread) {
                deleted.try_set(None);
            }
        });
    });
    view! {
        <nav
            class="mt-threads"
            class:mt-threads--open=move || open.get()
            aria-label=texts.threads
            on:keydown=move |event| if event.key() == "Escape" && open.get_untracked() {
                event.prevent_default();
                open.set(false);
            }
        >
            <div class="mt-threads__head">
                <span class="mt-threads__name"><Icon name=IconName::Logo/>{texts.app_name}</span>
                <button
                    type="button"
                    node_ref=close
                    class="mt-button mt-button--icon mt-button--quiet mt-threads__close"
                    aria-label=texts.close_threads
                    on:click=move |_| open.set(false)
                >
                    <Icon name=IconName::Close/>
                </button>
            </div>
            <button
                type="button"
                class="mt-button mt-threads__new"
                data-testid="thread-new"
                on:click=move |_| {
                    open.set(false);
                    on_new.run(());
                }
            >
                <Icon name=IconName::Plus/>
                {texts.new_thread}
            </button>
            <ul class="mt-threads__list" data-testid="threads">
                <For each=move || threads.get() key=|item| item.id.clone() let:item>
                    <Item
                        href=href(&item.id)
                        current=current.with_value(|current| *current == item.id)
                        id=item.id
                        threads=listed.clone()
                        on_go=UnsyncCallback::new(move |thread| {
                            open.set(false);
                            on_go.run(thread);
                        })
                        on_deleted
                    />
                </For>
            </ul>
            {move || deleted.get().map(|thread| {
                let back = thread.clone();
                view! {
                    <Toast
                        text=texts.deleted_thread
                        action=texts.undo
                        close=texts.close
                        on_action=move |()| {
                            actions.undelete(&thread);
                            deleted.set(None);
                            on_go.run(back.clone());
                        }
                        on_close=move |()| deleted.set(None)
                    />
                }
            })}
            <div class="mt-threads__foot">
                <button
                    type="button"
                    class="mt-button mt-button--quiet"
                    data-testid="settings-open"
                    on:click=move |_| on_settings.run(())
                >
                    <Icon name=IconName::Settings/>
                    {texts.settings}
                </button>
            </div>
        </nav>
        <When when=move || open.get()>
            <div class={"mt-scrim"} on:click=move |_| open.set(false)></div>
        </When>
    }
}
