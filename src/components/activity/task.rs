//! An activity as a task: how far it is, the controls that stop it alone, and what became of that.
//!
//! Not responsible for stopping the turn, which the card and the composer do.

use leptos::prelude::*;
use midturn_core::id::ActivityId;
use midturn_core::time::Millis;
use midturn_core::transcript::{
    Activity, ActivityKind, ActivityStatus, Entry, LedgerEvent, Outcome, Stop, Task, TaskStop,
};
use web_sys::{HtmlElement, Node};

use super::answer::with_details;
use super::summary::title;
use crate::components::icon::IconName;
use crate::components::{Ui, button, icon_button};
use crate::dom::{El, all, choose, el, show};
use crate::hooks::use_now;
use crate::i18n::Catalogue;
use crate::state::TurnCell;

/// What can be done about a task.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    Nothing,
    Stop,
    Force { since: Millis },
}

impl Control {
    fn of(activity: &Activity) -> Self {
        match &activity.task {
            _ if activity.ended_at.is_some() => Self::Nothing,
            Task {
                stop: TaskStop::Asking { since } | TaskStop::Stopping { since },
                ..
            } => Self::Force { since: *since },
            Task {
                cancellable: true, ..
            } if activity.status == ActivityStatus::Running => Self::Stop,
            _ => Self::Nothing,
        }
    }
}

/// Whether there are controls for it.
pub(super) fn is_controlled(activity: &Activity) -> bool {
    Control::of(activity) != Control::Nothing
}

/// How far it is, and the controls, for beside the activity's line.
pub(super) fn task_controls(
    ui: &Ui,
    turn: &TurnCell,
    activity: &ArcRwSignal<Activity>,
    line: &El,
) -> Node {
    let (measured, valued, asked) = (activity.clone(), activity.clone(), activity.clone());
    let texts = ui.texts;
    let at_work = move || {
        measured.with(|activity| activity.ended_at.is_none() && activity.task.progress.is_some())
    };
    let progress = move || {
        let valued = valued.clone();
        el("progress")
            .class("mt-activity__progress")
            .attr("max", "100")
            .attr("aria-label", texts.control.task_progress)
            .live("value", move || {
                valued.with(|activity| {
                    let percent = activity.task.progress?;
                    Some(percent.to_string())
                })
            })
    };
    let run = ui.cells.run.clone();
    let control = move || {
        let control = asked.with(Control::of);
        // Only what a run at work does can be stopped alone.
        if control == Control::Stop && run.with(Option::is_none) {
            return Control::Nothing;
        }
        control
    };
    let (ui, turn, activity, line) = (ui.clone(), turn.clone(), activity.clone(), line.cast());
    let controls = choose(control, move |control| match control {
        Control::Nothing => None,
        Control::Stop => Some(stop(&ui, &turn, &activity, &line).into()),
        Control::Force { since } => Some(stopping(&ui, &turn, &activity, &line, since)),
    });
    all([show(at_work, progress), controls])
}

fn stop(ui: &Ui, turn: &TurnCell, activity: &ArcRwSignal<Activity>, line: &HtmlElement) -> El {
    let name = activity
        .with_untracked(|activity| ui.texts.control.stop_task.of(&title(ui.texts, activity)));
    let (acting, view, activity, line) = (
        ui.clone(),
        turn.view.clone(),
        activity.clone(),
        line.clone(),
    );
    let press = move || {
        // The button goes; the person stays at the task.
        let _ = line.focus();
        let run = view.with_untracked(|view| view.run.clone());
        let task = activity.with_untracked(|activity| activity.id.clone());
        acting.actions.stop_task(run, task);
    };
    icon_button(
        "mt-button mt-button--icon mt-button--small mt-button--stop",
        &name,
        IconName::Stop,
        press,
    )
    .attr("title", &name)
    .attr("data-testid", "activity-stop")
}

/// Since when it is being stopped, and what does not wait for that.
fn stopping(
    ui: &Ui,
    turn: &TurnCell,
    activity: &ArcRwSignal<Activity>,
    line: &HtmlElement,
    since: Millis,
) -> Node {
    let (texts, now) = (ui.texts, use_now());
    let time = el("span")
        .class("mt-activity__stopping")
        .live_text(move || {
            let ago = now.get().saturating_sub(since);
            texts.control.stopping_for.of(&(texts.duration)(ago))
        });
    let forced = ArcRwSignal::new(false);
    let name = activity.with_untracked(|activity| {
        with_details(texts, texts.control.force, &title(texts, activity))
    });
    let (ui, view, activity, line, pressed) = (
        ui.clone(),
        turn.view.clone(),
        activity.clone(),
        line.clone(),
        forced.clone(),
    );
    let force = show(
        move || !forced.get(),
        move || {
            let (acting, view, activity, line, pressed) = (
                ui.clone(),
                view.clone(),
                activity.clone(),
                line.clone(),
                pressed.clone(),
            );
            let press = move || {
                let _ = line.focus();
                let run = view.with_untracked(|view| view.run.clone());
                let task = activity.with_untracked(|activity| activity.id.clone());
                pressed.set(true);
                acting.actions.force(run, Some(task));
            };
            button("mt-button mt-button--small mt-button--stop", press)
                .attr("data-testid", "activity-force")
                .attr("aria-label", &name)
                .attr("title", texts.control.force_title)
                .text(texts.control.force)
        },
    );
    // The time stands where the button was that asked for the stop: a second click does nothing.
    all([force, time.into()])
}

/// What became of its stop, in words; nothing for what nobody stopped.
pub(super) fn stop_words(
    texts: &Catalogue,
    turn: &TurnCell,
    activity: &Activity,
) -> Option<String> {
    match &activity.task.stop {
        TaskStop::Refused(error) => Some(with_details(texts, texts.control.task_refused, error)),
        TaskStop::Stopped {
            with: Some(above), ..
        } => turn.activities.with(|all| {
            let cell = all.iter().find(|cell| cell.id == *above)?;
            let name = cell.activity.with(|above| title(texts, above));
            Some(texts.control.task_stopped_with.of(&name))
        }),
        TaskStop::Stopped { with: None, .. } if was_asked_to_stop(turn, &activity.id) => {
            Some(texts.control.task_stopped_by_you.to_owned())
        }
        TaskStop::Stopped { reason, with: None } => {
            Some(with_details(texts, texts.control.task_stopped, reason))
        }
        TaskStop::None | TaskStop::Asking { .. } | TaskStop::Stopping { .. } => {
            let worked = !matches!(
                activity.kind,
                ActivityKind::Approval { .. } | ActivityKind::Interjection(_)
            );
            // Only where the backend said so: else it may still be at work.
            let stopped = worked
                && activity.status == ActivityStatus::Cancelled
                && turn
                    .view
                    .with(|view| view.outcome == Some(Outcome::Cancelled(Stop::Confirmed)));
            stopped.then(|| texts.control.task_stopped_turn.to_owned())
        }
    }
}

/// Whether the person asked for its stop: the backend's reason is then what it was told.
pub(super) fn was_asked_to_stop(turn: &TurnCell, task: &ActivityId) -> bool {
    let asked =
        |entry: &Entry| matches!(&entry.event, LedgerEvent::TaskStopAsked(id) if id == task);
    turn.view.with(|view| view.ledger.iter().any(asked))
}
