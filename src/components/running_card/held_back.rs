//! The question about a message whose file cannot be read: send it without the file, or go on editing.
//!
//! Not responsible for what either does; the core decides.

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::id::RunId;
use midturn_core::input::UnsentInput;

use crate::components::{Part, Ui};
use crate::hooks::{at_end, follow_focus};
use crate::part::Make;

/// The question, if there is one. A part of the program, because few files cannot be read.
#[component]
pub(super) fn HeldBack() -> impl IntoView {
    let cells = Ui::get().cells;
    let asks = move || {
        cells
            .run
            .with(|run| run.as_ref().is_some_and(|run| !run.lost.is_empty()))
    };
    let asks = Memo::new(move |_| asks());
    view! {
        <Show when=move || asks.get()>
            <Part load=question props=Callback::new(|()| ())/>
        </Show>
    }
}

crate::part! {
    in details
    fn question() -> Make<()> { |()| Question().into_any() }
}

#[component]
fn Question() -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        focus,
        ..
    } = Ui::get();
    let lost = move || {
        let held = cells.run.get();
        held.map(|run| run.lost).unwrap_or_default()
    };
    // Without them there would be nothing to send.
    let sends = move || {
        cells
            .run
            .with(|run| run.as_ref().is_some_and(|run| !run.nothing_else))
    };
    let decide = move |decision: fn(RunId) -> UnsentInput| {
        // Names the run on screen, so that the click cannot concern a later message.
        if let Some(run) = cells.run.get_untracked() {
            actions.unsent(decision(run.id));
        }
    };
    let root = NodeRef::<Div>::new();
    at_end(move || {
        if let Some(root) = root.try_get_untracked().flatten() {
            follow_focus(focus, &root);
        }
    });
    view! {
        <div
            class="mt-card__held"
            role="group"
            aria-label=texts.attach.held_back
            data-testid="held-back"
            node_ref=root
        >
            <div class="mt-card__lost" dir="auto">
                <For each=lost key=Clone::clone let(name)>
                    <p>{texts.attach.lost(&name)}</p>
                </For>
            </div>
            <Show when=sends>
                <button
                    type="button"
                    class="mt-button mt-button--small"
                    part="card-button"
                    on:click=move |_| decide(|run| UnsentInput::SendWithout { run })
                >
                    {texts.attach.send_without}
                </button>
            </Show>
            <button
                type="button"
                class="mt-button mt-button--small mt-button--primary"
                part="card-button"
                on:click=move |_| decide(|run| UnsentInput::KeepEditing { run })
            >
                {texts.attach.keep_editing}
            </button>
        </div>
    }
    .into_any()
}
