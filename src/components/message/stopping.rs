//! A turn that is being stopped: since when, and what is still at work.
//!
//! Not responsible for a single task's stop, which its row shows. It says "stopping" until the
//! backend has said more.

use leptos::prelude::*;
use midturn_core::conversation::Stopping;
use midturn_core::id::ActivityId;
use midturn_core::transcript::{Activity, ActivityStatus, Outcome, Stop};
use web_sys::{Element, Node};

use crate::components::activity::{outcome_name, title};
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button};
use crate::dom::{El, choose, each, el};
use crate::hooks::use_now;
use crate::state::{ActivityCell, TurnCell};

const STOPPING: Outcome = Outcome::Cancelled(Stop::Requested);

/// The note under the turn's texts.
pub(super) fn stopping_note(ui: &Ui, turn: &TurnCell) -> El {
    let (texts, now) = (ui.texts, use_now());
    let (view, since) = (turn.view.clone(), now.clone());
    let ago = move || {
        let ended = view.with(|view| view.ended_at.unwrap_or_else(|| since.get()));
        let ago = since.get().saturating_sub(ended);
        texts.control.stopping_for.of(&(texts.duration)(ago))
    };
    let (listed, drawn) = (turn.clone(), turn.clone());
    let at_work = move || {
        listed.activities.with(|all| {
            let open: Vec<_> = all
                .iter()
                .filter(|cell| cell.activity.with(is_stopping))
                .collect();
            // What waits for another one at work is not named beside it.
            let is_last = |id: &ActivityId| {
                let inside = |cell: &&ActivityCell| {
                    cell.activity.with(|held| held.parent.as_ref() == Some(id))
                };
                !open.iter().any(inside)
            };
            open.iter()
                .filter(|cell| is_last(&cell.id))
                .map(|cell| cell.id.as_str().to_owned())
                .collect()
        })
    };
    let row = move |id: &str| -> Option<Element> {
        let mut all = drawn.activities.get_untracked().into_iter();
        let activity = all.find(|cell| cell.id.as_str() == id)?.activity;
        let now = now.clone();
        let words = move || {
            activity.with(|activity| {
                let took = now.get().saturating_sub(activity.started_at);
                let runs = texts.control.still_running.of(&(texts.duration)(took));
                [title(texts, activity), runs].concat()
            })
        };
        Some(el("li").live_text(words).into())
    };
    el("div")
        .class("mt-outcome")
        .attr("data-testid", "outcome-note")
        .attr("data-outcome", outcome_name(Some(&STOPPING)))
        .child(icon(IconName::Clock))
        .child(
            el("div")
                .class("mt-outcome__text")
                .child(el("p").live_text(ago))
                .child(el("ul").child(each(at_work, row))),
        )
        .child(force(ui, turn))
}

fn is_stopping(activity: &Activity) -> bool {
    activity.status == ActivityStatus::Stopping
}

/// For who does not want to wait for what is still at work.
fn force(ui: &Ui, turn: &TurnCell) -> Node {
    let (cells, id) = (ui.cells.clone(), turn.id.clone());
    let asked = move || {
        cells.stopping.with(|all| {
            let held = all.iter().find(|held: &&Stopping| held.turn == id)?;
            Some((held.run.clone(), held.forced))
        })
    };
    let ui = ui.clone();
    choose(asked, move |asked| {
        let (run, forced) = asked?;
        if forced {
            return Some(
                el("p")
                    .class("mt-outcome__asked")
                    .text(ui.texts.control.force_asked)
                    .into(),
            );
        }
        let acting = ui.clone();
        let press = move || {
            acting.actions.force(run.clone(), None);
        };
        Some(
            button("mt-button mt-button--small mt-button--stop", press)
                .attr("data-testid", "turn-force")
                .attr("title", ui.texts.control.force_title)
                .text(ui.texts.control.force)
                .into(),
        )
    })
}
