//! A turn's activities: each followed by what is inside of it, in the order they began.
//!
//! Not responsible for whether they are shown.

use midturn_core::id::ActivityId;

use super::interjection::{interjection_row, is_interjection};
use super::ledger::ledger;
use super::row::activity_row;
use crate::components::Ui;
use crate::components::icon::{IconName, icon};
use crate::dom::{El, each, el, show};
use crate::i18n::Catalogue;
use crate::state::{ActivityCell, TurnCell};

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
    let (ui, listed, held) = (ui.clone(), turn.clone(), turn.clone());
    let rows = each(
        move || listed.activities.with(|all| in_tree(all)),
        move |key| {
            held.activities.with(|all| {
                let cell = all.iter().rev().find(|cell| cell.id.as_str() == key)?;
                Some(if is_interjection(cell) {
                    interjection_row(&ui, &held, cell).into()
                } else {
                    activity_row(&ui, &held, &cell.activity, depth(all, cell)).into()
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

/// The ids of all, each followed by what is inside of it.
fn in_tree(all: &[ActivityCell]) -> Vec<String> {
    let parents: Vec<_> = all.iter().map(parent_of).collect();
    let mut order = Vec::with_capacity(all.len());
    for (place, parent) in parents.iter().enumerate() {
        let known = |id: &ActivityId| all.iter().any(|cell| cell.id == *id);
        if !parent.as_ref().is_some_and(known) {
            add_with_inside(all, &parents, place, &mut order);
        }
    }
    // What is inside of itself has no beginning: it is not lost for that.
    for cell in all {
        if order.len() < all.len() && !order.iter().any(|id| id == cell.id.as_str()) {
            order.push(cell.id.to_string());
        }
    }
    order
}

fn add_with_inside(
    all: &[ActivityCell],
    parents: &[Option<ActivityId>],
    place: usize,
    order: &mut Vec<String>,
) {
    order.push(all[place].id.to_string());
    for (inside, parent) in parents.iter().enumerate() {
        if parent.as_ref() == Some(&all[place].id) && inside != place {
            add_with_inside(all, parents, inside, order);
        }
    }
}

fn parent_of(cell: &ActivityCell) -> Option<ActivityId> {
    cell.activity
        .with_untracked(|activity| activity.parent.clone())
}

/// How many activities this one is inside of.
pub(super) fn depth(all: &[ActivityCell], cell: &ActivityCell) -> usize {
    let mut depth = 0;
    let mut above = parent_of(cell);
    while let Some(id) = above {
        depth += 1;
        // A backend could send a circle.
        if depth > all.len() {
            break;
        }
        above = all.iter().find(|held| held.id == id).and_then(parent_of);
    }
    depth
}
