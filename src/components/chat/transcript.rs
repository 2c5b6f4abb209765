//! The transcript: every turn, in a log that scrolls.
//!
//! Not responsible for where it scrolls to (see the scroll anchor).

use super::empty::empty;
use crate::components::Ui;
use crate::components::message::{assistant_message, user_message};
use crate::dom::{El, each, el, show};
use crate::reactive::later_effect;
use crate::state::TurnCell;

/// What keeps its place while the activities above it grow: the header of a running card that
/// shows them.
const ANCHOR: &str = ".mt-card--expanded > .mt-card__header";

/// The turns of the conversation, oldest first.
pub(super) fn transcript(ui: &Ui) -> El {
    let (cells, texts) = (ui.cells.clone(), ui.texts);
    let blank = move || cells.loaded.get() && cells.turns.with(Vec::is_empty);

    let (listed, held) = (ui.cells.turns.clone(), ui.cells.turns.clone());
    let keys =
        move || listed.with(|all| all.iter().map(|turn| turn.id.as_str().to_owned()).collect());
    let rows = ui.clone();
    let row = move |key: &str| {
        held.with(|all| {
            let turn = all.iter().rev().find(|turn| turn.id.as_str() == key)?;
            Some(turn_row(&rows, turn).into())
        })
    };
    let content = el("div")
        .class("mt-transcript")
        .child(show(blank, move || empty(texts)))
        .child(each(keys, row));
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
