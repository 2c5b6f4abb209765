//! The agent's message in one turn: its activities, its texts and its outcome.
//!
//! Not responsible for whether the activities are a running card or a stream; the core attaches the
//! card.

use leptos::prelude::*;
use midturn_core::transcript::Outcome;

use super::approvals::Approvals;
use super::decisions::{Decisions, use_decided};
use super::feedback::Feedback;
use super::outcome::OutcomeNote;
use super::partial::{PartialMark, WaysOn};
use crate::components::Ui;
use crate::components::activity::ActivityStream;
use crate::components::answer::AnswerText;
use crate::components::drawn::Drawn;
use crate::components::running_card::RunningCard;
use crate::state::{TextCell, TurnSignals};

/// The agent's side of a turn.
#[component]
pub fn AssistantMessage(
    /// The turn.
    turn: TurnSignals,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let live = Memo::new(move |_| turn.view.with(|view| view.outcome.is_none()));
    let waits = move || {
        turn.view
            .with(|view| matches!(view.outcome, Some(Outcome::Waiting(_))))
    };
    let decided = use_decided(turn);
    view! {
        <article
            class="mt-assistant"
            part="message-agent"
            data-testid="assistant-message"
            aria-label=texts.message_agent
            data-live=live
        >
            <Activities turn/>
            <Drawn turn/>
            <Decisions turn decided after=None/>
            <For
                each=move || turn.texts.get()
                key=|text| text.id.clone()
                children=move |text| {
                    let after = Some(text.id.clone());
                    view! {
                        <Text turn live text/>
                        <Decisions turn decided after/>
                    }
                }
            />
            <PartialMark turn/>
            <Show when=waits>
                <Approvals turn/>
            </Show>
            <OutcomeNote turn/>
            <WaysOn turn/>
            <Feedback turn/>
        </article>
    }
}

/// The running card while it is attached to this turn, else the activity stream.
#[component]
fn Activities(turn: TurnSignals) -> impl IntoView {
    let cells = Ui::get().cells;
    let attached = Memo::new(move |_| {
        let id = turn.id.get_value();
        cells.card.with(|view| view.turn == Some(id))
    });
    // Whether the turn ran while it was on this page.
    let ran = StoredValue::new(false);
    move || {
        if attached.get() {
            ran.set_value(true);
            view! { <RunningCard turn/> }.into_any()
        } else {
            view! { <ActivityStream turn ran=ran.get_value()/> }.into_any()
        }
    }
}

/// One text of the agent.
#[component]
fn Text(
    turn: TurnSignals,
    /// Whether the turn is running.
    live: Memo<bool>,
    text: TextCell,
) -> impl IntoView {
    let TextCell { id, text } = text;
    // Only the last text of a running turn grows.
    let grows = Signal::derive(move || {
        live.get()
            && turn
                .texts
                .with(|all| all.last().is_some_and(|last| last.id == id))
    });
    view! { <AnswerText text=RwSignal::from(text) grows/> }
}
