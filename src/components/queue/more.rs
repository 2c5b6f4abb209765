//! The menu of a prompt, in place of its buttons where a line has no room for them.
//!
//! It opens above the queue: the list scrolls, and would cut it.

use leptos::prelude::*;

use super::acts::Acts;
use crate::components::icon::IconName;
use crate::components::menu::{Menu, MenuItem, MoreButton, Opening};
use crate::components::object_named;

/// The button and its menu.
#[component]
pub(super) fn More(acts: Acts) -> impl IntoView {
    let texts = acts.ui.texts;
    let mut opening = Opening::new();
    opening.opener = acts.remove;
    let Opening {
        around,
        opener,
        open,
    } = opening;
    acts.ui.focus.edit_buttons.register(opener);
    let named = acts
        .said
        .with_value(|said| object_named(texts, texts.acts.more, said));
    let label = named.clone();
    view! {
        <div class="mt-queue__more" node_ref=around>
            <MoreButton opening label title=texts.acts.more/>
            <Show when=move || open.get()>
                <Entries acts opening label=named.clone()/>
            </Show>
        </div>
    }
}

#[component]
fn Entries(acts: Acts, opening: Opening, label: String) -> impl IntoView {
    let texts = acts.ui.texts;
    let then = move |act: fn(Acts)| {
        Callback::new(move |()| {
            opening.close();
            act(acts);
        })
    };
    // What does nothing when the menu opens is no entry.
    let moves = move |by: isize| untrack(|| acts.to(by)).is_some();
    let hold = if acts.held.get_untracked() {
        texts.acts.release
    } else {
        texts.acts.hold
    };
    view! {
        <Menu opening label>
            <MenuItem icon=IconName::RunNow name=texts.prompt_run_now press=then(Acts::run)/>
            {moves(-1)
                .then(|| {
                    let press = then(|acts| {
                        acts.move_by(-1);
                    });
                    view! { <MenuItem icon=IconName::Up name=texts.prompt_up press/> }
                })}
            {moves(1)
                .then(|| {
                    let press = then(|acts| {
                        acts.move_by(1);
                    });
                    view! { <MenuItem icon=IconName::Down name=texts.prompt_down press/> }
                })}
            <MenuItem icon=IconName::Pause name=hold press=then(Acts::hold)/>
            <MenuItem icon=IconName::Edit name=texts.prompt_edit press=then(Acts::edit)/>
            <MenuItem icon=IconName::Trash name=texts.prompt_delete press=then(Acts::remove)/>
        </Menu>
    }
}
