//! Every interruption of the thread, in a dialog: its recipient, text, time and outcome.
//!
//! Not responsible for the record: each turn keeps its own (see [`midturn_core::transcript`]).

use leptos::html::Section;
use leptos::prelude::*;
use midturn_core::find::Query;
use midturn_core::id::MessageId;
use midturn_core::transcript::{Interruption, interruptions as grouped};

use super::link_target::lead;
use super::shortcuts::FIELDS;
use super::{is_pressed_in, use_keys};
use crate::components::activity::{Told, told};
use crate::components::{Dialog, Part, Ui};
use crate::hooks::{SetIfNew, later};
use crate::part::Make;
use crate::state::TurnCell;

/// The state of the dialog.
#[derive(Clone, Copy)]
struct List {
    ui: Ui,
    open: RwSignal<bool>,
    query: RwSignal<String>,
}

/// The dialog, with the key that opens it.
#[component]
pub(super) fn Interruptions(
    /// The chat.
    chat: NodeRef<Section>,
) -> impl IntoView {
    let ui = Ui::get();
    let list = List {
        ui,
        open: ui.changes_shown,
        query: RwSignal::default(),
    };
    let props = Callback::new(move |()| ListedProps { list });
    use_keys(chat, move |event| {
        let alone = !(event.ctrl_key() || event.meta_key() || event.alt_key());
        let wanted = ui.shortcuts.get_untracked() && !is_pressed_in(event, FIELDS);
        if event.key() == "!" && alone && wanted {
            event.prevent_default();
            ui.changes_shown.set_if_new(true);
        }
    });
    view! {
        // Created only when opened: most people never open it.
        <Show when=move || list.open.get()>
            <Part load=listed props/>
        </Show>
    }
}

/// Whether there is an interruption to list.
pub(super) fn has_interruptions(ui: &Ui) -> bool {
    follow(ui);
    !ui.cells.interrupted().is_empty()
}

/// Makes the caller rerun when a turn is added or the last turn is interrupted.
fn follow(ui: &Ui) {
    ui.cells.turns.with(Vec::len);
    if let Some(last) = ui.cells.last.get() {
        last.view.with(|view| view.ledger.len());
    }
}

impl List {
    /// The interruptions to show, newest last: the turn, and the interruption's index in that turn.
    fn found(self) -> Vec<(MessageId, usize)> {
        follow(&self.ui);
        let query = self.query.with(|query| Query::new(query));
        let mut found = Vec::new();
        for turn in self.ui.cells.interrupted() {
            let Some(cell) = self.ui.cells.turn(&turn) else {
                continue;
            };
            for (place, one) in of_turn(&cell).iter().enumerate() {
                let is_found = query
                    .as_ref()
                    .is_none_or(|query| query.is_in(&told(self.ui.texts, &cell, one).text()));
                if is_found {
                    found.push((turn.clone(), place));
                }
            }
        }
        found
    }
}

crate::part! {
    in control
    fn listed() -> Make<ListedProps> { |props| Listed(props).into_any() }
}

/// The dialog.
#[component]
fn Listed(list: List) -> impl IntoView {
    let List { ui, open, query } = list;
    query.set(String::new());
    let texts = ui.texts;
    let found = Memo::new(move |_| list.found());
    let note = move || match found.with(Vec::is_empty) {
        false => "",
        true if query.with(|query| Query::new(query).is_some()) => texts.history.no_match,
        true => texts.history.none,
    };
    view! {
        <Dialog
            open
            labelled_by="midturn-interruptions"
            testid="interruptions"
            class="mt-dialog mt-changes"
        >
            <div class="mt-dialog__form">
                <h2 class="mt-dialog__title" id="midturn-interruptions">
                    {texts.history.title}
                </h2>
                <input
                    class="mt-input"
                    type="search"
                    dir="auto"
                    autocomplete="off"
                    placeholder=texts.history.search
                    aria-label=texts.history.search
                    on:input=move |event| query.set(event_target_value(&event))
                />
                <ol class="mt-changes__rows" aria-label=texts.history.title>
                    <For each=move || found.get() key=Clone::clone let((turn, place))>
                        <Row list turn place/>
                    </For>
                </ol>
                <p class="mt-changes__note" role="status">
                    {note}
                </p>
                <div class="mt-dialog__bar">
                    <button type="button" class="mt-button" on:click=move |_| open.set(false)>
                        {texts.close}
                    </button>
                </div>
            </div>
        </Dialog>
    }
}

/// One interruption. The row follows its turn while it is shown.
#[component]
fn Row(
    list: List,
    turn: MessageId,
    /// The interruption's index in its turn.
    place: usize,
) -> impl IntoView {
    let List { ui, open, .. } = list;
    // The core updates a turn's cells only until their last handle is dropped.
    let cell = StoredValue::new(ui.cells.turn(&turn)?);
    let now = move || {
        cell.with_value(|cell| {
            let one = of_turn(cell).get(place).cloned()?;
            Some(told(ui.texts, cell, &one))
        })
    };
    let Told { time, mark, .. } = untrack(now)?;
    let press = move |_| {
        open.set(false);
        let (turn, mark) = (turn.clone(), mark.clone());
        // Later, because the closing dialog first returns the focus.
        ui.cells.unfold(&turn);
        later(0, move || lead(&ui, &turn, mark.as_deref()));
    };
    let said = move || now().map(|told| told.said);
    let came = move || {
        let came = now().map(|told| told.came_of).unwrap_or_default();
        let line = |line| view! { <span class="mt-changes__came" dir="auto">{line}</span> };
        came.into_iter().map(line).collect_view()
    };
    Some(view! {
        <li data-testid="interruption-row">
            <button type="button" class="mt-changes__row" on:click=press>
                <time class="mt-ledger__time">{time}</time>
                <span class="mt-changes__said" dir="auto">
                    {said}
                </span>
                {came}
            </button>
        </li>
    })
}

fn of_turn(turn: &TurnCell) -> Vec<Interruption> {
    turn.view.with(|view| grouped(&view.ledger))
}
