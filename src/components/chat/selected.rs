//! The selection in the transcript: the keys that select all turns, and a copy that has every turn of
//! the selection, also those that are not drawn.

use std::ops::Range;

use web_sys::{Element, Event, KeyboardEvent};

use super::is_pressed_in;
use crate::components::Ui;
use crate::hooks::{Listener, Rows, ScrollAnchor, is_letter, keep, selected_range, selection};

/// The elements in which the keys select what is in them. A selector, because it covers every field:
/// those of approvals, and those that an embedder draws.
const FIELDS: &str = "input, textarea, select, [contenteditable]";

/// Selects all turns with Ctrl+A or ⌘A. The browser would select the whole page.
pub(super) fn select_all(rows: Option<Rows>, scroll: ScrollAnchor, event: &KeyboardEvent) {
    let command = event.ctrl_key() || event.meta_key();
    let alone = !(event.shift_key() || event.alt_key() || event.default_prevented());
    let pressed = command && alone && is_letter(event, "a");
    // Without turns, the browser does what it does elsewhere.
    let rows = rows.filter(|rows| pressed && !rows.is_empty());
    let Some(rows) = rows.filter(|_| !is_pressed_in(event, FIELDS)) else {
        return;
    };
    if let Some(selected) = selection(rows.root()) {
        // Now, because a selection begins in a text that is drawn.
        draw(&rows, 0..usize::MAX, scroll, || {
            // Fails only for a node of another document.
            let _ = selected.select_all_children(rows.root());
        });
        event.prevent_default();
    }
}

/// Draws what is selected before it is copied: the browser copies only what is in the document.
pub(super) fn copy_whole(rows: &Rows, ui: &Ui) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else {
        return;
    };
    let (rows, scroll, answers) = (rows.clone(), ui.scroll, ui.answers());
    let call = move |_: Event| {
        if let Some(span) = span(&rows) {
            draw(&rows, span, scroll, || answers.finish(rows.root()));
        }
    };
    // The event's target may be anywhere: a selection of the whole page has the turns in it too.
    keep(Listener::new(&document, "copy", true, Box::new(call)));
}

/// Draws these rows. Those that are selected by the end of `then` stay as long as they are selected.
fn draw(rows: &Rows, span: Range<usize>, scroll: ScrollAnchor, then: impl FnOnce()) {
    rows.also_draw(span);
    scroll.settle();
    then();
    rows.also_draw(0..0);
}

/// The rows from the first to the last that is selected; `None` if none is.
fn span(rows: &Rows) -> Option<Range<usize>> {
    let range = selected_range(rows.root()).filter(|range| !range.collapsed())?;
    let (start, end) = (range.start_container().ok()?, range.end_container().ok()?);
    rows.span_of(
        |row| range.intersects_node(row).unwrap_or(false),
        |row| row.contains(Some(&start)),
        |row| row.contains(Some(&end)),
    )
}

/// Whether a row must stay in the document because of the selection. One that has the cursor stays
/// too: the next click with the Shift key selects from there.
pub(super) fn is_selected(row: &Element) -> bool {
    selected_range(row).is_some_and(|range| range.intersects_node(row).unwrap_or(false))
}
