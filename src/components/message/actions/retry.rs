//! The button that sends the message of an answer again: the conversation goes on from there.

use leptos::prelude::*;

use super::Act;
use crate::components::Ui;
use crate::components::icon::IconName;
use crate::state::TurnSignals;

/// "Try again". Not for an answer that failed: its note has a button of its own. Nor for a turn that
/// is no longer part of the conversation, or that the agent began.
#[component]
pub(super) fn Retry(turn: TurnSignals) -> impl IntoView {
    let Ui {
        texts,
        cells,
        scroll,
        actions,
        ..
    } = Ui::get();
    let speaks = turn.speaks();
    let possible = move || {
        let again = turn.view.with(|view| !view.fails());
        speaks
            && again
            && turn
                .id
                .with_value(|id| !cells.left_out.with(|out| out.has(id)))
    };
    let action = Signal::derive(move || {
        if cells.run.with(Option::is_some) {
            texts.acts.stop_and_retry
        } else {
            texts.acts.retry
        }
    });
    let press = Callback::new(move |()| {
        scroll.to_bottom();
        actions.send_again(turn.id.get_value(), turn.text.get_value());
    });
    view! {
        <Show when=possible>
            <Act turn testid="answer-retry" action icon=Signal::stored(IconName::Again) press/>
        </Show>
    }
}
