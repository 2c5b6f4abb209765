//! The bar above a thread: its title and its tools. On narrow screens it has the button that opens
//! the list of threads.

use leptos::html::Button;
use leptos::prelude::document;
use leptos::prelude::*;
use midturn::components::chat::{ThreadActs, Tools};
use midturn::components::icon::{Icon, IconName};
use midturn::components::threads::{Rename, ThreadList};
use midturn::components::{Ui, flag};
use midturn_core::id::ThreadId;

/// Separates the thread's title from the product's name in the page's title.
const TITLE_END: &str = " \u{2013} ";

/// The bar.
#[component]
pub(super) fn Bar(
    /// The thread.
    thread: ThreadId,
    /// The list of threads.
    list: ThreadList,
    /// The button that opens the list.
    menu: NodeRef<Button>,
) -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        ..
    } = Ui::get();
    let (threads, listed) = (list.threads, list.open);
    let thread = StoredValue::new(thread);
    let listed_title = Memo::new(move |_| {
        threads.with(|threads| {
            let is_this = |id: &ThreadId| thread.with_value(|thread| thread == id);
            let item = threads.iter().find(|item| is_this(&item.id))?;
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
    let renaming = RwSignal::new(None::<ThreadId>);
    let opener = NodeRef::<Button>::new();
    let renamed = Callback::new(move |()| {
        if let Some(opener) = opener.get_untracked() {
            let _ = opener.focus();
        }
    });
    let acts = ThreadActs {
        rename: Callback::new(move |()| renaming.set(Some(thread.get_value()))),
        delete: Callback::new(move |()| {
            list.on_write.run(());
            list.delete(actions, &thread.get_value());
        }),
        title: title.into(),
        opener,
    };
    let heading = move || {
        if renaming.with(Option::is_some) {
            let title = title.get_untracked();
            view! { <Rename thread title renaming done=renamed/> }.into_any()
        } else {
            view! {
                <h1 class="mt-topbar__title" dir="auto">
                    {title}
                </h1>
            }
            .into_any()
        }
    };
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
            {heading}
            <Tools acts/>
        </header>
    }
}
