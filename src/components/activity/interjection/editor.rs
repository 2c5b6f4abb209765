//! The editor of an interjection.
//!
//! The core keeps what is written, and decides what happens to it if the agent has received the
//! interjection meanwhile.

use leptos::html::{Div, Textarea};
use leptos::prelude::*;
use midturn_core::input::{EditInput, InterjectionInput};
use web_sys::KeyboardEvent;

use crate::components::Ui;
use crate::components::activity::interjection_view::InterjectionView;
use crate::components::queue::fetch_waiting;
use crate::hooks::{Ime, grow, grow_and_focus};

/// The editor, with the text that the core has.
#[component]
pub(super) fn Editor(
    /// The interjection being edited.
    said: Memo<InterjectionView>,
) -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        escape_owners,
        ..
    } = Ui::get();
    let id = StoredValue::new(said.with_untracked(|said| said.id.clone()));
    let written = cells.edits.with_untracked(|edits| {
        let written = id.with_value(|id| edits.get(id).cloned());
        written.unwrap_or_default()
    });
    let (editor, field) = (NodeRef::<Div>::new(), NodeRef::<Textarea>::new());
    escape_owners.register(editor);
    // It has the toast that offers Undo.
    fetch_waiting();
    let ime = Ime::new();

    let save = move || {
        if let Some(field) = field.get_untracked() {
            let (id, text) = (id.get_value(), field.value());
            actions.interjection(InterjectionInput::Revise { id, text });
        }
    };
    let leave = move || actions.edit_message(EditInput::Abandoned(id.get_value()));
    let typed = move |_| {
        let Some(field) = field.get_untracked() else {
            return;
        };
        grow(&field);
        let (id, text) = (id.get_value(), field.value());
        // Nothing is drawn anew for a key.
        cells.edits.update_untracked(|edits| {
            if let Some(held) = edits.get_mut(&id) {
                held.clone_from(&text);
            }
        });
        actions.edit_message(EditInput::Changed { id, text });
    };
    let pressed = move |event: KeyboardEvent| ime.edits(&event, save, leave);
    grow_and_focus(field);
    view! {
        <div
            class="mt-said__editor"
            data-editor=id.with_value(ToString::to_string)
            node_ref=editor
        >
            <textarea
                class="mt-said__input"
                rows="1"
                dir="auto"
                aria-label=texts.speak.said_edit_label
                prop:value=written
                node_ref=field
                on:input=typed
                on:keydown=pressed
                on:compositionend=move |event| ime.ended(&event)
            ></textarea>
            <div class="mt-said__bar">
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--quiet"
                    on:click=move |_| leave()
                >
                    {texts.cancel_edit}
                </button>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--primary"
                    on:click=move |_| save()
                >
                    {texts.save}
                </button>
            </div>
        </div>
    }
}
