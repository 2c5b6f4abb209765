//! The line of the card that says that the agent has been silent for a long time.
//!
//! The core decides when that is.

use leptos::prelude::*;
use midturn_core::time::Millis;

use crate::components::Ui;
use crate::hooks::use_now;
use crate::state::TurnSignals;

/// How long the agent has said nothing, with Stop and "Try again" unless the run is joined again by
/// itself.
#[component]
pub(super) fn Quiet(turn: TurnSignals) -> impl IntoView {
    let cells = Ui::get().cells;
    let since = Memo::new(move |_| cells.run.with(|run| run.as_ref()?.quiet_since));
    move || since.get().map(|since| view! { <Silence turn since/> })
}

#[component]
fn Silence(turn: TurnSignals, since: Millis) -> impl IntoView {
    let Ui {
        texts,
        cells,
        scroll,
        actions,
        ..
    } = Ui::get();
    let now = use_now();
    let said = move || {
        let time = texts.duration(now.get().saturating_sub(since));
        texts.ends.quiet.of(&time)
    };
    let run = move || cells.run.with(Clone::clone);
    let stop = move |_| {
        if let Some(run) = cells.run.get_untracked() {
            actions.stop(run.id);
        }
    };
    let again = move |_| {
        scroll.to_bottom();
        actions.send_again(turn.id.get_value(), turn.text.get_value());
    };
    let acts = move || {
        let alone = run().is_some_and(|run| !run.rejoins);
        alone.then(|| {
            view! {
                <button type="button" class="mt-button mt-button--small" on:click=stop>
                    {texts.stop}
                </button>
                <button type="button" class="mt-button mt-button--small" on:click=again>
                    {texts.try_again}
                </button>
            }
        })
    };
    view! {
        <div class="mt-card__reason" data-testid="agent-running-quiet">
            <p>{said}</p>
            {acts}
        </div>
    }
}
