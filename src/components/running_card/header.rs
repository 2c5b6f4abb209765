//! The card's header: what the agent does, for how long, and the one button for the card's state.
//!
//! Not responsible for the editor that Cancel and Resume open.

use leptos::html::Button;
use leptos::prelude::*;
use midturn_core::conversation::Phase;
use midturn_core::transcript::Activity;

use super::Shown;
use super::current::at_work;
use super::timer::Timer;
use crate::components::activity::{Stretch, outcome_line};
use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, flag};
use crate::hooks::{SetIfNew, use_now};
use crate::i18n::Catalogue;
use crate::state::RunView;

/// The header, which opens and closes the list of activities.
#[component]
pub(super) fn Header(
    /// The activities of the card.
    stretch: Stretch,
    /// The card's state.
    shown: Memo<Option<Shown>>,
    /// The id of the list of activities.
    list: StoredValue<String>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    view! {
        <div
            class="mt-card__header"
            part="card-header"
            role="toolbar"
            aria-label=texts.reading.toolbar
            data-testid="agent-running-header"
        >
            <Toggle stretch shown list/>
            <Timer view=stretch.turn.view/>
            <div class="mt-card__actions">
                {move || match shown.get()? {
                    Shown::Running => Some(view! { <Cancel/> }.into_any()),
                    Shown::Paused(_) => Some(view! { <Resume/> }.into_any()),
                    Shown::Cancelling { .. } | Shown::Resuming => None,
                }}
            </div>
        </div>
    }
}

/// The button that opens and closes the list and shows the current activity.
#[component]
fn Toggle(
    stretch: Stretch,
    shown: Memo<Option<Shown>>,
    list: StoredValue<String>,
) -> impl IntoView {
    let Ui {
        texts,
        expanded,
        cells,
        at_work,
        ..
    } = Ui::get();
    let works = Memo::new(move |_| cells.run.with(Option::is_some));
    let over = Memo::new(move |_| shown.get() == Some(Shown::Cancelling { over: true }));
    let clock = use_now();
    let now = Memo::new(move |_| {
        let (phase, quiet, waits, due) = cells.run.with(|run| match run {
            Some(run) => (
                Some(run.phase),
                run.quiet_since.is_some(),
                waits_for(texts, run),
                run.due,
            ),
            None => (None, false, String::new(), None),
        });
        // Only this text follows the clock.
        let left = due.map_or(0, |due| due.saturating_sub(clock.get()));
        if left > 0 {
            // The clock may be a second behind, so a part of a second is left out, but the last.
            let time = texts.duration(left.max(1000));
            return texts.ends.activity_due.of(&time);
        }
        current(texts, stretch, phase, quiet).unwrap_or(waits)
    });
    // A reader above the card reads it at the edge of the view.
    Effect::new(move || at_work.set_if_new(now.get()));
    view! {
        <button
            type="button"
            class="mt-card__toggle"
            part="card-toggle"
            aria-expanded=move || flag(expanded.get())
            aria-controls=list.get_value()
            title=move || if expanded.get() { texts.hide_steps } else { texts.show_steps }
            on:click=move |_| expanded.update(|expanded| *expanded = !*expanded)
        >
            <Icon name=IconName::Chevron/>
            {move || match (works.get(), over.get()) {
                (true, _) => view! { <span class="mt-spinner" aria-hidden="true"></span> }.into_any(),
                (false, true) => view! { <Icon name=IconName::Check/> }.into_any(),
                (false, false) => view! { <Icon name=IconName::Pause/> }.into_any(),
            }}
            // How a turn ended is not one of its steps.
            <span class="mt-visually-hidden">
                {move || (works.get() || over.get()).then_some(texts.steps_of)}
            </span>
            <span class="mt-card__current" dir="auto">
                {now}
            </span>
        </button>
    }
}

#[component]
fn Cancel() -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        focus,
        ..
    } = Ui::get();
    let button = NodeRef::<Button>::new();
    focus.card_control.register(button);
    let press = move |_| {
        // Names the run on screen, so that the click cannot stop a run that has begun since.
        if let Some(run) = cells.run.get_untracked() {
            actions.cancel(run.id);
        }
    };
    view! {
        <button
            type="button"
            class="mt-button mt-button--small"
            part="card-button"
            data-testid="agent-running-cancel"
            data-stop=""
            aria-label=texts.cancel
            title=texts.cancel_title
            node_ref=button
            on:click=press
        >
            <Icon name=IconName::Stop/>
            <span class="mt-button__label">{texts.cancel}</span>
        </button>
    }
}

#[component]
fn Resume() -> impl IntoView {
    let Ui {
        texts,
        actions,
        focus,
        ..
    } = Ui::get();
    let button = NodeRef::<Button>::new();
    focus.card_control.register(button);
    view! {
        <button
            type="button"
            class="mt-button mt-button--small"
            part="card-button"
            data-testid="agent-running-resume"
            data-stop=""
            node_ref=button
            on:click=move |_| actions.resume()
        >
            <Icon name=IconName::Resume/>
            {texts.resume}
        </button>
    }
}

/// The current activity in a few words; for an ended turn, its outcome. `None` while the message
/// waits for its files.
fn current(
    texts: &Catalogue,
    stretch: Stretch,
    phase: Option<Phase>,
    quiet: bool,
) -> Option<String> {
    let turn = stretch.turn;
    Some(match phase {
        Some(Phase::Reading) => return None,
        None => turn.view.with(|view| outcome_line(texts, view)),
        Some(Phase::Blocked) => texts.activity_blocked.to_owned(),
        Some(Phase::Retrying { .. }) => texts.activity_retrying.to_owned(),
        Some(Phase::Busy) => texts.activity_busy.to_owned(),
        Some(Phase::Offline { .. }) => texts.ends.activity_offline.to_owned(),
        Some(Phase::Rejoining { .. }) => texts.activity_rejoining.to_owned(),
        Some(Phase::Opening { .. } | Phase::Streaming | Phase::Rejoined { .. } | Phase::Tools) => {
            let all = turn.activities.get();
            let held: Vec<_> = all.iter().map(|cell| cell.activity.read()).collect();
            let held: Vec<&Activity> = held.iter().map(|held| &**held).collect();
            let written = !stretch.is_at_end();
            let at_work = at_work(texts, &held, written);
            at_work.unwrap_or_else(|| {
                let ended = turn.view.with(|view| view.text_ended);
                if quiet || ended || turn.texts.with(Vec::is_empty) {
                    texts.activity_waiting
                } else {
                    texts.activity_writing
                }
                .to_owned()
            })
        }
    })
}

/// What a message that is not sent yet waits for.
fn waits_for(texts: &Catalogue, run: &RunView) -> String {
    if run.unread.is_empty() {
        texts.attach.held_back.to_owned()
    } else {
        texts.attach.reading(&run.unread.join(", "))
    }
}
