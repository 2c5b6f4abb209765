//! Questions of a turn that are closed without an answer, each with why: one line for each.
//!
//! Not responsible for questions that are open (see `approvals`).

use leptos::prelude::*;
use midturn_core::transcript::{ActivityKind, Closed};

use crate::components::Ui;
use crate::components::activity::closed_text;
use crate::components::icon::{IconName, icon};
use crate::dom::{El, each, el};
use crate::state::TurnCell;

/// The closed questions of a turn; nothing where there are none.
pub(super) fn closed_questions(ui: &Ui, turn: &TurnCell) -> El {
    let cells = turn.activities.clone();
    let ids = move || {
        let closed = cells.get().into_iter().filter_map(|cell| {
            let why = cell.activity.with(|held| match &held.kind {
                ActivityKind::Approval { asked, .. } => asked.closed,
                _ => None,
            });
            why.map(|_| cell.id.as_str().to_owned())
        });
        closed.collect()
    };
    let (ui, turn) = (ui.clone(), turn.clone());
    el("div")
        .class("mt-closed")
        .child(each(ids, move |id| Some(line(&ui, &turn, id)?.into())))
}

fn line(ui: &Ui, turn: &TurnCell, id: &str) -> Option<El> {
    let cells = turn.activities.get_untracked();
    let cell = cells.iter().rev().find(|cell| cell.id.as_str() == id)?;
    let (about, why): (_, Closed) = cell.activity.with_untracked(|held| match &held.kind {
        ActivityKind::Approval {
            interrupt, asked, ..
        } => Some((interrupt.call.clone(), asked.closed?)),
        _ => None,
    })?;
    let tool = about.and_then(|about| {
        let held = cells.iter().rev().find(|held| held.id == about)?;
        held.activity.with_untracked(|held| match &held.kind {
            ActivityKind::Tool { name, .. } => Some(name.clone()),
            _ => None,
        })
    });
    let texts = ui.texts;
    let name = match tool {
        Some(tool) => texts.control.approval_label.of(&tool),
        None => texts.control.question_label.to_owned(),
    };
    Some(
        el("p")
            .class("mt-closed__line")
            .attr("data-testid", "approval-closed")
            .child(icon(IconName::Approval))
            .child(el("span").attr("dir", "auto").text(&name))
            .child(el("span").text(closed_text(texts, why))),
    )
}
