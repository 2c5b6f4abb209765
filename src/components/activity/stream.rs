//! The activity stream: the activities of a turn that is over, folded to one line.
//!
//! Not responsible for a turn at work, which the running card shows.

use leptos::prelude::*;
use midturn_core::transcript::Outcome;

use super::ActivityList;
use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, When};
use crate::i18n::Catalogue;
use crate::state::{TurnCell, TurnView};

/// The stream. A turn that ended well and showed no activity has none.
#[component]
pub fn ActivityStream(
    /// The turn.
    turn: TurnCell,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, scroll) = (ui.texts, ui.scroll);
    let open = RwSignal::new(false);
    let view = turn.view.clone();
    let shown = {
        let (view, activities) = (view.clone(), turn.activities.clone());
        Memo::new(move |_| {
            activities.with(|all| !all.is_empty())
                || view.with(|view| !matches!(view.outcome, None | Some(Outcome::Completed)))
        })
    };
    let list = format!("steps-{}", turn.id);
    let held = StoredValue::new((turn, list));
    move || {
        shown.get().then(|| {
            let (outcome, line, time, icon) = (view.clone(), view.clone(), view.clone(), view.clone());
            view! {
                <div
                    class="mt-stream"
                    data-testid="activity-stream"
                    data-outcome=move || outcome.with(|view| outcome_name(view.outcome.as_ref()))
                >
                    <button
                        type="button"
                        class="mt-stream__summary"
                        aria-expanded=move || open.get().to_string()
                        aria-controls=held.with_value(|(_, list)| list.clone())
                        on:click=move |_| {
                            scroll.release();
                            open.update(|open| *open = !*open);
                        }
                    >
                        {move || view! { <Icon name=icon.with(|view| outcome_icon(view.outcome.as_ref()))/> }}
                        <span class="mt-stream__text">{move || line.with(|view| outcome_line(texts, view))}</span>
                        <span class="mt-stream__time">{move || time.with(|view| took(texts, view))}</span>
                        <Icon name=IconName::Chevron/>
                    </button>
                    <When when=move || open.get()>
                        {held.with_value(|(turn, list)| view! {
                            <ActivityList turn=turn.clone() id=list.clone()/>
                        }.into_any())}
                    </When>
                </div>
            }
            .into_any()
        })
    }
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

fn took(texts: &Catalogue, view: &TurnView) -> Option<String> {
    let ended = view.ended_at?;
    Some((texts.duration)(ended.saturating_sub(view.started_at)))
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
