//! One thread of the list: a link, and a menu.
//!
//! Not responsible for undoing its deletion; the list does that.

use leptos::html::A;
use leptos::prelude::*;
use midturn_core::chat::ThreadState;
use midturn_core::find::Excerpt;
use midturn_core::id::ThreadId;
use web_sys::MouseEvent;

use super::rename::Rename;
use super::shared::{Shared, focus_stop};
use crate::components::export::Format;
use crate::components::icon::{Icon, IconName};
use crate::components::menu::{Menu, MenuItem, Opening};
use crate::components::{Surface, flag, object_named};
use crate::hooks::{SetIfNew, after_frame};

/// One thread: its link and state, and its menu.
#[component]
pub(super) fn Item(shared: Shared, thread: ThreadId) -> impl IntoView {
    let texts = Surface::get().texts;
    let Shared {
        list,
        items,
        renaming,
        visited,
        ..
    } = shared;
    let id = StoredValue::new(thread);
    let current = Memo::new(move |_| id.with_value(|id| list.current.with(|held| held == id)));
    // `None` once the thread is gone.
    let item = Memo::new(move |_| items.with(|all| id.with_value(|id| all.get(id).cloned())));
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
    let link = NodeRef::<A>::new();
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
        <li
            class="mt-thread"
            class=("mt-thread--current", current)
            on:focusin=move |_| visited.set_if_new(Some(id.get_value()))
        >
            {move || {
                if renamed.get() {
                    view! { <Rename list thread=id title=title.get_untracked() renaming done=back/> }.into_any()
                } else {
                    view! {
                        <Link shared id current title state link/>
                        <Acts shared id title/>
                    }
                    .into_any()
                }
            }}
        </li>
    }
}

#[component]
fn Link(
    shared: Shared,
    id: StoredValue<ThreadId>,
    /// Whether it is the thread on screen.
    current: Memo<bool>,
    title: Memo<String>,
    state: Memo<Option<ThreadState>>,
    link: NodeRef<A>,
) -> impl IntoView {
    let Shared { list, search, .. } = shared;
    let excerpt = Memo::new(move |_| id.with_value(|id| search.excerpt(id)));
    let found = move || excerpt.with(|found| found.as_ref().map(|found| found.turn.clone()));
    let is_stop = move || {
        let stop = |stop: &Option<ThreadId>| id.with_value(|id| stop.as_ref() == Some(id));
        if shared.stop.with(stop) { "0" } else { "-1" }
    };
    let by_key = StoredValue::new(false);
    // The page handles a plain click. The browser handles a click with Ctrl, Cmd or Shift: it opens
    // a tab or window.
    let press = move |event: MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.button() != 0) {
            event.prevent_default();
            let is_other = !current.get_untracked();
            list.go(&id.get_value(), untrack(found));
            // A person who uses the keyboard keeps the focus in the list. `detail` is 0 for a key press,
            // except in Firefox.
            if event.detail() > 0 && !by_key.get_value() && is_other {
                list.on_write.run(());
            }
        }
    };
    view! {
        <a
            class="mt-thread__link"
            href=move || id.with_value(|id| (list.href)(id, found().as_ref()))
            aria-current=move || current.get().then_some("page")
            tabindex=is_stop
            node_ref=link
            on:keydown=move |_| by_key.set_value(true)
            on:pointerdown=move |_| by_key.set_value(false)
            on:click=press
        >
            <span class="mt-thread__words">
                <span class="mt-thread__title" dir="auto">
                    {title}
                </span>
                {move || excerpt.get().map(found_words)}
            </span>
            <Signs state/>
        </a>
    }
}

/// The words of a message that match, on a line of their own.
fn found_words(excerpt: Excerpt) -> impl IntoView {
    view! {
        <span class="mt-thread__found" dir="auto" data-testid="thread-found">
            {excerpt.before}
            <mark>{excerpt.found}</mark>
            {excerpt.after}
        </span>
    }
}

/// The state of the thread.
#[component]
fn Signs(state: Memo<Option<ThreadState>>) -> impl IntoView {
    let texts = Surface::get().texts;
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

/// The menu of a thread, and the button that opens it. The keyboard opens it from the link.
#[component]
fn Acts(shared: Shared, id: StoredValue<ThreadId>, title: Memo<String>) -> impl IntoView {
    let texts = Surface::get().texts;
    let Shared {
        list,
        renaming,
        opened,
        ..
    } = shared;
    let opening = Opening::new();
    let Opening { around, open, .. } = opening;
    Effect::new(move || {
        let own = Some(id.get_value());
        if open.get() {
            opened.set(own);
        } else if opened.with_untracked(|opened| *opened == own) {
            opened.set(None);
        }
    });
    let label = move || title.with(|title| object_named(texts, texts.acts.more, title));
    let rename = Callback::new(move |()| renaming.set(Some(id.get_value())));
    let delete = Callback::new(move |()| {
        let is_current = id.with_value(|id| list.is_current(id));
        let rows = around
            .get_untracked()
            .and_then(|held| held.closest("[data-testid=threads]").ok().flatten());
        list.delete(&id.get_value());
        if is_current {
            // A new thread is begun.
            if let Some(new) = list.elements.new.get_untracked() {
                let _ = new.focus();
            }
        } else if let Some(rows) = rows {
            after_frame(move || focus_stop(&rows));
        }
    });
    let save = move |format| {
        Callback::new(move |()| {
            opening.close();
            let (id, title) = (id.get_value(), title.get_untracked());
            list.act(|acts| acts.export(&id, &title, format));
        })
    };
    view! {
        <div class="mt-thread__actions" class=("mt-thread__actions--open", open) node_ref=around>
            <button
                type="button"
                class="mt-button mt-button--icon mt-button--quiet"
                tabindex="-1"
                aria-label=label
                title=texts.acts.more
                aria-haspopup="menu"
                aria-expanded=move || flag(open.get())
                node_ref=opening.opener
                on:click=move |_| opening.toggle()
            >
                <Icon name=IconName::More/>
            </button>
            <Show when=move || open.get()>
                <Menu opening label=untrack(label) below=true>
                    <MenuItem icon=IconName::Edit name=texts.rename press=rename/>
                    <MenuItem
                        icon=IconName::Download
                        name=texts.conversations.export_markdown
                        press=save(Format::Markdown)
                    />
                    <MenuItem
                        icon=IconName::Code
                        name=texts.conversations.export_json
                        press=save(Format::Json)
                    />
                    <MenuItem icon=IconName::Trash name=texts.delete press=delete/>
                </Menu>
            </Show>
        </div>
    }
}
