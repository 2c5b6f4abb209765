//! The tools that are always allowed in the open conversation, each with a button that ends it.

use leptos::html::Button;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::components::Surface;
use crate::hooks::beside;

/// The button that closes the dialog.
const CLOSE: &str = ".mt-dialog__bar > button";

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
        let button = NodeRef::<Button>::new();
        let press = move |_| {
            // The row goes with the press.
            let next = button.get_untracked().and_then(|button| {
                // A selector: the button that closes the dialog is another component's.
                let close = || button.closest("dialog").ok()??.query_selector(CLOSE).ok()?;
                beside(&button).or_else(|| close()?.dyn_into().ok())
            });
            if let Some(next) = next {
                let _ = next.focus();
            }
            ask_again.run(tool.clone());
        };
        view! {
            <li>
                <button
                    type="button"
                    class="mt-button mt-button--small"
                    data-testid="ask-again"
                    node_ref=button
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
