//! The activity stream: the activities of an ended turn, folded to one line.
//!
//! Not responsible for a running turn, which the running card shows.

use leptos::prelude::*;
use midturn_core::transcript::Outcome;

use super::{ActivityList, Interjections, list_id};
use crate::components::icon::{Icon, IconName};
use crate::components::{Disclosure, Ui};
use crate::i18n::Catalogue;
use crate::state::{TurnSignals, TurnView};

/// The stream; nothing for a completed turn without activities.
#[component]
pub fn ActivityStream(
    /// The turn.
    turn: TurnSignals,
) -> impl IntoView {
    let any = move || {
        let ended_well = |view: &TurnView| matches!(view.outcome, None | Some(Outcome::Completed));
        turn.activities.with(|all| !all.is_empty()) || !turn.view.with(ended_well)
    };
    view! {
        <Show when=any>
            <Stream turn/>
        </Show>
    }
    .into_any()
}

#[component]
fn Stream(turn: TurnSignals) -> impl IntoView {
    let texts = Ui::get().texts;
    let open = RwSignal::new(false);
    let list = list_id(turn);
    let shown = list.clone();
    let icon = Memo::new(move |_| turn.view.with(|view| outcome_icon(view.outcome.as_ref())));
    view! {
        <div
            class="mt-stream"
            part="stream"
            data-testid="activity-stream"
            data-outcome=move || turn.view.with(|view| outcome_name(view.outcome.as_ref()))
        >
            <Disclosure open class="mt-stream__summary" controls=list>
                {move || view! { <Icon name=icon.get()/> }}
                <span class="mt-stream__text">
                    {move || turn.view.with(|view| outcome_line(texts, view))}
                </span>
                <span class="mt-stream__time">{move || turn.view.with(|view| took(texts, view))}</span>
                <Icon name=IconName::Chevron/>
            </Disclosure>
            <Show when=move || !open.get()>
                <Interjections turn/>
            </Show>
            <Show when=move || open.get()>
                <ActivityList turn id=shown.clone()/>
            </Show>
        </div>
    }
}

/// How a turn ended, with the number of its steps.
pub fn outcome_line(texts: &Catalogue, view: &TurnView) -> String {
    match &view.outcome {
        Some(Outcome::Completed) | None => texts.steps(view.steps),
        Some(Outcome::Cancelled(_)) => texts.cancelled_after(view.steps),
        Some(Outcome::Failed(_)) => texts.failed_after(view.steps),
        Some(Outcome::Interrupted(_)) => texts.interrupted_after(view.steps),
        Some(Outcome::Waiting(_)) => texts.waiting_after(view.steps),
    }
}

fn took(texts: &Catalogue, view: &TurnView) -> String {
    // The start time of imported history is unknown.
    let ended = view.ended_at.filter(|_| view.started_at > 0);
    ended.map_or_else(String::new, |ended| {
        texts.duration(ended.saturating_sub(view.started_at))
    })
}

/// The outcome's name in attributes.
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
