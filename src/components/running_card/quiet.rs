//! The line of the card that says that the agent has been silent for a long time.
//!
//! The core decides when that is.

use leptos::prelude::*;
use midturn_core::time::Millis;

use crate::components::{Part, Ui};
use crate::hooks::use_now;
use crate::part::Make;
use crate::state::TurnSignals;

/// How long the agent has said nothing, with Stop and "Try again" unless the run is joined again by
/// itself. A part of the program: that of the other controls of work.
#[component]
pub(super) fn Quiet(turn: TurnSignals) -> impl IntoView {
    let run = Ui::get().cells.run;
    let since = Memo::new(move |_| run.with(|run| run.as_ref()?.quiet_since));
    let props = Callback::new(move |()| SilenceProps { turn, since });
    view! {
        <Show when=move || since.get().is_some()>
            <Part load=silence props/>
        </Show>
    }
    .into_any()
}

crate::part! {
    in control
    fn silence() -> Make<SilenceProps> { |props| Silence(props).into_any() }
}

#[component]
fn Silence(turn: TurnSignals, since: Memo<Option<Millis>>) -> impl IntoView {
    let Ui {
        texts,
        cells,
        scroll,
        actions,
        ..
    } = Ui::get();
    let now = use_now();
    let said = move || {
        let since = since.get()?;
        let time = texts.duration(now.get().saturating_sub(since));
        Some(texts.ends.quiet.of(&time))
    };
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
        let run = cells.run;
        let alone = run.with(|run| run.as_ref().is_some_and(|run| !run.rejoins));
        alone.then(|| {
            view! {
                <button
                    type="button"
                    class="mt-button mt-button--small"
                    part="card-button"
                    on:click=stop
                >
                    {texts.stop}
                </button>
                <button
                    type="button"
                    class="mt-button mt-button--small"
                    part="card-button"
                    on:click=again
                >
                    {texts.try_again}
                </button>
            }
        })
    };
    view! {
        <div class="mt-card__held" data-testid="agent-running-quiet">
            <p class="mt-card__lost">{said}</p>
            {acts}
        </div>
    }
}
