//! The editor of an interjection.
//!
//! The core decides what happens to the edit if the agent has received the interjection meanwhile.

use leptos::html::{Div, Textarea};
use leptos::prelude::*;
use midturn_core::input::InterjectionInput;
use web_sys::KeyboardEvent;

use crate::components::Ui;
use crate::components::activity::interjection_view::InterjectionView;
use crate::hooks::{Enter, Ime, SetIfNew, after_frame, at_end, grow};

/// The editor. If it is removed without Save, Cancel or Escape, it saves a changed text. If the
/// agent has received the message meanwhile, the core puts the text into the composer.
#[component]
pub(super) fn Editor(
    /// The interjection being edited.
    said: Memo<InterjectionView>,
    /// Whether the interjection is being edited.
    editing: RwSignal<bool>,
) -> impl IntoView {
    let Ui {
        texts,
        actions,
        escape_owners,
        ..
    } = Ui::get();
    let (id, before) = said.with_untracked(|said| (said.id.clone(), said.text.clone()));
    let held = StoredValue::new(before.clone());
    let id = StoredValue::new(id);
    let open = RwSignal::new(true);
    let (editor, field) = (NodeRef::<Div>::new(), NodeRef::<Textarea>::new());
    escape_owners.register(editor);
    let ime = Ime::new();

    let revise = move |text: String| {
        let id = id.get_value();
        actions.interjection(InterjectionInput::Revise { id, text });
    };
    let done = move |save: bool| {
        let Some(field) = field.get_untracked().filter(|_| open.get_untracked()) else {
            return;
        };
        open.set(false);
        if save {
            revise(field.value());
        }
        editing.set(false);
    };
    at_end(move || {
        editing.set_if_new(false);
        let written = field.get_untracked().map(|field| field.value());
        let written = written.filter(|text| held.with_value(|before| text != before));
        if let Some(text) = written.filter(|_| open.get_untracked()) {
            revise(text);
        }
    });
    let pressed = move |event: KeyboardEvent| {
        if ime.enter(&event) == Enter::Submit {
            event.prevent_default();
            done(true);
        } else if event.key() == "Escape" && !ime.owns(&event) {
            // Escape closes only this editor, and nothing around it.
            event.prevent_default();
            event.stop_propagation();
            done(false);
        }
    };
    Effect::new(move || {
        if let Some(field) = field.get() {
            grow(&field);
            after_frame(move || {
                let _ = field.focus();
            });
        }
    });
    view! {
        <div class="mt-said__editor" node_ref=editor>
            <textarea
                class="mt-said__input"
                rows="1"
                dir="auto"
                aria-label=texts.speak.said_edit_label
                prop:value=before
                node_ref=field
                on:input=move |_| {
                    if let Some(field) = field.get_untracked() {
                        grow(&field);
                    }
                }
                on:keydown=pressed
                on:compositionend=move |event| ime.ended(&event)
            ></textarea>
            <div class="mt-said__bar">
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--quiet"
                    on:click=move |_| done(false)
                >
                    {texts.cancel_edit}
                </button>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--primary"
                    on:click=move |_| done(true)
                >
                    {texts.save}
                </button>
            </div>
        </div>
    }
}
