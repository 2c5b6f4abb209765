//! An activity as a task: its progress, the controls that stop only this task, and the result of
//! stopping it.
//!
//! Not responsible for stopping the whole turn, which the card and the composer do.

use leptos::html::Button;
use leptos::prelude::*;
use midturn_core::id::{ActivityId, RunId};
use midturn_core::time::Millis;
use midturn_core::transcript::{
    Activity, ActivityKind, ActivityStatus, Outcome, Stop, Task, TaskStop,
};

use super::facts::{Facts, was_asked_to_stop};
use super::resolution::with_details;
use super::summary::title;
use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::hooks::use_now;
use crate::i18n::Catalogue;
use crate::state::TurnSignals;

/// The control that a task offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Whether the task has controls.
pub(super) fn is_controlled(activity: &Activity) -> bool {
    Control::of(activity) != Control::Nothing
}

/// The progress and the controls, beside the activity's line.
#[component]
pub(super) fn TaskControls(
    /// The turn.
    turn: TurnSignals,
    /// The activity.
    activity: RwSignal<Activity>,
    /// The activity's line. It gets the focus when a focused control disappears.
    line: NodeRef<Button>,
) -> impl IntoView {
    let Ui { texts, cells, .. } = Ui::get();
    let works = move || {
        activity.with(|activity| activity.ended_at.is_none() && activity.task.progress.is_some())
    };
    let percent = move || {
        let percent = activity.with(|activity| activity.task.progress);
        percent.map(|percent| percent.to_string())
    };
    let control = Memo::new(move |_| {
        let control = activity.with(Control::of);
        // A single task can be stopped only while the run works.
        if control == Control::Stop && cells.run.with(Option::is_none) {
            return Control::Nothing;
        }
        control
    });
    view! {
        <Show when=works>
            <progress
                class="mt-activity__progress"
                max="100"
                aria-label=texts.control.task_progress
                value=percent
            ></progress>
        </Show>
        {move || match control.get() {
            Control::Nothing => None,
            Control::Stop => Some(view! { <StopTask turn activity line/> }.into_any()),
            Control::Force { since } => {
                Some(view! { <Stopping turn activity line since/> }.into_any())
            }
        }}
    }
    .into_any()
}

#[component]
fn StopTask(
    turn: TurnSignals,
    activity: RwSignal<Activity>,
    line: NodeRef<Button>,
) -> impl IntoView {
    let Ui { texts, actions, .. } = Ui::get();
    let name = activity.with_untracked(|activity| title(texts, activity));
    let name = texts.control.stop_task.of(&name);
    let press = move |_| {
        leave_to(line);
        let (run, task) = named(turn, activity);
        actions.stop_task(run, task);
    };
    view! {
        <button
            type="button"
            class="mt-button mt-button--icon mt-button--small mt-button--stop mt-activity__control"
            data-testid="activity-stop"
            aria-label=name.clone()
            title=name
            on:click=press
        >
            <Icon name=IconName::Stop/>
        </button>
    }
}

/// How long the stop has been pending, and a button to force it.
#[component]
fn Stopping(
    turn: TurnSignals,
    activity: RwSignal<Activity>,
    line: NodeRef<Button>,
    since: Millis,
) -> impl IntoView {
    let Ui { texts, actions, .. } = Ui::get();
    let now = use_now();
    let forced = RwSignal::new(false);
    let name = activity.with_untracked(|activity| title(texts, activity));
    let name = StoredValue::new(with_details(texts, texts.control.force, &name));
    let press = move |_| {
        leave_to(line);
        let (run, task) = named(turn, activity);
        forced.set(true);
        actions.force(run, Some(task));
    };
    let time = move || {
        let ago = now.get().saturating_sub(since);
        texts.control.stopping_for.of(&texts.duration(ago))
    };
    // The place of the stop button stays empty, so that a double click does not force the stop.
    view! {
        <Show when=move || !forced.get()>
            <button
                type="button"
                class="mt-button mt-button--small mt-button--stop"
                data-testid="activity-force"
                aria-label=name.get_value()
                title=texts.control.force_title
                on:click=press
            >
                {texts.control.force}
            </button>
        </Show>
        <span class="mt-activity__stopping">{time}</span>
    }
}

/// Focuses the task's line, because the focused button disappears.
fn leave_to(line: NodeRef<Button>) {
    if let Some(line) = line.get_untracked() {
        let _ = line.focus();
    }
}

/// The ids of the turn's run and of the task.
fn named(turn: TurnSignals, activity: RwSignal<Activity>) -> (RunId, ActivityId) {
    let run = turn.view.with_untracked(|view| view.run.clone());
    let task = activity.with_untracked(|activity| activity.id.clone());
    (run, task)
}

/// The result of stopping the task, in words; `None` if there is no result or it is not confirmed.
pub(super) fn stop_words(
    texts: &Catalogue,
    turn: Facts<'_>,
    activity: &Activity,
) -> Option<String> {
    match &activity.task.stop {
        TaskStop::Refused(error) => Some(with_details(texts, texts.control.task_refused, error)),
        TaskStop::Stopped {
            with: Some(above), ..
        } => {
            let cell = turn.activities.iter().find(|cell| cell.id == *above)?;
            let name = cell.activity.with(|above| title(texts, above));
            Some(texts.control.task_stopped_with.of(&name))
        }
        TaskStop::Stopped { with: None, .. } if was_asked_to_stop(turn.view, &activity.id) => {
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
            // Only if the backend confirmed the stop: otherwise the task may still be running.
            let stopped = worked
                && activity.status == ActivityStatus::Cancelled
                && turn.view.outcome == Some(Outcome::Cancelled(Stop::Confirmed));
            stopped.then(|| texts.control.task_stopped_turn.to_owned())
        }
    }
}
