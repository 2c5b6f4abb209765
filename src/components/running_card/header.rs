//! The card's header: what the agent is doing, for how long, and the one control that fits.
//!
//! Not responsible for the editor that Cancel and Resume open.

use leptos::prelude::*;
use midturn_core::conversation::Phase;
use midturn_core::transcript::ActivityStatus;

use super::Shown;
use super::timer::Timer;
use crate::components::Ui;
use crate::components::activity::{outcome_line, title};
use crate::components::icon::{Icon, IconName};
use crate::i18n::Catalogue;
use crate::state::{RunView, TurnCell};

/// The header.
#[component]
pub fn Header(
    /// The turn.
    turn: TurnCell,
    /// The card's state.
    shown: Memo<Option<Shown>>,
    /// The id of the list that the header opens.
    list: String,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, actions, expanded) = (ui.texts, ui.actions, ui.expanded);
    let thread = StoredValue::new(ui.cells.thread.clone());
    let run = ui.cells.run.clone();
    let current = {
        let (turn, run) = (turn.clone(), run.clone());
        Memo::new(move |_| current(texts, &turn, run.with(|run| run.as_ref().map(phase_of))))
    };
    let works = {
        let run = run.clone();
        Memo::new(move |_| run.with(Option::is_some))
    };
    let queue = ui.cells.queue.clone();
    let paused = move || queue.with(|queue| (texts.paused_title)(queue.len()));
    let cancel = move |_| {
        // The run on screen is named: one that began since then is not stopped by this click.
        if let Some(run) = run.with_untracked(|run| run.as_ref().map(|run| run.id.clone())) {
            actions.cancel(&thread.get_value(), run);
        }
    };
    let resume = move |_| actions.resume(&thread.get_value());
    view! {
        <div class="mt-card__header" data-testid="agent-running-header">
            <button
                type="button"
                class="mt-card__toggle"
                aria-expanded=move || expanded.get().to_string()
                aria-controls=list
                title=move || if expanded.get() { texts.hide_steps } else { texts.show_steps }
                on:click=move |_| expanded.update(|expanded| *expanded = !*expanded)
            >
                <Icon name=IconName::Chevron/>
                {move || if works.get() {
                    view! { <span class={"mt-spinner"} aria-hidden="true"></span> }.into_any()
                } else {
                    let over = shown.get() == Some(Shown::Cancelling { over: true });
                    let name = if over { IconName::Check } else { IconName::Pause };
                    view! { <Icon name/> }.into_any()
                }}
                <span class="mt-card__current" dir="auto">{move || current.get()}</span>
            </button>
            <Timer view=turn.view/>
            <div class="mt-card__actions">
                {move || match shown.get() {
                    Some(Shown::Running) => Some(view! {
                        <button
                            type="button"
                            class="mt-button mt-button--small"
                            data-testid="agent-running-cancel"
                            on:click=cancel.clone()
                        >
                            <Icon name=IconName::Cancel/>
                            {texts.cancel}
                        </button>
                    }.into_any()),
                    Some(Shown::Paused(_)) => Some(view! {
                        <span class="mt-card__queue">{paused.clone()}</span>
                        <button
                            type="button"
                            class="mt-button mt-button--small mt-button--primary"
                            data-testid="agent-running-resume"
                            on:click=resume
                        >
                            <Icon name=IconName::Resume/>
                            {texts.resume}
                        </button>
                    }.into_any()),
                    Some(Shown::Cancelling { .. } | Shown::Resuming) | None => None,
                }}
            </div>
        </div>
    }
}

fn phase_of(run: &RunView) -> Phase {
    run.phase
}

/// What goes on, in a few words; for a turn that is over, how it ended.
fn current(texts: &Catalogue, turn: &TurnCell, phase: Option<Phase>) -> String {
    match phase {
        None => turn.view.with(|view| outcome_line(texts, view)),
        Some(Phase::Blocked) => texts.activity_blocked.to_owned(),
        Some(Phase::Retrying { .. }) => texts.activity_retrying.to_owned(),
        Some(Phase::Rejoining { .. }) => texts.activity_rejoining.to_owned(),
        Some(Phase::Opening { .. } | Phase::Streaming) => {
            let at_work = turn.activities.with(|activities| {
                activities.iter().rev().find_map(|cell| {
                    cell.activity.with(|activity| {
                        (activity.status == ActivityStatus::Running).then(|| title(texts, activity))
                    })
                })
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
