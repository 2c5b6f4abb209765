//! The agent's message in one turn: its activities, as running card or activity stream, then its
//! texts, then how it ended.
//!
//! Not responsible for which of the two is shown; the core attaches the card.

use leptos::either::Either;
use leptos::prelude::*;

use super::outcome::OutcomeNote;
use super::text::StreamedText;
use crate::components::Ui;
use crate::components::activity::ActivityStream;
use crate::components::running_card::RunningCard;
use crate::state::TurnCell;

/// The agent's side of a turn.
#[component]
pub fn AssistantMessage(
    /// The turn.
    turn: TurnCell,
) -> impl IntoView {
    let ui = Ui::get();
    let attached = {
        let (card, id) = (ui.cells.card.clone(), turn.id.clone());
        Memo::new(move |_| card.with(|view| view.turn.as_ref() == Some(&id)))
    };
    let texts = turn.texts.clone();
    let steps = turn.clone();
    view! {
        <article class="mt-assistant" data-testid="assistant-message" aria-label=ui.texts.message_agent>
            {move || {
                let turn = steps.clone();
                if attached.get() {
                    Either::Left(view! { <RunningCard turn/> })
                } else {
                    Either::Right(view! { <ActivityStream turn/> })
                }
            }}
            <For each=move || texts.get() key=|text| text.id.clone() let:text>
                <StreamedText text=text.text/>
            </For>
            <OutcomeNote turn/>
        </article>
    }
}
