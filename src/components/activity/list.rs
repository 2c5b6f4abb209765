//! A turn's activities, in the order they began, each below the one it is inside of. A subagent and
//! the call that started it are one row.
//!
//! Not responsible for whether they are shown.

use super::interjection::{interjection_row, is_interjection};
use super::ledger::ledger;
use super::row::activity_row;
use super::tree::{call_of, depth, in_order};
use crate::components::Ui;
use crate::components::icon::{IconName, icon};
use crate::dom::{El, each, el, show};
use crate::i18n::Catalogue;
use crate::state::TurnCell;
use leptos::prelude::*;

/// The list, with an id for what controls it. A turn in which nothing has happened yet shows that
/// the agent is waited for.
pub fn activity_list(ui: &Ui, turn: &TurnCell, id: &str) -> El {
    let (at, texts) = (turn.clone(), ui.texts);
    let waits = move || {
        at.activities.with(Vec::is_empty)
            && at.texts.with(Vec::is_empty)
            && at.view.with(|view| view.outcome.is_none())
    };
    let interruptions = ledger(ui, turn);
    let (ui, of) = (ui.clone(), turn.clone());
    let (listed, held) = (turn.activities.clone(), turn.activities.clone());
    let rows = each(
        move || listed.with(|all| in_order(all)),
        move |id| {
            held.with(|all| {
                let cell = all.iter().rev().find(|cell| cell.id.as_str() == id)?;
                Some(if is_interjection(cell) {
                    interjection_row(&ui, &of, cell).into()
                } else {
                    {
                        let started_by = call_of(all, cell).map(|call| call.activity);
                        let activity = (&cell.activity, started_by.as_ref());
                        activity_row(&ui, &of, activity, depth(all, cell)).into()
                    }
                })
            })
        },
    );
    el("ol")
        .class("mt-history")
        .attr("id", id)
        .child(show(waits, move || waiting(texts)))
        .child(rows)
        .child(interruptions)
}

fn waiting(texts: &Catalogue) -> El {
    el("li")
        .class("mt-activity")
        .attr("data-testid", "activity")
        .attr("data-kind", "waiting")
        .attr("data-status", "running")
        .child(
            el("div")
                .class("mt-activity__row")
                .child(icon(IconName::Clock))
                .child(
                    el("span")
                        .class("mt-activity__title")
                        .text(texts.activity_waiting),
                ),
        )
}
