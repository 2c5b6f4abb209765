//! The tools of a thread, at the end of the bar above the transcript: what the person changed, the
//! search, and a menu of what one does with the thread as a whole.
//!
//! They are a part of the program, which is loaded when the first turn is over: an answer comes first.

use std::sync::Arc;

use leptos::html::Button;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::find;
use super::interruptions::has_interruptions;
use crate::components::export::{Format, export};
use crate::components::icon::{Icon, IconName};
use crate::components::menu::{Menu, MenuItem, MoreButton, Opening};
use crate::components::{Part, Ui, flag};
use crate::hooks::SetIfNew;
use crate::part::Make;
use crate::state::TurnCell;

/// What the page can do with the thread on screen.
#[derive(Clone, Copy)]
pub struct ThreadActs {
    /// Opens the field for its title.
    pub rename: Callback<()>,
    /// Deletes it.
    pub delete: Callback<()>,
    /// Its title.
    pub title: Signal<String>,
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
        // Not before: the run of a new turn begins a moment after it.
        1 => {
            let over = |last: Arc<TurnCell>| last.view.with(|view| view.outcome.is_some());
            ui.cells.last.get().is_some_and(over) || has_interruptions(&ui)
        }
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
        if find::opens(&event) {
            event.prevent_default();
            ui.find_shown.set_if_new(true);
        }
    };
    let (find, changes) = (ui.texts.reading.find, ui.texts.history.title);
    view! {
        <div
            class="mt-tools"
            part="tools"
            role="toolbar"
            aria-label=ui.texts.reading.toolbar
            data-testid="tools"
            on:keydown=pressed
        >
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
            <More acts/>
        </div>
    }
}

/// The menu of what one does with the thread as a whole.
#[component]
fn More(acts: Option<ThreadActs>) -> impl IntoView {
    let ui = Ui::get();
    let texts = ui.texts;
    let label = texts.conversations.menu;
    let mut opening = Opening::new();
    if let Some(acts) = acts {
        opening.opener = acts.opener;
    }
    let Opening { around, open, .. } = opening;
    let save = move |format| {
        Callback::new(move |()| {
            opening.close();
            save(&ui, acts, format);
        })
    };
    // The focus goes where the act leads.
    let act = move |act: Callback<()>| {
        Callback::new(move |()| {
            open.set(false);
            act.run(());
        })
    };
    let further = move || {
        acts.map(|acts| {
            view! {
                <MenuItem icon=IconName::Edit name=texts.rename press=act(acts.rename)/>
                <MenuItem icon=IconName::Trash name=texts.delete press=act(acts.delete)/>
            }
        })
    };
    view! {
        <div class="mt-tools__more" node_ref=around>
            <MoreButton opening label title=label testid="thread-menu"/>
            <Show when=move || open.get()>
                <Menu opening label below=true>
                    <MenuItem
                        icon=IconName::Download
                        name=texts.conversations.export_markdown
                        press=save(Format::Markdown)
                    />
                    <MenuItem
                        icon=IconName::Code
                        name=texts.conversations.export_json
                        press=save(Format::Json)
                    />
                    {further()}
                </Menu>
            </Show>
        </div>
    }
}

/// Saves the thread on screen. Without a title of the page's, it is named by its first message.
fn save(ui: &Ui, acts: Option<ThreadActs>, format: Format) {
    let id = ui.actions.thread();
    ui.cells.read(|conversation| {
        let turns = conversation.turns();
        let first = turns.first().map(|turn| turn.text.trim());
        let first = first.and_then(|text| text.lines().next());
        let title = acts.map(|acts| acts.title.get_untracked());
        let title = title.unwrap_or_else(|| first.unwrap_or_default().to_owned());
        export(ui.texts, id.as_str(), &title, turns, format);
    });
}
