//! The tools that are always allowed in the open conversation, each with a button that ends it.

use leptos::prelude::*;

use crate::components::Surface;

/// The tools, and what ends it.
#[derive(Clone, Copy)]
pub struct Always {
    /// The names of the tools.
    pub tools: Signal<Vec<String>>,
    /// Asks again before a tool. Applied at once.
    pub ask_again: Callback<String>,
}

/// The list; nothing if there is no such tool.
#[component]
pub(super) fn AlwaysAllowed(always: Always) -> impl IntoView {
    let texts = Surface::get().texts;
    let Always { tools, ask_again } = always;
    let tool = move |tool: String| {
        let name = tool.clone();
        let press = move |_| ask_again.run(tool.clone());
        view! {
            <li>
                <button
                    type="button"
                    class="mt-button mt-button--small"
                    data-testid="ask-again"
                    on:click=press
                >
                    {texts.questions.ask_again.of(&name)}
                </button>
            </li>
        }
    };
    view! {
        <Show when=move || tools.with(|all| !all.is_empty())>
            <div class="mt-field" role="group" aria-label=texts.questions.always_title>
                <span class="mt-field__label">{texts.questions.always_title}</span>
                <ul>
                    <For each=move || tools.get() key=String::clone children=tool/>
                </ul>
            </div>
        </Show>
    }
    .into_any()
}
