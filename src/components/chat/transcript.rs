//! The transcript: every turn, in a log that scrolls.
//!
//! Not responsible for where it scrolls to (see the scroll anchor).

use std::sync::Arc;

use leptos::html::Div;
use leptos::prelude::*;

use super::empty::Empty;
use crate::components::message::{AssistantMessage, UserMessage};
use crate::components::{Each, Row, Ui, When};
use crate::state::TurnCell;

/// What keeps its place while the activities above it grow: the header of a running card that
/// shows them.
const ANCHOR: &str = ".mt-card--expanded > .mt-card__header";

/// The turns of the conversation, oldest first.
#[component]
pub fn Transcript() -> impl IntoView {
    let ui = Ui::get();
    let (container, content) = (NodeRef::<Div>::new(), NodeRef::<Div>::new());
    let scroll = ui.scroll;
    Effect::new(move || {
        if let (Some(container), Some(content)) = (container.get(), content.get()) {
            scroll.attach(&container, &content, ANCHOR);
        }
    });
    let turns = ui.cells.turns.clone();
    let blank = {
        let (turns, loaded) = (turns.clone(), ui.cells.loaded.clone());
        Memo::new(move |_| loaded.get() && turns.with(Vec::is_empty))
    };
    let listed = turns.clone();
    let keys = Signal::derive(move || {
        listed.with(|all| {
            all.iter()
                .map(|turn| turn.id.to_string())
                .collect::<Vec<_>>()
        })
    });
    let row: Row = Arc::new(move |key| {
        turns.with_untracked(|all| {
            let turn = all
                .iter()
                .rev()
                .find(|turn| turn.id.as_str() == key)?
                .clone();
            Some(view! { <Turn turn/> }.into_any())
        })
    });
    view! {
        <div
            class="mt-scroll"
            data-testid="chat-scroll-container"
            node_ref=container
            role="log"
            aria-live="off"
            aria-label=ui.texts.transcript_label
            tabindex="0"
        >
            <div class="mt-transcript" node_ref=content>
                <When when=move || blank.get()>
                    <Empty/>
                </When>
                <Each keys row/>
            </div>
        </div>
    }
}

/// One turn: the person's message and the agent's.
#[component]
fn Turn(turn: TurnCell) -> impl IntoView {
    view! {
        <section class="mt-turn">
            <UserMessage text=turn.text.clone()/>
            <AssistantMessage turn/>
        </section>
    }
}
