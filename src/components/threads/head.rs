//! The head of the list: the product's name, and the buttons that fold or close the list.

use leptos::html::Button;
use leptos::prelude::*;

use super::ThreadList;
use crate::components::icon::{Icon, IconName};
use crate::components::{Surface, flag};
use crate::hooks::after_frame;

#[component]
pub(super) fn Head(list: ThreadList) -> impl IntoView {
    let texts = Surface::get().texts;
    let open = list.open;
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
                class="mt-button mt-button--icon mt-button--quiet mt-threads__fold"
                aria-label=texts.conversations.fold
                title=texts.conversations.fold
                aria-expanded=move || flag(!list.folded.get())
                node_ref=list.elements.fold
                on:click=move |_| list.folded.set(true)
            >
                <Icon name=IconName::Side/>
            </button>
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
