//! What is said below a turn that did not end well: the mark under a text that breaks off, the reason,
//! and the ways to go on. A part of the program.

use leptos::prelude::*;
use midturn_core::transcript::Outcome;

use super::outcome::OutcomeNote;
use super::partial::{PartialMark, WaysOn};
use crate::components::Part;
use crate::part::Make;
use crate::state::{TurnSignals, TurnView};

crate::part! {
    in turn
    fn ending() -> Make<EndingProps> { |props| Ending(props).into_any() }
}

/// What is said of the turn's end, unless the turn works, waits for an answer, or has ended well.
#[component]
pub(super) fn EarlyEnd(turn: TurnSignals) -> impl IntoView {
    let props = Callback::new(move |()| EndingProps { turn });
    view! {
        <Show when=move || turn.view.with(ended_early)>
            <Part load=ending props/>
        </Show>
    }
    .into_any()
}

#[component]
fn Ending(turn: TurnSignals) -> impl IntoView {
    view! {
        <PartialMark turn/>
        <OutcomeNote turn/>
        <WaysOn turn/>
    }
}

fn ended_early(view: &TurnView) -> bool {
    match view.outcome {
        None | Some(Outcome::Waiting(_)) => view.cut_off,
        Some(Outcome::Completed) => view.cut_off || view.unanswered || view.open_call,
        Some(Outcome::Cancelled(_) | Outcome::Failed(_) | Outcome::Interrupted(_)) => true,
    }
}
