//! "Jump to latest", for a reader who is not at the bottom.
//!
//! Not responsible for following; the scroll anchor does that.

use leptos::prelude::*;

use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, When};

/// The button, with the number of messages that have begun since the reader left the bottom.
#[component]
pub fn Jump() -> impl IntoView {
    let ui = Ui::get();
    let texts = ui.texts;
    let scroll = ui.scroll;
    let messages = ui.cells.messages.clone();
    let turns = ui.cells.turns.clone();
    let seen = RwSignal::new(0_usize);
    let count = {
        let messages = messages.clone();
        Memo::new(move |_| messages.get())
    };
    Effect::new(move || {
        let now = count.get();
        if scroll.following.get() {
            seen.set(now);
        }
    });
    let shown = move || !scroll.following.get() && turns.with(|turns| !turns.is_empty());
    let label = move || match count.get().saturating_sub(seen.get()) {
        0 => texts.jump_latest.to_owned(),
        new => (texts.jump_new)(new),
    };
    view! {
        <When when=shown>
            <button
                type="button"
                class="mt-jump"
                data-testid="jump-to-latest"
                title=texts.jump_latest
                on:click=move |_| scroll.to_bottom()
            >
                <Icon name=IconName::ArrowDown/>
                {label}
            </button>
        </When>
    }
}
