//! The list of turns. Only the rows near the view are drawn. Each row is a component that [`Rows`]
//! inserts into the list by hand.
//!
//! Not responsible for which rows are drawn (see [`Rows`]).

use leptos::html::Div;
use leptos::prelude::*;
use std::sync::Arc;

use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use super::FOUND;
use super::left_out::LeftOutLine;
use super::link::CopyLink;
use super::selected::{copy_whole, is_selected};
use crate::components::message::{AssistantMessages, Pencil, UserMessage};
use crate::components::{Ui, object_named};
use crate::hooks::{Listener, Rows, focus_within, keep, mounted_element};
use crate::state::TurnCell;

/// The header of an expanded running card, which keeps its place while the activities above it
/// grow. A selector, because cards are added and removed in rows that are inserted by hand.
const ANCHOR: &str = ".mt-card--expanded > .mt-card__header";

/// Threads of up to this many turns are drawn completely.
const WHOLE: usize = 30;

/// The most characters of a turn's heading.
const HEADING: usize = 80;

/// A turn that contains one of these stays on the page: something is open in it, or it is running.
/// A selector, because any component can be open in a turn, also one that an embedder draws.
const OPEN: &str = "[aria-expanded=true]:not(.mt-code__fold), [aria-pressed=true], [data-kept], \
                    [role=menu], dialog[open], textarea, .mt-card";

/// The turns, inside the scrolling element.
#[component]
pub(super) fn Turns(
    /// The scrolling element.
    container: NodeRef<Div>,
    /// The element around all content of the scrolling element.
    content: NodeRef<Div>,
    /// The rows of the list, once it is there.
    rows: StoredValue<Option<Rows>, LocalStorage>,
) -> impl IntoView {
    let ui = Ui::get();
    let Ui { cells, scroll, .. } = ui;
    let list = NodeRef::<Div>::new();
    Effect::new(move || {
        let places = (container.get(), content.get(), list.get());
        let (Some(container), Some(content), Some(list)) = places else {
            return;
        };
        let drawn = Rows::new(
            list.into(),
            WHOLE,
            move |id| draw(&ui, id),
            number,
            is_in_use,
        );
        print_whole(&drawn, &ui);
        copy_whole(&drawn, &ui);
        scroll.attach(&container, &content, drawn.clone(), ANCHOR);
        rows.set_value(Some(drawn));
    });
    // Runs after the effect above, which sets `rows`.
    Effect::new(move || {
        let listed = rows.get_value();
        let turns = cells.listed();
        if let Some(rows) = listed {
            rows.list(&turns);
        }
        scroll.settle();
    });
    view! { <div class="mt-turns" node_ref=list></div> }
}

/// Draws the row of a turn; `None` if the turn is gone.
fn draw(ui: &Ui, id: &MessageId) -> Option<Element> {
    let turn = ui.cells.turn(id)?;
    let row = mounted_element(view! { <Turn turn=Arc::clone(&turn)/> });
    // The core updates the turn's cells until their last handle is dropped.
    keep(turn);
    Some(row)
}

/// One turn: the person's message and the agent's.
#[component]
fn Turn(turn: Arc<TurnCell>) -> impl IntoView {
    let signals = turn.signals();
    // A turn that the agent started has no message of the person.
    let speaks =
        !turn.text.is_empty() || turn.attachments.with_untracked(|files| !files.is_empty());
    let Ui { texts, cells, .. } = Ui::get();
    let out = Memo::new(move |_| {
        let id = signals.id.get_value();
        cells.left_out.with(|out| out.has(&id))
    });
    // Of the first turn of a group that is left out.
    let group = Memo::new(move |_| cells.group_from(&signals.id.get_value()));
    let shown = Memo::new(move |_| group.get().is_none_or(|group| group.open));
    let name = signals.text.with_value(|said| heading(said));
    let named = StoredValue::new(name.clone());
    let label = object_named(texts, texts.reading.toolbar, &name);
    view! {
        <section
            class="mt-turn"
            part="turn"
            role="group"
            aria-label=name
            tabindex="-1"
            data-testid="turn"
            data-left-out=move || out.get().then_some("")
        >
            <Show when=move || group.with(Option::is_some)>
                <LeftOutLine turn=signals group/>
            </Show>
            <Show when=move || shown.get()>
                <h2 class="mt-visually-hidden">{named.get_value()}</h2>
                {speaks.then(|| view! {
                    <div class="mt-spoken">
                        <div class="mt-spoken__acts" role="toolbar" aria-label=label.clone()>
                            <Pencil turn=signals/>
                            <CopyLink message=signals.id.get_value()/>
                        </div>
                        <UserMessage turn=signals/>
                    </div>
                })}
                <AssistantMessages turn=signals/>
            </Show>
        </section>
    }
}

/// The heading of a turn, with which a screen reader goes from turn to turn: the beginning of the
/// person's message.
fn heading(said: &str) -> String {
    let line = said.trim_start().lines().next().unwrap_or_default();
    if line.is_empty() {
        return Ui::get().texts.message_agent.to_owned();
    }
    line.chars().take(HEADING).collect()
}

/// Draws all turns for printing: paper does not scroll.
fn print_whole(rows: &Rows, ui: &Ui) {
    let Some(window) = web_sys::window() else {
        return;
    };
    for (kind, end) in [("beforeprint", usize::MAX), ("afterprint", 0)] {
        let (rows, scroll, answers) = (rows.clone(), ui.scroll, ui.answers());
        let call = move |_: Event| {
            rows.also_draw(0..end);
            scroll.settle();
            answers.finish(rows.root());
        };
        keep(Listener::new(&window, kind, false, Box::new(call)));
    }
}

/// Tells screen readers the number of this turn and how many there are.
fn number(row: &Element, place: usize, of: usize) {
    // A selector, because the row holds one message or two, each with its own component.
    let Ok(messages) = row.query_selector_all(":scope > article, :scope > .mt-spoken > article")
    else {
        return;
    };
    for index in 0..messages.length() {
        let message = messages.get(index);
        if let Some(message) = message.and_then(|held| held.dyn_into::<Element>().ok()) {
            // `set_attribute` fails only for invalid names.
            let _ = message.set_attribute("aria-posinset", &(place + 1).to_string());
            let _ = message.set_attribute("aria-setsize", &of.to_string());
        }
    }
}

/// Whether the row must stay on the page: the person was led to it, something in it is open or
/// running, or it has the focus or a selection.
fn is_in_use(row: &Element) -> bool {
    row.class_list().contains(FOUND)
        || row.query_selector(OPEN).ok().flatten().is_some()
        || focus_within(row)
        || is_selected(row)
}
