//! A turn's activities, in the order they began.
//!
//! Not responsible for whether they are shown.

use super::ledger::ledger;
use super::row::activity_row;
use crate::components::Ui;
use crate::components::icon::{IconName, icon};
use crate::dom::{El, each_of, el, show};
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
    let (ui, of) = (ui.clone(), turn.clone());
    let rows = each_of(
        &turn.activities,
        |cell| cell.id.as_str(),
        move |all, cell| activity_row(&ui, &of, &cell.activity, depth(all, cell)).into(),
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

/// How many activities this one is inside of.
fn depth(all: &[ActivityCell], cell: &ActivityCell) -> usize {
    let parent = |cell: &ActivityCell| {
        cell.activity
            .with_untracked(|activity| activity.parent.clone())
    };
    let mut depth = 0;
    let mut above = parent(cell);
    while let Some(id) = above {
        depth += 1;
        // A backend could send a circle.
        if depth > all.len() {
            break;
        }
        above = all.iter().find(|held| held.id == id).and_then(parent);
    }
    depth
}
