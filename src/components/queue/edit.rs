//! The editor of a queued prompt, in the place of its text.
//!
//! Not responsible for holding the prompt back during the edit; the core does that.

use leptos::html::{Div, Textarea};
use leptos::prelude::*;
use midturn_core::effect::ClosedEditor;
use midturn_core::input::QueueInput;
use web_sys::KeyboardEvent;

use crate::components::Ui;
use crate::hooks::{Ime, after_frame, editor_name, focus_quietly, grow, grow_at_first};

/// The editor, with the text it begins with.
#[component]
pub(super) fn Editor() -> impl IntoView {
    let Ui {
        texts,
        actions,
        cells,
        focus,
        escape_owners,
        ..
    } = Ui::get();
    let draft = cells.queue.with_untracked(|queue| {
        let edit = queue.edit();
        edit.map(|edit| edit.draft.clone()).unwrap_or_default()
    });
    let (editor, field) = (NodeRef::<Div>::new(), NodeRef::<Textarea>::new());
    focus.prompt.register(field);
    escape_owners.register(editor);
    let ime = Ime::new();
    let pressed = move |event: KeyboardEvent| {
        ime.edits(
            &event,
            || actions.queue(QueueInput::EditDone),
            || actions.queue(QueueInput::EditAbandoned),
        );
    };
    let typed = move |_| {
        if let Some(field) = field.get_untracked() {
            grow(&field);
            actions.queue(QueueInput::EditChanged(field.value()));
        }
    };
    Effect::new(move || {
        if let Some(field) = field.get() {
            grow_at_first(field.clone());
            // The queue may have been loaded only now, after the focus was moved here: the key was
            // pressed in the composer.
            after_frame(move || {
                let writes = focus.composer.first();
                if writes.is_some_and(|composer| composer.matches(":focus").unwrap_or_default()) {
                    focus_quietly(&field);
                }
            });
        }
    });
    view! {
        <div
            class="mt-queue__editor"
            data-editor=editor_name(&ClosedEditor::Prompt)
            node_ref=editor
        >
            <textarea
                class="mt-queue__input"
                rows="1"
                dir="auto"
                aria-label=texts.prompt_edit_label
                aria-describedby="midturn-prompt-held"
                prop:value=draft
                node_ref=field
                on:input=typed
                on:keydown=pressed
                on:compositionend=move |event| ime.ended(&event)
            ></textarea>
            <div class="mt-queue__editor-bar">
                <span class="mt-queue__note" id="midturn-prompt-held">{texts.prompt_held}</span>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--quiet"
                    on:click=move |_| actions.queue(QueueInput::EditAbandoned)
                >
                    {texts.cancel_edit}
                </button>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--primary"
                    on:click=move |_| actions.queue(QueueInput::EditDone)
                >
                    {texts.save}
                </button>
            </div>
        </div>
    }
}
