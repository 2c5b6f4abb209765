//! The agent's message in one turn: its activities, as running card or activity stream, then its
//! texts, then how it ended.
//!
//! Not responsible for which of the two is shown; the core attaches the card.

use std::sync::Arc;

use leptos::prelude::*;

use super::outcome::OutcomeNote;
use super::text::StreamedText;
use crate::components::activity::ActivityStream;
use crate::components::running_card::RunningCard;
use crate::components::{Each, Row, Ui};
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
    let listed = texts.clone();
    let keys = Signal::derive(move || {
        listed.with(|all| {
            all.iter()
                .map(|text| text.id.to_string())
                .collect::<Vec<_>>()
        })
    });
    let row: Row = Arc::new(move |key| {
        texts.with_untracked(|all| {
            let text = all.iter().rev().find(|text| text.id.as_str() == key)?;
            Some(view! { <StreamedText text=text.text.clone()/> }.into_any())
        })
    });
    view! {
        <article class="mt-assistant" data-testid="assistant-message" aria-label=ui.texts.message_agent>
            {move || {
                let turn = steps.clone();
                if attached.get() {
                    view! { <RunningCard turn/> }.into_any()
                } else {
                    view! { <ActivityStream turn/> }.into_any()
                }
            }}
            <Each keys row/>
            <OutcomeNote turn/>
        </article>
    }
}
