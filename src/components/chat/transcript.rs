//! The transcript: a scrolling log of turns, of which only those near the view are drawn.
//!
//! Not responsible for the scroll position; see the scroll anchor.

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::history::PastState;
use web_sys::KeyboardEvent;

use super::empty::{Empty, Skeleton};
use super::is_pressed_in;
use super::link_target::MissingMessage;
use super::past::Past;
use super::turns::Turns;
use crate::components::{Place, Ui};
use crate::hooks::ScrollAnchor;

/// The elements in which Home and End keep their usual meaning. A selector, because it covers every
/// field: those of approvals, and those that an embedder draws.
const FIELDS: &str = "input, textarea, select, [role=menu]";

/// The turns of the conversation, oldest first.
#[component]
pub(super) fn Transcript() -> impl IntoView {
    let Ui {
        texts,
        cells,
        scroll,
        link_target,
        link_missing,
        ..
    } = Ui::get();
    let container = NodeRef::<Div>::new();
    let content = NodeRef::<Div>::new();
    let asked = Memo::new(move |_| {
        let past = cells.past;
        past.with(|past| matches!(past, PastState::Asked { .. }))
    });
    let bare = Memo::new(move |_| cells.turns.with(Vec::is_empty));
    let reads = move || !cells.loaded.get() || (asked.get() && bare.get());
    let missing = Memo::new(move |_| link_missing.get() == Some(cells.turns.with(Vec::len)));
    // A message that is looked for, or is nowhere, shows that this is no new conversation.
    let sought = move || link_target.with(Option::is_some) || missing.get();
    let blank = move || cells.loaded.get() && !asked.get() && bare.get() && !sought();
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
            on:keydown=move |event| ends(scroll, &event)
        >
            <div class="mt-transcript" node_ref=content>
                <Past/>
                <Show when=reads>
                    <Skeleton/>
                </Show>
                <Show when=blank>
                    <Place name="empty">
                        <Empty/>
                    </Place>
                </Show>
                <Turns container content/>
                <Show when=move || missing.get()>
                    <MissingMessage/>
                </Show>
            </div>
        </div>
    }
}

/// Home and End jump at once. If the browser scrolled smoothly, it would pass turns whose height it
/// does not know.
fn ends(scroll: ScrollAnchor, event: &KeyboardEvent) {
    let plain = !(event.shift_key() || event.alt_key() || event.meta_key());
    if !plain || is_pressed_in(event, FIELDS) || event.default_prevented() {
        return;
    }
    match event.key().as_str() {
        "Home" => scroll.to_top(),
        "End" => scroll.to_bottom(),
        _ => return,
    }
    event.prevent_default();
}
