//! The activity stream: the activities of a turn that is over, folded to one line.
//!
//! Not responsible for a turn at work, which the running card shows.

use leptos::prelude::*;
use midturn_core::transcript::Outcome;
use web_sys::Node;

use super::{activity_list, interjections};
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, disclosure};
use crate::dom::{El, choose, el, show};
use crate::i18n::Catalogue;
use crate::state::{TurnCell, TurnView};

/// The stream. A turn that ended well and showed no activity has none.
pub fn activity_stream(ui: &Ui, turn: &TurnCell) -> Node {
    let at = turn.clone();
    let any = move || {
        at.activities.with(|all| !all.is_empty())
            || at
                .view
                .with(|view| !matches!(view.outcome, None | Some(Outcome::Completed)))
    };
    let (ui, turn) = (ui.clone(), turn.clone());
    show(any, move || stream(&ui, &turn))
}

fn stream(ui: &Ui, turn: &TurnCell) -> El {
    let texts = ui.texts;
    let (line, open) = disclosure(ui, "mt-stream__summary");
    let list = ["steps-", turn.id.as_str()].concat();
    let told = |read: fn(&Catalogue, &TurnView) -> String| {
        let view = turn.view.clone();
        move || view.with(|view| read(texts, view))
    };
    let (named, pictured) = (turn.view.clone(), turn.view.clone());
    let picture = move || pictured.with(|view| outcome_icon(view.outcome.as_ref()));
    let line = line
        .attr("aria-controls", &list)
        .child(choose(picture, |name| Some(icon(name).into())))
        .child(
            el("span")
                .class("mt-stream__text")
                .live_text(told(outcome_line)),
        )
        .child(el("span").class("mt-stream__time").live_text(told(took)))
        .child(icon(IconName::Chevron));
    let (ui, turn, closed) = (ui.clone(), turn.clone(), open.clone());
    let (said_by, said_in) = (ui.clone(), turn.clone());
    el("div")
        .class("mt-stream")
        .attr("data-testid", "activity-stream")
        .live("data-outcome", move || {
            named.with(|view| outcome_name(view.outcome.as_ref()))
        })
        .child(line)
        .child(show(
            move || !closed.get(),
            move || interjections(&said_by, &said_in),
        ))
        .child(show(
            move || open.get(),
            move || activity_list(&ui, &turn, &list),
        ))
}

/// How a turn ended, with its steps.
pub fn outcome_line(texts: &Catalogue, view: &TurnView) -> String {
    match &view.outcome {
        Some(Outcome::Completed) | None => (texts.steps)(view.steps),
        Some(Outcome::Cancelled(_)) => (texts.cancelled_after)(view.steps),
        Some(Outcome::Failed(_)) => (texts.failed_after)(view.steps),
        Some(Outcome::Interrupted(_)) => (texts.interrupted_after)(view.steps),
        Some(Outcome::Waiting(_)) => (texts.waiting_after)(view.steps),
    }
}

fn took(texts: &Catalogue, view: &TurnView) -> String {
    // When it was, nobody kept.
    let ended = view.ended_at.filter(|_| view.started_at > 0);
    ended.map_or_else(String::new, |ended| {
        (texts.duration)(ended.saturating_sub(view.started_at))
    })
}

/// An outcome as attributes name it.
pub fn outcome_name(outcome: Option<&Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Completed) | None => "completed",
        Some(Outcome::Cancelled(_)) => "cancelled",
        Some(Outcome::Failed(_)) => "failed",
        Some(Outcome::Interrupted(_)) => "interrupted",
        Some(Outcome::Waiting(_)) => "waiting",
    }
}

fn outcome_icon(outcome: Option<&Outcome>) -> IconName {
    match outcome {
        Some(Outcome::Completed) | None => IconName::Check,
        Some(Outcome::Cancelled(_)) => IconName::Cancelled,
        Some(Outcome::Failed(_)) => IconName::Error,
        Some(Outcome::Interrupted(_)) => IconName::Interrupted,
        Some(Outcome::Waiting(_)) => IconName::Approval,
    }
}
