//! The tools of a thread, at the end of the bar above the transcript: what the person changed, the
//! search, and a menu of what one does with the thread as a whole.
//!
//! They are a part of the program, which is loaded when the first turn is over, or has worked for a while, and the
//! browser is idle: an answer comes first.

use std::sync::Arc;

use leptos::prelude::*;

use super::interruptions::has_interruptions;
use crate::components::export::{Format, Thread, export};
use crate::components::icon::{Icon, IconName};
use crate::components::menu::{Menu, MenuItem, MoreButton, Opening, OwnItem};
use crate::components::{Part, Ui, flag};
use crate::hooks::SetIfNew;
use crate::part::Make;
use crate::state::TurnCell;

crate::part! {
    in answer_actions
    fn row() -> Make<()> { |()| Row().into_any() }
}

/// The tools of a thread with a message. `ahead` says when they come. They are
/// quiet while their part cannot be loaded: an agent that could not be reached may be on the server that has the part.
#[component]
pub(super) fn Tools() -> impl IntoView {
    let props = Callback::new(|()| ());
    let Ui { cells, rested, .. } = Ui::get();
    let used = move || !cells.turns.with(Vec::is_empty);
    view! {
        <Show when=move || used() && rested.get()>
            <Part load=row props quiet=true/>
        </Show>
    }
}

/// Whether the first turn of the conversation is over or interrupted.
pub(super) fn use_first_turn_over() -> Memo<bool> {
    let ui = Ui::get();
    Memo::new(move |_| match ui.cells.turns.with(Vec::len) {
        0 => false,
        // Not before: the run of a new turn begins a moment after it.
        1 => {
            let over = |last: Arc<TurnCell>| last.view.with(|view| view.outcome.is_some());
            ui.cells.last.get().is_some_and(over) || has_interruptions(&ui)
        }
        _ => true,
    })
}

#[component]
fn Row() -> impl IntoView {
    let ui = Ui::get();
    let (find, changes) = (ui.texts.reading.find, ui.texts.history.title);
    view! {
        <div
            class="mt-tools"
            part="tools"
            role="toolbar"
            aria-label=ui.texts.reading.toolbar
            data-testid="tools"
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
            <More/>
        </div>
    }
}

/// The menu of what one does with the thread as a whole.
#[component]
fn More() -> impl IntoView {
    let ui = Ui::get();
    let texts = ui.texts;
    let label = texts.conversations.menu;
    let opening = Opening::new();
    let Opening { around, open, .. } = opening;
    let save = move |format| {
        Callback::new(move |()| {
            opening.close();
            save(&ui, format);
        })
    };
    let further = move || {
        let item = |item: OwnItem| {
            let press = Callback::new(move |()| {
                opening.close();
                if let Some(chosen) = ui.own_chosen.get_untracked() {
                    chosen(&item.id);
                }
            });
            view! { <MenuItem icon=item.icon name=item.title press/> }
        };
        ui.own_items.get().into_iter().map(item).collect_view()
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
                    {further}
                </Menu>
            </Show>
        </div>
    }
}

/// Saves the thread on screen. Without a title, it is named by its first message.
fn save(ui: &Ui, format: Format) {
    let id = ui.actions.thread();
    ui.cells.read(|conversation| {
        let (turns, left_out) = (conversation.turns(), conversation.left_out());
        let first = turns.iter().find(|turn| !left_out.has(&turn.id));
        let first = first.and_then(|turn| turn.text.trim().lines().next());
        let title = ui.title.get_untracked();
        let title = title.unwrap_or_else(|| first.unwrap_or_default().to_owned());
        let thread = Thread {
            id: id.as_str(),
            title: &title,
            turns,
            left_out: &left_out,
        };
        export(ui.texts, thread, format);
    });
}
