//! The transcript: the turns, in a log that scrolls, of which those near the view are drawn.
//!
//! Not responsible for where it scrolls to (see the scroll anchor), nor for what a turn is.

use leptos::prelude::*;
use midturn_core::conversation::PastState;
use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, Node, Selection};

use super::FOUND;
use super::empty::{empty, skeleton};
use super::link::link;
use super::past::past;
use crate::components::Ui;
use crate::components::message::{assistant_message, user_message};
use crate::dom::{El, Rows, el, show};
use crate::hooks::{Listener, ScrollAnchor, focus_within};
use crate::hooks::{keep, later_effect};
use crate::state::TurnCell;

/// What keeps its place while the activities above it grow: the header of a running card that
/// shows them.
const ANCHOR: &str = ".mt-card--expanded > .mt-card__header";

/// Threads of up to this many turns are drawn whole.
const WHOLE: usize = 30;

/// A turn with one of these is not taken off the page: something is open in it, or at work.
const OPEN: &str = "[aria-expanded=true]:not(.mt-code__fold), [aria-pressed=true], [data-kept], \
                    [role=menu], dialog[open], textarea, .mt-card";

/// The turns of the conversation, oldest first.
pub(super) fn transcript(ui: &Ui) -> El {
    let (cells, texts, begun) = (ui.cells.clone(), ui.texts, ui.clone());
    let (past, keyed) = (past(ui), ui.scroll.clone());
    let blank = move || {
        let asked = cells
            .past
            .with(|past| matches!(past, PastState::Asked { .. }));
        cells.loaded.get() && !asked && cells.turns.with(Vec::is_empty)
    };
    let (cells, read) = (ui.cells.clone(), ui.cells.clone());
    let reads = move || {
        let asked = cells
            .past
            .with(|past| matches!(past, PastState::Asked { .. }));
        !cells.loaded.get() || (asked && cells.turns.with(Vec::is_empty))
    };
    let rows = rows(ui);
    let content = el("div")
        .class("mt-transcript")
        .child(past)
        .child(show(reads, skeleton))
        .child(show(blank, move || empty(&begun)))
        .child(Node::from(rows.root().clone()));
    let container = el("div")
        .class("mt-scroll")
        .attr("data-testid", "chat-scroll-container")
        .attr("role", "log")
        .attr("aria-live", "off")
        .attr("aria-label", texts.transcript_label)
        .live("aria-busy", move || (!read.loaded.get()).then_some("true"))
        .attr("tabindex", "0")
        .on("keydown", move |event: KeyboardEvent| ends(&keyed, &event))
        .child(content.clone());
    let (scroll, around) = (ui.scroll.clone(), container.clone());
    let (listed, turns) = (rows.clone(), ui.cells.turns.clone());
    let moved = scroll.clone();
    print_whole(&rows, &scroll);
    later_effect(move || {
        scroll.attach(around.element(), content.element(), rows.clone(), ANCHOR);
    });
    // After that: what is drawn is measured.
    later_effect(move || {
        turns.with(|turns| listed.list(turns));
        moved.settle();
    });
    container
}

/// On paper there is no scrolling: all turns are drawn for it.
fn print_whole(rows: &Rows, scroll: &ScrollAnchor) {
    let Some(window) = web_sys::window() else {
        return;
    };
    for (kind, whole) in [("beforeprint", usize::MAX), ("afterprint", WHOLE)] {
        let (rows, scroll) = (rows.clone(), scroll.clone());
        let call = move |_: Event| {
            rows.draw_whole(whole);
            scroll.settle();
        };
        keep(Listener::new(&window, kind, false, Box::new(call)));
    }
}

/// Home and End go to the ends at once: on its way there, the browser would meet turns of which it
/// knows no height.
fn ends(scroll: &ScrollAnchor, event: &KeyboardEvent) {
    let plain = !(event.shift_key() || event.alt_key() || event.meta_key());
    let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
    let typing = target.is_some_and(|target| {
        let field = target.closest("input, textarea, select, [role=menu]");
        field.ok().flatten().is_some()
    });
    if !plain || typing || event.default_prevented() {
        return;
    }
    match event.key().as_str() {
        "Home" => scroll.to_top(),
        "End" => scroll.to_bottom(),
        _ => return,
    }
    event.prevent_default();
}

/// The list of turns, which draws those that it is told to.
fn rows(ui: &Ui) -> Rows {
    let drawn = ui.clone();
    let draw = move |id: &MessageId| {
        let turn = drawn.cells.turn(id)?;
        let row = turn_row(&drawn, &turn);
        // Its cells follow the core while it is drawn.
        keep(turn);
        Some(row.into())
    };
    Rows::new(WHOLE, draw, number, is_in_use)
}

/// One turn: the person's message and the agent's.
fn turn_row(ui: &Ui, turn: &TurnCell) -> El {
    let row = el("section").class("mt-turn");
    // What begins with the agent has no message of the person.
    let row = if turn.text.is_empty() && turn.attachments.is_empty() {
        row
    } else {
        let said = el("div").class("mt-spoken");
        row.child(said.child(link(ui, &turn.id)).child(user_message(ui, turn)))
    };
    row.child(assistant_message(ui, turn))
}

/// Tells who hears the page which turn this is, of how many.
fn number(row: &Element, place: usize, of: usize) {
    let Ok(messages) = row.query_selector_all(":scope > article, :scope > .mt-spoken > article")
    else {
        return;
    };
    for index in 0..messages.length() {
        let message = messages.get(index);
        if let Some(message) = message.and_then(|held| held.dyn_into::<Element>().ok()) {
            // Fails for names that cannot be one alone.
            let _ = message.set_attribute("aria-posinset", &(place + 1).to_string());
            let _ = message.set_attribute("aria-setsize", &of.to_string());
        }
    }
}

/// Whether the person has something in this turn: the focus, a selection, an editor.
fn is_in_use(row: &Element) -> bool {
    row.class_list().contains(FOUND)
        || row.query_selector(OPEN).ok().flatten().is_some()
        || focus_within(row)
        || selection(row).is_some_and(|selected| {
            !selected.is_collapsed()
                && selected
                    .contains_node_with_allow_partial_containment(row, true)
                    .unwrap_or(false)
        })
}

/// The selection where the row is: some browsers have one for each shadow root.
fn selection(row: &Element) -> Option<Selection> {
    let root = row.get_root_node();
    let own = js_sys::Reflect::get(&root, &"getSelection".into()).ok();
    let own = own.and_then(|get| get.dyn_into::<js_sys::Function>().ok());
    match own {
        Some(get) => get.call0(&root).ok()?.dyn_into().ok(),
        None => web_sys::window()?.get_selection().ok()?,
    }
}
