//! The bar above a thread. On narrow screens it has the button that opens the list of threads.

use leptos::html::Button;
use leptos::prelude::document;
use leptos::prelude::*;
use midturn::components::icon::{Icon, IconName};
use midturn::components::{Ui, flag};
use midturn_core::id::ThreadId;

use super::state::Page;

/// Separates the thread's title from the product's name in the page's title.
const TITLE_END: &str = " \u{2013} ";

/// The bar.
#[component]
pub(super) fn Bar(
    /// The thread.
    thread: ThreadId,
    /// Whether the list is open on a narrow screen.
    listed: RwSignal<bool>,
    /// The button that opens the list.
    menu: NodeRef<Button>,
) -> impl IntoView {
    let Ui { texts, cells, .. } = Ui::get();
    let threads = Page::get().session.threads();
    let listed_title = Memo::new(move |_| {
        threads.with(|threads| {
            let item = threads.iter().find(|item| item.id == thread)?;
            Some(item.title.clone()).filter(|title| !title.is_empty())
        })
    });
    // A thread that only the agent has is not in the list.
    let first_words = move || {
        let first = cells.turns.with(|turns| turns.first().cloned())?;
        let turn = cells.turn(&first)?;
        turn.text.trim().lines().next().map(str::to_owned)
    };
    let title = Memo::new(move |_| {
        let title = listed_title.get().or_else(first_words);
        title.unwrap_or_else(|| texts.untitled.to_owned())
    });
    // When the list closes, the button that opened it gets the focus back.
    Effect::new(move |was: Option<bool>| {
        let listed = listed.get();
        if let (Some(true), false, Some(menu)) = (was, listed, menu.get()) {
            let _ = menu.focus();
        }
        listed
    });
    Effect::new(move || {
        let title = title.get();
        document().set_title(&[&title, TITLE_END, texts.app_name].concat());
    });
    view! {
        <header class="mt-topbar">
            <button
                type="button"
                class="mt-button mt-button--icon mt-button--quiet mt-topbar__menu"
                aria-label=texts.open_threads
                aria-expanded=move || flag(listed.get())
                node_ref=menu
                on:click=move |_| listed.set(true)
            >
                <Icon name=IconName::Menu/>
            </button>
            <h1 class="mt-topbar__title" dir="auto">
                {title}
            </h1>
        </header>
    }
}
