//! The transcript: every turn, in a log that scrolls.
//!
//! Not responsible for where it scrolls to (see the scroll anchor).

use super::empty::empty;
use crate::components::Ui;
use crate::components::message::{assistant_message, user_message};
use crate::dom::{El, each_of, el, show};
use crate::reactive::later_effect;
use crate::state::TurnCell;

/// What keeps its place while the activities above it grow: the header of a running card that
/// shows them.
const ANCHOR: &str = ".mt-card--expanded > .mt-card__header";

/// The turns of the conversation, oldest first.
pub(super) fn transcript(ui: &Ui) -> El {
    let (cells, texts) = (ui.cells.clone(), ui.texts);
    let blank = move || cells.loaded.get() && cells.turns.with(Vec::is_empty);

    let rows = ui.clone();
    let turns = each_of(
        &ui.cells.turns,
        |turn| turn.id.as_str(),
        move |_, turn| turn_row(&rows, turn).into(),
    );
    let content = el("div")
        .class("mt-transcript")
        .child(show(blank, move || empty(texts)))
        .child(turns);
    let container = el("div")
        .class("mt-scroll")
        .attr("data-testid", "chat-scroll-container")
        .attr("role", "log")
        .attr("aria-live", "off")
        .attr("aria-label", texts.transcript_label)
        .attr("tabindex", "0")
        .child(content.clone());
    let (scroll, around) = (ui.scroll.clone(), container.clone());
    later_effect(move || scroll.attach(around.element(), content.element(), ANCHOR));
    container
}

/// One turn: the person's message and the agent's.
fn turn_row(ui: &Ui, turn: &TurnCell) -> El {
    el("section")
        .class("mt-turn")
        .child(user_message(ui.texts, &turn.text))
        .child(assistant_message(ui, turn))
}
