//! Search in the conversation, also in turns that are not drawn. It is in the part of the program that
//! is loaded when the first turn is over, so that what one types after its keys is not lost.
//!
//! Not responsible for which words match (see [`midturn_core::find`]). Pressing the same keys again
//! opens the browser's own search, which covers only the drawn turns.

mod bar;
mod matches;
mod reveal;
mod search;
mod used;

use leptos::html::Section;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::use_keys;
use crate::components::{Part, Ui};
use crate::hooks::{SetIfNew, is_letter};
use crate::part::Make;
use used::{Used, UsedProps};

crate::part! {
    in answer_actions
    fn used() -> Make<UsedProps> { |props| Used(props).into_any() }
}

/// A search that code asks for.
#[derive(Clone, Debug)]
pub struct AskedSearch {
    /// The text. If it is searched for already, the next match is shown.
    pub query: String,
    /// Whether the previous match is shown instead.
    pub back: bool,
    /// The number of matches, once one is shown.
    pub found: ArcRwSignal<Option<usize>>,
}

/// Loads the search, and returns whether that worked.
pub async fn load_search() -> bool {
    used().await.is_ok()
}

/// The search, with the keys that open it.
#[component]
pub(super) fn Search(
    /// The chat.
    chat: NodeRef<Section>,
) -> impl IntoView {
    let shown = Ui::get().find_shown;
    // Stays once it is loaded, with what was searched for.
    let wanted = Memo::new(move |was: Option<&bool>| was == Some(&true) || shown.get());
    use_keys(chat, move |event| {
        if opens(event) && !wanted.get_untracked() {
            event.prevent_default();
            shown.set_if_new(true);
        }
    });
    let props = Callback::new(move |()| UsedProps { chat });
    view! {
        <Show when=move || wanted.get()>
            <Part load=used props/>
        </Show>
    }
}

/// Whether these are the keys of a search: Ctrl+F or ⌘F.
pub(super) fn opens(event: &KeyboardEvent) -> bool {
    let command = event.ctrl_key() || event.meta_key();
    let alone = !(event.shift_key() || event.alt_key());
    command && alone && is_letter(event, "f")
}
