//! The tools of a thread, at the end of the bar above the transcript: what the person changed, the
//! search, and a menu of what one does with the thread as a whole.
//!
//! They are a part of the program, which is loaded when the first turn is over: an answer comes first.

use leptos::html::Button;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::interruptions::has_interruptions;
use crate::components::icon::{Icon, IconName};
use crate::components::menu::{Menu, MenuItem, Opening};
use crate::components::{Part, Ui, flag};
use crate::hooks::SetIfNew;
use crate::part::Make;

/// What the page can do with the thread on screen.
#[derive(Clone, Copy)]
pub struct ThreadActs {
    /// Opens the field for its title.
    pub rename: Callback<()>,
    /// Deletes it.
    pub delete: Callback<()>,
    /// The button that opens the menu.
    pub opener: NodeRef<Button>,
}

crate::part! {
    in answer_actions
    fn row() -> Make<RowProps> { |props| Row(props).into_any() }
}

/// The tools, once a turn is over or interrupted.
#[component]
pub fn Tools(
    /// What the page can do with the thread; an embedded chat can do nothing of it.
    #[prop(optional)]
    acts: Option<ThreadActs>,
) -> impl IntoView {
    let ui = Ui::get();
    let props = Callback::new(move |()| RowProps { acts });
    let used = Memo::new(move |_| match ui.cells.turns.with(Vec::len) {
        0 => false,
        1 => ui.cells.run.with(Option::is_none) || has_interruptions(&ui),
        _ => true,
    });
    view! {
        <Show when=move || used.get()>
            <Part load=row props/>
        </Show>
    }
}

#[component]
fn Row(acts: Option<ThreadActs>) -> impl IntoView {
    let ui = Ui::get();
    // The page's bar is not in the chat, whose keys these are.
    let pressed = move |event: KeyboardEvent| {
        let command = event.ctrl_key() || event.meta_key();
        let alone = !(event.shift_key() || event.alt_key());
        if command && alone && matches!(event.key().as_str(), "f" | "F") {
            event.prevent_default();
            ui.find_shown.set_if_new(true);
        }
    };
    let (find, changes) = (ui.texts.reading.find, ui.texts.history.title);
    view! {
        <div class="mt-tools" data-testid="tools" on:keydown=pressed>
            // The first of the row, so that it moves no other when it comes.
            <Show when=move || has_interruptions(&ui)>
                <button
                    type="button"
                    class="mt-button mt-button--icon mt-button--quiet"
                    aria-label=changes
                    title=changes
                    aria-haspopup="dialog"
                    data-testid="interruptions-open"
                    on:click=move |_| ui.changes_shown.set_if_new(true)
                >
                    <Icon name=IconName::Clock/>
                </button>
            </Show>
            <button
                type="button"
                class="mt-button mt-button--icon mt-button--quiet"
                aria-label=find
                title=find
                aria-expanded=move || flag(ui.find_shown.get())
                data-testid="find-open"
                on:click=move |_| ui.find_shown.update(|shown| *shown = !*shown)
            >
                <Icon name=IconName::Search/>
            </button>
            {acts.map(|acts| view! { <More acts/> })}
        </div>
    }
}

/// The menu of what one does with the thread as a whole.
#[component]
fn More(acts: ThreadActs) -> impl IntoView {
    let texts = Ui::get().texts;
    let label = texts.conversations.menu;
    let opening = Opening {
        opener: acts.opener,
        ..Opening::new()
    };
    let Opening {
        around,
        opener,
        open,
    } = opening;
    let rename = Callback::new(move |()| {
        open.set(false);
        acts.rename.run(());
    });
    let delete = Callback::new(move |()| {
        open.set(false);
        acts.delete.run(());
    });
    view! {
        <div class="mt-tools__more" node_ref=around>
            <button
                type="button"
                class="mt-button mt-button--icon mt-button--quiet"
                aria-label=label
                title=label
                aria-haspopup="menu"
                aria-expanded=move || flag(open.get())
                data-testid="thread-menu"
                node_ref=opener
                on:click=move |_| opening.toggle()
                on:keydown=move |event| opening.pressed(&event)
            >
                <Icon name=IconName::More/>
            </button>
            <Show when=move || open.get()>
                <Menu opening label below=true>
                    <MenuItem icon=IconName::Edit name=texts.rename press=rename/>
                    <MenuItem icon=IconName::Trash name=texts.delete press=delete/>
                </Menu>
            </Show>
        </div>
    }
}
