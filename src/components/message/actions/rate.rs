//! The buttons with which the person rates a finished answer. There only if the embedder asks for
//! feedback.

use leptos::prelude::*;
use midturn_core::rating::Rating;

use super::Act;
use crate::components::Ui;
use crate::components::icon::IconName;
use crate::state::TurnSignals;

/// "Good answer" and "Bad answer".
#[component]
pub(super) fn Rate(turn: TurnSignals) -> impl IntoView {
    let texts = &Ui::get().texts.answer;
    view! {
        <div class="mt-acts__rate" role="group" aria-label=texts.feedback>
            {button(turn, Rating::Good, IconName::Good, texts.good)}
            {button(turn, Rating::Bad, IconName::Bad, texts.bad)}
        </div>
    }
}

/// A button that gives this rating. A second press takes it back.
fn button(
    turn: TurnSignals,
    rating: Rating,
    icon: IconName,
    action: &'static str,
) -> impl IntoView {
    let Ui { cells, actions, .. } = Ui::get();
    let pressed = Memo::new(move |_| {
        let id = turn.id.get_value();
        cells
            .ratings
            .with(|ratings| ratings.of(&id) == Some(rating))
    });
    let press = Callback::new(move |()| {
        let rating = (!pressed.get_untracked()).then_some(rating);
        actions.rate(turn.id.get_value(), rating);
    });
    let testid = match rating {
        Rating::Good => "answer-feedback-up",
        Rating::Bad => "answer-feedback-down",
    };
    view! { <Act turn testid action icon=Signal::stored(icon) pressed press/> }
}
