//! The bar above a thread: its title and its tools. On narrow screens it has the button that opens
//! the list of threads.

use leptos::html::Button;
use leptos::prelude::document;
use leptos::prelude::*;
use midturn::components::chat::{ThreadActs, Tools};
use midturn::components::icon::{Icon, IconName};
use midturn::components::threads::{Rename, ThreadList};
use midturn::components::{Ui, flag};
use midturn::hooks::after_frame;
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
    // When the list closes, the button that opens it gets the focus, and back.
    Effect::new(move |was: Option<(bool, bool)>| {
        let now = (listed.get(), list.folded.get());
        let Some(was) = was else { return now };
        let to = if (was.0 && !now.0) || (!was.1 && now.1) {
            menu
        } else if was.1 && !now.1 {
            list.elements.fold
        } else {
            return now;
        };
        // It is visible then.
        after_frame(move || {
            if let Some(to) = to.try_get_untracked().flatten() {
                let _ = to.focus();
            }
        });
        now
    });
    let open = move |_| {
        if list.folded.get_untracked() && !is_narrow() {
            list.folded.set(false);
        } else {
            listed.set(true);
        }
    };
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
                title=texts.open_threads
                aria-expanded=move || flag(listed.get())
                node_ref=menu
                on:click=open
            >
                <Icon name=IconName::Side/>
            </button>
            {heading}
            <Tools acts/>
        </header>
    }
}

/// Whether the list does not fit beside the chat. The style sheet has the same border.
fn is_narrow() -> bool {
    let query = web_sys::window().map(|window| window.match_media("(max-width: 799px)"));
    let list = query.and_then(|list| list.ok().flatten());
    list.is_some_and(|list| list.matches())
}
