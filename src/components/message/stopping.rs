//! A turn that is being stopped: for how long, and what is still running.
//!
//! Shown until the backend reports how the turn ended. Not responsible for stopping a single task;
//! the row of the task does that.

use leptos::prelude::*;
use midturn_core::conversation::Stopping;
use midturn_core::id::{ActivityId, RunId};
use midturn_core::time::Millis;
use midturn_core::transcript::{Activity, ActivityStatus, Outcome, Stop};

use crate::components::Ui;
use crate::components::activity::title;
use crate::components::icon::{Icon, IconName};
use crate::hooks::use_now;
use crate::state::{ActivityCell, TurnSignals};

const STOPPING: Outcome = Outcome::Cancelled(Stop::Requested);

/// The note under the turn's texts.
#[component]
pub(super) fn StoppingNote(turn: TurnSignals) -> impl IntoView {
    let texts = Ui::get().texts;
    let now = use_now();
    let ago = move || {
        let ended = turn.view.with(|view| view.ended_at);
        let ago = now.get().saturating_sub(ended.unwrap_or_else(|| now.get()));
        texts.control.stopping_for.of(&texts.duration(ago))
    };
    view! {
        <div
            class="mt-outcome"
            part="outcome"
            data-testid="outcome-note"
            data-outcome=STOPPING.name()
        >
            <Icon name=IconName::Clock/>
            <div class="mt-outcome__text">
                <p>{ago}</p>
                <ul>
                    <For
                        each=move || turn.activities.with(|all| at_work(all))
                        key=|cell| cell.id.clone()
                        children=move |cell| {
                            view! { <AtWork activity=cell.activity.into() now/> }
                        }
                    />
                </ul>
            </div>
            <Force turn/>
        </div>
    }
}

/// An activity that is still running, and for how long.
#[component]
fn AtWork(activity: RwSignal<Activity>, now: RwSignal<Millis>) -> impl IntoView {
    let texts = Ui::get().texts;
    let words = move || {
        activity.with(|activity| {
            let took = now.get().saturating_sub(activity.started_at);
            let runs = texts.control.still_running.of(&texts.duration(took));
            format!("{}{runs}", title(texts, activity))
        })
    };
    view! { <li>{words}</li> }
}

/// The button that forces the stop, without waiting for the running activities.
#[component]
fn Force(turn: TurnSignals) -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        ..
    } = Ui::get();
    let asked = Memo::new(move |_| {
        let id = turn.id.get_value();
        let held = |all: &Vec<Stopping>| {
            let held = all.iter().find(|held| held.turn == id)?;
            Some((held.run.clone(), held.forced))
        };
        cells.stopping.with(held)
    });
    let button = move |run: RunId| {
        view! {
            <button
                type="button"
                class="mt-button mt-button--small mt-button--stop"
                part="outcome-button"
                data-testid="turn-force"
                title=texts.control.force_title
                on:click=move |_| actions.force(run.clone(), None)
            >
                {texts.control.force}
            </button>
        }
    };
    move || {
        asked.get().map(|(run, forced)| {
            if forced {
                view! { <p class="mt-outcome__asked">{texts.control.force_asked}</p> }.into_any()
            } else {
                button(run).into_any()
            }
        })
    }
}

/// The activities that are still stopping. An activity with a stopping child is left out, because
/// it only waits for the child.
pub(super) fn at_work(activities: &[ActivityCell]) -> Vec<ActivityCell> {
    let stops = |cell: &&ActivityCell| {
        cell.activity
            .with(|activity| activity.status == ActivityStatus::Stopping)
    };
    let open: Vec<_> = activities.iter().filter(stops).collect();
    let is_inside = |cell: &ActivityCell, id: &ActivityId| {
        cell.activity
            .with(|activity| activity.parent.as_ref() == Some(id))
    };
    let waits = |id: &ActivityId| open.iter().any(|cell| is_inside(cell, id));
    let last = open.iter().filter(|cell| !waits(&cell.id));
    last.map(|cell| (*cell).clone()).collect()
}
