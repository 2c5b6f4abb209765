//! How long a turn has been running.
//!
//! The start time comes from the core, so the timer does not restart when the card is redrawn.

use leptos::prelude::*;

use crate::components::Ui;
use crate::hooks::use_now;
use crate::state::TurnView;

/// The time since the turn began, or the duration of an ended turn.
#[component]
pub(super) fn Timer(
    /// The turn.
    view: RwSignal<TurnView>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let now = use_now();
    let time = Memo::new(move |_| {
        view.with(|view| {
            let until = view.ended_at.unwrap_or_else(|| now.get());
            texts.duration(until.saturating_sub(view.started_at))
        })
    });
    view! {
        <span
            class="mt-card__timer"
            part="card-timer"
            data-testid="agent-running-timer"
            role="timer"
            aria-live="off"
            aria-label=move || time.with(|time| texts.timer_label(time))
        >
            {time}
        </span>
    }
}
