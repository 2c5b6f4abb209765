//! The transcript: a scrolling log of turns, of which only those near the view are drawn.
//!
//! Not responsible for the scroll position; see the scroll anchor.

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::history::PastState;
use web_sys::KeyboardEvent;

use super::empty::{Empty, Skeleton};
use super::link_target::MissingMessage;
use super::past::Past;
use super::selected::select_all;
use super::turns::Turns;
use super::{is_pressed_in, is_pressed_where, turn_keys};
use crate::components::{Place, Ui};
use crate::hooks::{ScrollAnchor, scrolls};
use crate::state::ConversationCells;

/// The elements in which Home and End have a meaning of their own. A selector, because it covers every
/// field: those of approvals, and those that an embedder draws.
const FIELDS: &str = "input, textarea, select, [contenteditable], [role=menu], [role=toolbar]";

/// Whether older messages are on their way.
fn is_asked(cells: &ConversationCells) -> bool {
    cells
        .past
        .with(|past| matches!(past, PastState::Asked { .. }))
}

/// Whether a message that the person was led to is nowhere.
fn is_missing(ui: &Ui) -> bool {
    ui.link_missing.get() == Some(ui.cells.turns.with(Vec::len))
}

/// Whether this is a new conversation, without any message.
pub(super) fn is_blank() -> Memo<bool> {
    let ui = Ui::get();
    let cells = ui.cells;
    Memo::new(move |_| {
        // A message that is looked for, or is nowhere, shows that this is no new conversation.
        let sought = ui.link_target.with(Option::is_some) || is_missing(&ui);
        let known = cells.loaded.get() || ui.is_new.get();
        known && !is_asked(&cells) && cells.turns.with(Vec::is_empty) && !sought
    })
}

/// The turns of the conversation, oldest first.
#[component]
pub(super) fn Transcript(
    /// Whether there is no message yet.
    blank: Memo<bool>,
) -> impl IntoView {
    let ui = Ui::get();
    let Ui {
        texts,
        cells,
        scroll,
        ..
    } = ui;
    let container = NodeRef::<Div>::new();
    let content = NodeRef::<Div>::new();
    let rows = StoredValue::new_local(None);
    let reads = Memo::new(move |_| {
        let loads = !cells.loaded.get() && !ui.is_new.get();
        loads || (is_asked(&cells) && cells.turns.with(Vec::is_empty))
    });
    let missing = Memo::new(move |_| is_missing(&ui));
    view! {
        <div
            class="mt-scroll"
            part="transcript"
            data-testid="chat-scroll-container"
            role="log"
            aria-live="off"
            aria-label=texts.transcript_label
            aria-busy=move || (!cells.loaded.get()).then_some("true")
            tabindex="0"
            node_ref=container
            on:keydown=move |event| {
                ends(scroll, &event);
                turn_keys::go(scroll, &event);
                select_all(rows.get_value(), scroll, &event);
            }
        >
            <div class="mt-transcript" node_ref=content>
                <Past/>
                <Show when=move || reads.get()>
                    <Skeleton/>
                </Show>
                <Show when=move || blank.get()>
                    <Place name="empty">
                        <Empty/>
                    </Place>
                </Show>
                <Turns container content rows/>
                <Show when=move || missing.get()>
                    <MissingMessage/>
                </Show>
            </div>
        </div>
    }
}

/// Home and End jump at once. If the browser scrolled smoothly, it would pass turns whose height it
/// does not know. In a box with a scroll bar of its own, such as a long diff, they scroll that box.
fn ends(scroll: ScrollAnchor, event: &KeyboardEvent) {
    let key = event.key();
    let modified = event.shift_key() || event.alt_key() || event.meta_key();
    let is_end = matches!(&*key, "Home" | "End") && !modified && !event.default_prevented();
    if !is_end || is_pressed_in(event, FIELDS) || is_pressed_where(event, scrolls) {
        return;
    }
    event.prevent_default();
    if key == "Home" {
        scroll.to_top();
    } else {
        scroll.to_bottom();
    }
}
