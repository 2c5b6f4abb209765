//! The agent's message in one turn: its activities, as running card or activity stream, then its
//! texts, then how it ended.
//!
//! Not responsible for which of the two is shown; the core attaches the card.

use leptos::prelude::*;
use midturn_core::transcript::Outcome;
use web_sys::Node;

use super::approvals::approvals;
use super::closed::closed_questions;
use super::outcome::outcome_note;
use super::partial::{partial_mark, ways_on};
use crate::components::Ui;
use crate::components::activity::activity_stream;
use crate::components::answer::answer_text;
use crate::components::running_card::running_card;
use crate::dom::{El, choose, each_of, el, show};
use crate::state::TurnCell;

/// The agent's side of a turn.
pub fn assistant_message(ui: &Ui, turn: &TurnCell) -> El {
    let (card, id) = (ui.cells.card.clone(), turn.id.clone());
    let attached = move || card.with(|view| view.turn.as_ref() == Some(&id));
    let (steps, shared) = (turn.clone(), ui.clone());
    let activities = move |attached| {
        Some(if attached {
            running_card(&shared, &steps).into()
        } else {
            activity_stream(&shared, &steps)
        })
    };

    let (shared, written) = (ui.clone(), turn.clone());
    let texts = each_of(
        &turn.texts,
        |text| text.id.as_str(),
        move |_, text| {
            let (turn, id) = (written.clone(), text.id.clone());
            // The last text of a turn at work.
            let grows = move || {
                turn.view.with(|view| view.outcome.is_none())
                    && turn
                        .texts
                        .with(|all| all.last().is_some_and(|last| last.id == id))
            };
            answer_text(&shared, &text.text, grows).into()
        },
    );
    let live = turn.view.clone();
    el("article")
        .class("mt-assistant")
        .attr("data-testid", "assistant-message")
        .attr("aria-label", ui.texts.message_agent)
        .live("data-live", move || {
            live.with(|view| view.outcome.is_none())
        })
        .child(choose(attached, activities))
        .child(texts)
        .child(partial_mark(turn, ui.texts))
        .child(questions(ui, turn))
        .child(closed_questions(ui, turn))
        .child(outcome_note(ui, turn))
        .child(ways_on(ui, turn))
}

/// What the agent waits for.
fn questions(ui: &Ui, turn: &TurnCell) -> Node {
    let view = turn.view.clone();
    let waits = move || view.with(|view| matches!(view.outcome, Some(Outcome::Waiting(_))));
    let (ui, turn) = (ui.clone(), turn.clone());
    show(waits, move || approvals(&ui, &turn))
}
