//! The tools that are always allowed in the open conversation, each with a button that ends it.

use leptos::prelude::*;
use midturn_core::input::AlwaysInput;

use crate::components::Ui;

/// The list; nothing if there is no such tool. A change is applied at once.
#[component]
pub(super) fn AlwaysAllowed() -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        ..
    } = Ui::get();
    let tool = move |tool: String| {
        let name = tool.clone();
        let press = move |_| {
            let tool = tool.clone();
            actions.always(AlwaysInput::AskAgain { tool });
        };
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
        <Show when=move || cells.always.with(|all| !all.is_empty())>
            <div class="mt-field" role="group" aria-label=texts.questions.always_title>
                <span class="mt-field__label">{texts.questions.always_title}</span>
                <ul>
                    <For each=move || cells.always.get() key=String::clone children=tool/>
                </ul>
            </div>
        </Show>
    }
    .into_any()
}
