//! The buttons with which the person rates a finished answer.

use leptos::prelude::*;
use midturn_core::rating::Rating;
use midturn_core::transcript::Outcome;

use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, flag};
use crate::state::TurnSignals;

/// "Good answer" and "Bad answer", for a turn that has ended and has shown something. Nothing unless
/// the embedder asks for feedback.
#[component]
pub(super) fn Feedback(turn: TurnSignals) -> impl IntoView {
    let Ui {
        texts, feedback, ..
    } = Ui::get();
    let shown = move || {
        let view = turn.view.get();
        let over = view
            .outcome
            .is_some_and(|outcome| !matches!(outcome, Outcome::Waiting(_)));
        let any = || {
            turn.texts.with(|texts| !texts.is_empty())
                || turn.activities.with(|all| !all.is_empty())
        };
        feedback.get() && over && any()
    };
    view! {
        <Show when=shown>
            <div class="mt-feedback" role="group" aria-label=texts.answer.feedback>
                {button(turn, Rating::Good, IconName::Good, texts.answer.good)}
                {button(turn, Rating::Bad, IconName::Bad, texts.answer.bad)}
            </div>
        </Show>
    }
}

/// A button that gives this rating. A second press takes it back.
fn button(turn: TurnSignals, rating: Rating, icon: IconName, name: &'static str) -> impl IntoView {
    let Ui { cells, actions, .. } = Ui::get();
    let pressed = Memo::new(move |_| {
        let id = turn.id.get_value();
        cells
            .ratings
            .with(|ratings| ratings.of(&id) == Some(rating))
    });
    let press = move |_| {
        let rating = (!pressed.get_untracked()).then_some(rating);
        actions.rate(turn.id.get_value(), rating);
    };
    let testid = match rating {
        Rating::Good => "feedback-good",
        Rating::Bad => "feedback-bad",
    };
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-button--icon mt-button--quiet"
            data-testid=testid
            aria-label=name
            title=name
            aria-pressed=move || flag(pressed.get())
            on:click=press
        >
            <Icon name=icon/>
        </button>
    }
}
