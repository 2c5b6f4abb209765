//! The editor of a queued prompt, in its place.
//!
//! Not responsible for holding the prompt back meanwhile; the core does.

use leptos::html::Textarea;
use leptos::prelude::*;
use midturn_core::input::QueueInput;

use crate::components::Ui;
use crate::hooks::{Enter, Ime, grow};

/// The editor.
#[component]
pub fn Edit(
    /// The text it begins with.
    draft: String,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, actions) = (ui.texts, ui.actions);
    let thread = StoredValue::new(ui.cells.thread.clone());
    let send = move |input| actions.queue(&thread.get_value(), input);
    let field = NodeRef::<Textarea>::new();
    let ime = Ime::new();
    Effect::new(move || {
        if let Some(field) = field.get() {
            grow(&field);
        }
    });
    let typed = move |_| {
        if let Some(field) = field.get_untracked() {
            grow(&field);
            send(QueueInput::EditChanged(field.value()));
        }
    };
    let pressed = move |event: web_sys::KeyboardEvent| {
        if ime.enter(&event) == Enter::Submit {
            event.prevent_default();
            send(QueueInput::EditDone);
        } else if event.key() == "Escape" && !ime.owns(&event) {
            // This editor is what Escape closes, and nothing around it.
            event.prevent_default();
            event.stop_propagation();
            send(QueueInput::EditAbandoned);
        }
    };
    view! {
        <div class="mt-queue__editor">
            <textarea
                class="mt-queue__input"
                node_ref=field
                rows="1"
                dir="auto"
                aria-label=texts.prompt_edit_label
                prop:value=draft
                on:input=typed
                on:keydown=pressed
                on:compositionend=move |event| ime.ended(&event)
            ></textarea>
            <div class="mt-queue__editor-bar">
                <span class="mt-queue__note">{texts.prompt_held}</span>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--quiet"
                    on:click=move |_| send(QueueInput::EditAbandoned)
                >
                    {texts.cancel_edit}
                </button>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--primary"
                    on:click=move |_| send(QueueInput::EditDone)
                >
                    {texts.save}
                </button>
            </div>
        </div>
    }
}
