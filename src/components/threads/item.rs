//! One thread of the list.
//!
//! Not responsible for undoing its deletion; the list does that.

use leptos::html::A;
use leptos::prelude::*;
use midturn_core::id::ThreadId;
use web_sys::MouseEvent;

use super::ThreadList;
use super::rename::Rename;
use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, object_named};
use crate::hooks::after_frame;
use crate::state::{ThreadItem, ThreadState};

/// One thread: its link and state, and buttons to rename and delete it.
#[component]
pub(super) fn Item(
    /// The list.
    list: ThreadList,
    /// The thread.
    thread: ThreadId,
    /// The thread being renamed.
    renaming: RwSignal<Option<ThreadId>>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let current = list.is_current(&thread);
    let id = StoredValue::new(thread);
    // `None` once the thread is gone.
    let item = Memo::new(move |_| {
        list.threads.with(|all| {
            let found = |item: &&ThreadItem| id.with_value(|id| item.id == *id);
            all.iter().find(found).cloned()
        })
    });
    let title = Memo::new(move |_| {
        let title = item.get().map(|item| item.title).unwrap_or_default();
        if title.is_empty() {
            texts.untitled.to_owned()
        } else {
            title
        }
    });
    let state = Memo::new(move |_| item.with(|item| item.as_ref().map(|item| item.state)));
    let renamed = Memo::new(move |_| {
        let held = |held: &ThreadId| id.with_value(|id| id == held);
        renaming.with(|renaming| renaming.as_ref().is_some_and(held))
    });
    // Only the link to the thread on screen is registered as `current`.
    let link = if current {
        list.elements.current
    } else {
        NodeRef::<A>::new()
    };
    let back = Callback::new(move |()| {
        // The link is there again then.
        after_frame(move || {
            if let Some(link) = link.try_get_untracked().flatten() {
                let _ = link.focus();
            }
        });
    });
    // The row survives changes of title and state, so that a rename or the focus in it is not lost.
    view! {
        <li class="mt-thread" class=("mt-thread--current", current)>
            {move || {
                if renamed.get() {
                    view! { <Rename thread=id title=title.get_untracked() renaming done=back/> }.into_any()
                } else {
                    view! {
                        <Link list id current title state link/>
                        <Acts list id renaming title/>
                    }
                    .into_any()
                }
            }}
        </li>
    }
}

#[component]
fn Link(
    list: ThreadList,
    id: StoredValue<ThreadId>,
    /// Whether it is the thread on screen.
    current: bool,
    title: Memo<String>,
    state: Memo<Option<ThreadState>>,
    link: NodeRef<A>,
) -> impl IntoView {
    // The page handles a plain click. The browser handles a click with Ctrl, Cmd or Shift: it opens
    // a tab or window.
    let press = move |event: MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.button() != 0) {
            event.prevent_default();
            // `detail` is 0 for a key press: a person who uses the keyboard keeps the focus in the
            // list.
            if event.detail() > 0 && !current {
                list.on_write.run(());
            }
            list.go(&id.get_value());
        }
    };
    view! {
        <a
            class="mt-thread__link"
            href=id.with_value(list.href)
            aria-current=current.then_some("page")
            node_ref=link
            on:click=press
        >
            <span class="mt-thread__title" dir="auto">
                {title}
            </span>
            <Signs state/>
        </a>
    }
}

/// The state of the thread.
#[component]
fn Signs(state: Memo<Option<ThreadState>>) -> impl IntoView {
    let texts = Ui::get().texts;
    move || {
        let (state, said) = match state.get()? {
            ThreadState::Running => ("running", texts.thread_running),
            ThreadState::Paused => ("paused", texts.thread_paused),
            ThreadState::Waiting => ("waiting", texts.thread_waiting),
            ThreadState::Idle => return None,
        };
        Some(view! {
            <span class="mt-thread__state" data-state=state title=said></span>
            <span class="mt-visually-hidden">{said}</span>
        })
    }
}

#[component]
fn Acts(
    list: ThreadList,
    id: StoredValue<ThreadId>,
    renaming: RwSignal<Option<ThreadId>>,
    title: Memo<String>,
) -> impl IntoView {
    const CLASS: &str = "mt-button mt-button--icon mt-button--quiet";
    let Ui { texts, actions, .. } = Ui::get();
    let rename = move |_| renaming.set(Some(id.get_value()));
    let delete = move |_| list.delete(actions, &id.get_value());
    view! {
        <div class="mt-thread__actions">
            <button
                type="button"
                class=CLASS
                aria-label=move || title.with(|title| object_named(texts, texts.rename, title))
                title=texts.rename
                on:click=rename
            >
                <Icon name=IconName::Edit/>
            </button>
            <button
                type="button"
                class=CLASS
                aria-label=move || title.with(|title| object_named(texts, texts.delete, title))
                title=texts.delete
                on:click=delete
            >
                <Icon name=IconName::Trash/>
            </button>
        </div>
    }
}
