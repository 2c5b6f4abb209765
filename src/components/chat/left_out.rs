//! The line in place of messages that are no longer part of the conversation, or above them.
//!
//! Not responsible for which messages these are (see [`midturn_core::left_out`]).

use leptos::prelude::*;

use crate::components::{Part, Ui, flag};
use crate::part::Make;
use crate::state::{Group, TurnSignals};

/// The line. A part of the program, because the person must have sent a message again.
#[component]
pub(super) fn LeftOutLine(
    /// The first turn of the group.
    turn: TurnSignals,
    /// The group.
    group: Memo<Option<Group>>,
) -> impl IntoView {
    let props = Callback::new(move |()| LeftOutProps { turn, group });
    view! { <Part load=left_out props/> }
}

crate::part! {
    in answer_actions
    fn left_out() -> Make<LeftOutProps> { |props| LeftOut(props).into_any() }
}

#[component]
fn LeftOut(turn: TurnSignals, group: Memo<Option<Group>>) -> impl IntoView {
    let Ui { texts, cells, .. } = Ui::get();
    let said = move || {
        let count = group.get().map_or(0, |group| group.messages);
        if cells.keeps_history.get() {
            texts.acts.left_out_kept(count)
        } else {
            texts.acts.left_out(count)
        }
    };
    let open = move || group.get().is_some_and(|group| group.open);
    let press = move |_| turn.id.with_value(|first| cells.open_group(first, !open()));
    view! {
        <p class="mt-left-out" part="notice" data-testid="left-out">
            <span>{said}</span>
            <button
                type="button"
                class="mt-button mt-button--small mt-button--quiet"
                aria-expanded=move || flag(open())
                on:click=press
            >
                {move || if open() { texts.acts.left_out_hide } else { texts.acts.left_out_show }}
            </button>
        </p>
    }
}
