//! A message of the person.
//!
//! Not responsible for prompts that wait in the queue.

use leptos::prelude::*;

use crate::components::Ui;

/// What the person said.
#[component]
pub fn UserMessage(
    /// The text, as it was typed.
    text: String,
) -> impl IntoView {
    let texts = Ui::get().texts;
    view! {
        <article class="mt-user" data-testid="user-message" aria-label=texts.message_you>
            <div class="mt-text" dir="auto">
                <p>{text}</p>
            </div>
        </article>
    }
}
