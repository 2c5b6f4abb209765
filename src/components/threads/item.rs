//! One thread of the list.
//!
//! Not responsible for undoing its deletion; the list does that.

use leptos::html::Input;
use leptos::prelude::*;
use midturn_core::id::ThreadId;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::hooks::Ime;
use crate::state::{ThreadItem, ThreadState};

/// One thread: a link to it, its state, and ways to rename and delete it.
#[component]
pub fn Item(
    /// The thread.
    id: ThreadId,
    /// All of them, this one among them.
    threads: ArcRwSignal<Vec<ThreadItem>>,
    /// Its address.
    href: String,
    /// Whether it is the one on screen.
    current: bool,
    /// Goes to it.
    #[prop(into)]
    on_go: UnsyncCallback<ThreadId>,
    /// It was deleted.
    #[prop(into)]
    on_deleted: UnsyncCallback<ThreadId>,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, actions) = (ui.texts, ui.actions);
    let renaming = RwSignal::new(false);
    let held = StoredValue::new(id);
    let id = move || held.get_value();
    // The row stays when its title or state changes: a rename or the focus in it must too.
    let item = Memo::new(move |_| {
        threads.with(|all| held.with_value(|id| all.iter().find(|item| item.id == *id).cloned()))
    });
    let title = move || {
        item.with(|item| match item {
            Some(item) if !item.title.is_empty() => item.title.clone(),
            Some(_) | None => texts.untitled.to_owned(),
        })
    };
    let state = move || match item.with(|item| item.as_ref().map(|item| item.state)) {
        Some(ThreadState::Running) => Some(("running", texts.thread_running)),
        Some(ThreadState::Paused) => Some(("paused", texts.thread_paused)),
        Some(ThreadState::Idle) | None => None,
    };

    // A plain click stays in the page; a new tab or window is the browser's.
    let go = move |event: web_sys::MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.button() != 0) {
            event.prevent_default();
            on_go.run(id());
        }
    };
    view! {
        <li class="mt-thread" class:mt-thread--current=move || current>
            {move || if renaming.get() {
                view! { <Rename title=untrack(title) renaming thread=id()/> }.into_any()
            } else {
                view! {
                    <a
                        class="mt-thread__link"
                        href=href.clone()
                        aria-current=current.then_some("page")
                        on:click=go
                    >
                        <span class="mt-thread__title" dir="auto">{title}</span>
                        {move || state().map(|(state, said)| view! {
                            <span class="mt-thread__state" data-state=state title=said></span>
                            <span class="mt-visually-hidden">{said}</span>
                        }.into_any())}
                    </a>
                    <div class="mt-thread__actions">
                        <button
                            type="button"
                            class="mt-button mt-button--icon mt-button--quiet"
                            aria-label=texts.rename
                            title=texts.rename
                            on:click=move |_| renaming.set(true)
                        >
                            <Icon name=IconName::Edit/>
                        </button>
                        <button
                            type="button"
                            class="mt-button mt-button--icon mt-button--quiet"
                            aria-label=texts.delete
                            title=texts.delete
                            on:click=move |_| {
                                actions.delete(&id());
                                on_deleted.run(id());
                            }
                        >
                            <Icon name=IconName::Trash/>
                        </button>
                    </div>
                }.into_any()
            }}
        </li>
    }
}

/// The field for a thread's new title.
#[component]
fn Rename(
    /// The title so far.
    title: String,
    /// The thread.
    thread: ThreadId,
    /// Set to false when it is done.
    renaming: RwSignal<bool>,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, actions) = (ui.texts, ui.actions);
    let field = NodeRef::<Input>::new();
    let ime = Ime::new();
    let thread = StoredValue::new(thread);
    Effect::new(move || {
        if let Some(field) = field.get() {
            let _ = field.focus();
            field.select();
        }
    });
    let save = move || {
        // Leaving by Escape takes the field away, which is a blur too.
        if renaming.try_get_untracked() == Some(true)
            && let Some(field) = field.get_untracked()
        {
            let title = field.value();
            renaming.set(false);
            actions.rename(&thread.get_value(), title);
        }
    };
    view! {
        <div class="mt-thread__rename">
            <input
                type="text"
                class="mt-input"
                node_ref=field
                dir="auto"
                aria-label=texts.rename_title
                prop:value=title
                on:keydown=move |event: web_sys::KeyboardEvent| {
                    if ime.owns(&event) {
                        return;
                    }
                    match event.key().as_str() {
                        "Enter" => {
                            event.prevent_default();
                            save();
                        }
                        "Escape" => {
                            event.prevent_default();
                            event.stop_propagation();
                            renaming.set(false);
                        }
                        _ => {}
                    }
                }
                on:compositionend=move |event| ime.ended(&event)
                on:blur=move |_| save()
            />
        </div>
    }
}
