//! The search from its first use on: its keys, what code searches for, and its bar.

use leptos::html::Section;
use leptos::prelude::*;
use midturn_core::history::PastState;

use super::bar::Bar;
use super::search::Find;
use crate::components::Ui;
use crate::components::chat::use_keys;
use crate::hooks::later;

/// The search, from its first use on.
#[component]
pub(super) fn Used(
    /// The chat.
    chat: NodeRef<Section>,
) -> impl IntoView {
    let ui = Ui::get();
    let find = Find::new(ui);
    Effect::new(move |was: Option<bool>| {
        let open = find.open.get();
        if was == Some(true) && !open {
            find.closed();
        }
        open
    });
    use_keys(chat, move |event| find.key(event));
    Effect::new(move |_| {
        let asked = ui.find_asked.get();
        if !asked.is_empty() {
            ui.find_asked.set(Vec::new());
            // Later, when the bar is there.
            later(0, move || asked.iter().for_each(|asked| find.asked(asked)));
        }
    });
    // Older messages that are not fetched yet are searched too: the open search fetches them.
    Effect::new(move || {
        let looks = find.open.get() && find.query.with(|query| !query.is_empty());
        let more = ui.cells.past.with(|past| *past == PastState::More);
        if looks && more {
            later(0, move || ui.actions.past());
        }
    });
    view! {
        <Show when=move || find.open.get()>
            <Bar find=StoredValue::new(find)/>
        </Show>
    }
}
