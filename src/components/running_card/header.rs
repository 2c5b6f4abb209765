//! The card's header: what the agent is doing, for how long, and the one control that fits.
//!
//! Not responsible for the editor that Cancel and Resume open.

use midturn_core::conversation::Phase;
use midturn_core::transcript::{ActivityKind, ActivityStatus};
use web_sys::Node;

use super::Shown;
use super::timer::timer;
use crate::components::activity::{outcome_line, title};
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button};
use crate::dom::{El, all, choose, el, flag};
use crate::i18n::Catalogue;
use crate::state::TurnCell;

/// The header, which opens the list of this id.
pub(super) fn header(ui: &Ui, turn: &TurnCell, list: &str) -> El {
    let controls = ui.clone();
    el("div")
        .class("mt-card__header")
        .attr("data-testid", "agent-running-header")
        .child(toggle(ui, turn, list))
        .child(timer(ui.texts, &turn.view))
        .child(el("div").class("mt-card__actions").child(choose(
            {
                let ui = ui.clone();
                move || Shown::now(&ui)
            },
            move |shown| match shown? {
                Shown::Running => Some(cancel(&controls).into()),
                Shown::Paused(_) => Some(resume(&controls)),
                Shown::Cancelling { .. } | Shown::Resuming => None,
            },
        )))
}

/// What opens and closes the list, with what goes on.
fn toggle(ui: &Ui, turn: &TurnCell, list: &str) -> El {
    let texts = ui.texts;
    let (pressed, told, titled, sign) = (ui.clone(), ui.clone(), ui.clone(), ui.clone());
    let (at, turn) = (ui.clone(), turn.clone());
    let press = move || pressed.expanded.update(|expanded| *expanded = !*expanded);
    button("mt-card__toggle", press)
        .live("aria-expanded", move || flag(told.expanded.get()))
        .attr("aria-controls", list)
        .live("title", move || {
            if titled.expanded.get() {
                texts.hide_steps
            } else {
                texts.show_steps
            }
        })
        .child(icon(IconName::Chevron))
        .child(choose(
            move || {
                let over = Shown::now(&sign) == Some(Shown::Cancelling { over: true });
                (sign.cells.run.with(Option::is_some), over)
            },
            |(works, over)| {
                let sign = match (works, over) {
                    (true, _) => el("span").class("mt-spinner").attr("aria-hidden", "true"),
                    (false, true) => icon(IconName::Check),
                    (false, false) => icon(IconName::Pause),
                };
                Some(sign.into())
            },
        ))
        .child(
            el("span")
                .class("mt-card__current")
                .attr("dir", "auto")
                .live_text(move || {
                    let phase = at.cells.run.with(|run| run.as_ref().map(|run| run.phase));
                    current(texts, &turn, phase)
                }),
        )
}

fn cancel(ui: &Ui) -> El {
    let acting = ui.clone();
    let press = move || {
        // The run on screen is named: one that began since then is not stopped by this click.
        let run = acting.cells.run.with_untracked(Option::clone);
        if let Some(run) = run {
            acting.actions.cancel(&acting.cells.thread, run.id);
        }
    };
    button("mt-button mt-button--small", press)
        .attr("data-testid", "agent-running-cancel")
        .attr("title", ui.texts.cancel_title)
        .child(icon(IconName::Cancel))
        .text(ui.texts.cancel)
}

fn resume(ui: &Ui) -> Node {
    let (texts, queue, acting) = (ui.texts, ui.cells.queue.clone(), ui.clone());
    let waiting = el("span")
        .class("mt-card__queue")
        .live_text(move || queue.with(|queue| (texts.paused_title)(queue.len())));
    let press = move || acting.actions.resume(&acting.cells.thread);
    let button = button("mt-button mt-button--small mt-button--primary", press)
        .attr("data-testid", "agent-running-resume")
        .child(icon(IconName::Resume))
        .text(texts.resume);
    all([waiting.into(), button.into()])
}

/// What goes on, in a few words; for a turn that is over, how it ended.
fn current(texts: &Catalogue, turn: &TurnCell, phase: Option<Phase>) -> String {
    match phase {
        None => turn.view.with(|view| outcome_line(texts, view)),
        Some(Phase::Blocked) => texts.activity_blocked.to_owned(),
        Some(Phase::Retrying { .. }) => texts.activity_retrying.to_owned(),
        Some(Phase::Busy) => texts.activity_busy.to_owned(),
        Some(Phase::Offline) => texts.ends.activity_offline.to_owned(),
        Some(Phase::Rejoining { .. }) => texts.activity_rejoining.to_owned(),
        Some(Phase::Opening { .. } | Phase::Streaming | Phase::Rejoined { .. } | Phase::Tools) => {
            // A step that began with a call, as the nodes of a graph do, says less than the call.
            let at_work = turn.activities.with(|activities| {
                let latest = |steps: bool| {
                    activities.iter().rev().find_map(|cell| {
                        cell.activity.with(|activity| {
                            let works = activity.status == ActivityStatus::Running
                                && !activity.is_interjection()
                                && matches!(activity.kind, ActivityKind::Step { .. }) == steps;
                            works.then(|| title(texts, activity))
                        })
                    })
                };
                latest(false).or_else(|| latest(true))
            });
            at_work.unwrap_or_else(|| {
                let silent = turn.texts.with(Vec::is_empty);
                if silent {
                    texts.activity_waiting
                } else {
                    texts.activity_writing
                }
                .to_owned()
            })
        }
    }
}
