//! The page's end of the chat's bar: the title. On narrow screens, and while the list of threads is
//! folded, also the button that opens the list.

use leptos::html::Button;
use leptos::prelude::document;
use leptos::prelude::*;
use midturn::components::icon::{Icon, IconName};
use midturn::components::threads::{Rename, ThreadList};
use midturn::components::{Surface, flag};
use midturn::hooks::{Listener, after_frame, keep};
use web_sys::MediaQueryList;

use super::chat::Place;
use super::state::Page;

/// Separates the thread's title from the product's name in the page's title.
const TITLE_END: &str = " \u{2013} ";

/// The bar.
#[component]
pub(super) fn Bar(
    /// The list of threads.
    list: ThreadList,
) -> impl IntoView {
    let page = Page::get();
    let texts = Surface::get().texts;
    let menu = NodeRef::<Button>::new();
    let title = Memo::new(move |_| {
        page.current.with(|current| {
            let told = page.titles.with(|titles| titles.get(current).cloned());
            let listed = || {
                page.threads.with(|threads| {
                    let item = threads.iter().find(|item| item.id == *current);
                    item.map(|item| item.title.clone())
                })
            };
            let title = told.or_else(listed).filter(|title| !title.is_empty());
            title.unwrap_or_else(|| texts.untitled.to_owned())
        })
    });
    // When the list closes, the button that opens it gets the focus, and back. A list over the chat also
    // closes because the focus went elsewhere, and leaves it there.
    Effect::new(move |was: Option<(bool, bool)>| {
        let now = (list.open.get(), list.folded.get());
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
            let to = to.try_get_untracked().flatten();
            if let Some(to) = to.filter(|_| was.1 != now.1 || is_left()) {
                let _ = to.focus();
            }
        });
        now
    });
    // Beside the chat, the list is not over it.
    if let Some(narrow) = narrow() {
        let changed = move |_| {
            if !is_narrow() {
                list.open.set(false);
            }
        };
        keep(Listener::new(&narrow, "change", false, Box::new(changed)));
    }
    let open = move |_| {
        if list.folded.get_untracked() && !is_narrow() {
            list.folded.set(false);
        } else {
            list.open.set(true);
        }
    };
    Effect::new(move || {
        let title = title.get();
        document().set_title(&format!("{title}{TITLE_END}{}", texts.app_name));
    });
    let renamed = Callback::new(move |()| page.chat.focus(Place::Menu));
    let heading = move || {
        let current = page.current.get();
        if page
            .renaming
            .with(|renaming| renaming.as_ref() == Some(&current))
        {
            let (thread, title) = (StoredValue::new(current), title.get_untracked());
            view! { <Rename list thread title renaming=page.renaming done=renamed/> }.into_any()
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
        <header slot="bar" class="mt-topbar" class=("mt-topbar--folded", list.folded)>
            <button
                type="button"
                class="mt-button mt-button--icon mt-button--quiet mt-topbar__menu"
                aria-label=texts.open_threads
                title=texts.open_threads
                aria-expanded=move || flag(list.open.get())
                node_ref=menu
                on:click=open
            >
                <Icon name=IconName::Side/>
            </button>
            {heading}
        </header>
    }
}

/// Whether the focus is in the closed list, or nowhere.
fn is_left() -> bool {
    let focused = document().active_element();
    focused.is_none_or(|focused| {
        let inside = focused.closest(".mt-threads").ok().flatten();
        inside.is_some() || focused.tag_name() == "BODY"
    })
}

/// Whether the list does not fit beside the chat. The style sheet has the same border.
fn is_narrow() -> bool {
    narrow().is_some_and(|narrow| narrow.matches())
}

fn narrow() -> Option<MediaQueryList> {
    let query = web_sys::window()?.match_media("(max-width: 799px)");
    query.ok().flatten()
}
