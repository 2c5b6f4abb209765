//! For a turn that ended early: the mark under its text, and the buttons to continue.
//!
//! Not responsible for "Try again", which is beside the reason (see `outcome`).

use leptos::prelude::*;
use midturn_core::run_event::Limit;
use midturn_core::transcript::{Outcome, Stop};

use crate::components::Ui;
use crate::state::{TurnSignals, TurnView};

/// The mark under a text that a cancel cut off.
#[component]
pub(super) fn PartialMark(turn: TurnSignals) -> impl IntoView {
    let texts = Ui::get().texts;
    view! {
        <Show when=move || turn.view.with(|view| view.cut_off)>
            <p class="mt-partial" data-testid="partial-mark">
                {texts.control.partial_mark}
            </p>
        </Show>
    }
}

/// The buttons to continue after the last turn, if it ended early, while no run is active.
#[component]
pub(super) fn WaysOn(turn: TurnSignals) -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        ..
    } = Ui::get();
    let rests = move || {
        turn.view.with(is_cut)
            && cells.run.with(Option::is_none)
            && turn.id.with_value(|id| cells.is_last(id))
    };
    view! {
        <Show when=rests>
            <div class="mt-ways">
                <GoOn turn/>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--quiet"
                    part="outcome-button"
                    data-testid="edit-resend"
                    on:click=move |_| actions.edit_again(turn.id.get_value())
                >
                    {texts.control.edit_resend}
                </button>
            </div>
        </Show>
    }
}

/// The Continue button. Shown only if the turn has a text or an activity of the agent. After a content
/// filter, going on would meet it again.
#[component]
fn GoOn(turn: TurnSignals) -> impl IntoView {
    let Ui {
        texts,
        scroll,
        actions,
        ..
    } = Ui::get();
    let any = move || {
        let filtered = turn
            .view
            .with(|view| view.limit == Some(Limit::ContentFilter));
        let shown = turn.texts.with(|texts| !texts.is_empty())
            || turn.activities.with(|all| !all.is_empty());
        shown && !filtered
    };
    let go_on = move |_| {
        scroll.to_bottom();
        actions.say(texts.control.continue_message.to_owned());
    };
    view! {
        <Show when=any>
            <button
                type="button"
                class="mt-button mt-button--small mt-button--quiet"
                part="outcome-button"
                data-testid="continue-here"
                on:click=go_on
            >
                {texts.control.continue_here}
            </button>
        </Show>
    }
}

/// Whether the turn ended early. A turn that is still stopping has not ended.
fn is_cut(view: &TurnView) -> bool {
    match &view.outcome {
        Some(Outcome::Cancelled(stop)) => *stop != Stop::Requested,
        Some(Outcome::Failed(_) | Outcome::Interrupted(_)) => true,
        Some(Outcome::Completed) => view.limit.is_some(),
        Some(Outcome::Waiting(_)) | None => false,
    }
}
