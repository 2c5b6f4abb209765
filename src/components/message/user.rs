//! A message of the person.
//!
//! Not responsible for prompts that wait in the queue.

use leptos::prelude::*;

use crate::components::attachment::{FileList, Use};
use crate::components::{Fold, Ui, is_long};
use crate::state::TurnSignals;

/// The person's message as typed, with its files.
#[component]
pub fn UserMessage(
    /// The turn that the message starts.
    turn: TurnSignals,
) -> impl IntoView {
    let files = turn.attachments.get_value();
    let said = turn.text.get_value();
    let words = !said.trim().is_empty() || files.is_empty();
    view! {
        <article
            class="mt-user"
            part="message-user"
            data-testid="user-message"
            aria-label=Ui::get().texts.message_you
        >
            {(!files.is_empty()).then(|| view! { <FileList files how=Use::Save/> })}
            {words.then(|| view! { <MessageContent said/> })}
        </article>
    }
}

#[component]
fn MessageContent(said: String) -> impl IntoView {
    let long = is_long(&said);
    let text = Signal::stored(said.clone());
    let drawn = view! {
        <div class="mt-text" dir="auto">
            <p>{said}</p>
        </div>
    };
    if long {
        view! { <Fold text>{drawn}</Fold> }.into_any()
    } else {
        drawn.into_any()
    }
}
