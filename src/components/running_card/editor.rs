//! The card's inline editor: a message instead of the turn at work, or before the queue goes on.
//!
//! Not responsible for what submitting and dismissing do; the core decides by the card's state.

use leptos::html::{Div, Textarea};
use leptos::prelude::*;

use super::Shown;
use crate::components::{Ui, When};
use crate::hooks::{Enter, Ime, grow, use_dismiss};

/// What is not "outside" of the editor, though it is outside of the card.
///
/// The composer's buttons do what they say, with the text beside them.
const NOT_OUTSIDE: &str =
    ".mt-queue, .mt-toasts, .mt-jump, .mt-composer__actions, [role=menu], dialog";

/// The editor.
#[component]
pub fn Editor(
    /// Whether it was opened by Resume rather than by Cancel.
    resuming: bool,
    /// The card's state.
    shown: Memo<Option<Shown>>,
    /// The card around it.
    card: NodeRef<Div>,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, actions) = (ui.texts, ui.actions);
    let thread = StoredValue::new(ui.cells.thread.clone());
    let field = NodeRef::<Textarea>::new();
    let ime = Ime::new();
    let draft = ui
        .cells
        .card
        .with_untracked(|view| view.card.editor().unwrap_or_default().to_owned());
    let blank = RwSignal::new(draft.trim().is_empty());
    let over = Memo::new(move |_| shown.get() == Some(Shown::Cancelling { over: true }));

    let dismiss = move || actions.dismiss_editor(&thread.get_value());
    let submit = move || {
        if resuming || !blank.get_untracked() {
            actions.submit_editor(&thread.get_value());
        }
    };
    Effect::new(move || {
        if let Some(field) = field.get() {
            grow(&field);
        }
        if let Some(card) = card.get() {
            use_dismiss(&card, NOT_OUTSIDE, ime, dismiss);
        }
    });
    let typed = move |_| {
        let Some(field) = field.get_untracked() else {
            return;
        };
        let text = field.value();
        blank.set(text.trim().is_empty());
        grow(&field);
        actions.edit(&thread.get_value(), text);
    };
    let pressed = move |event: web_sys::KeyboardEvent| {
        if ime.enter(&event) == Enter::Submit {
            event.prevent_default();
            submit();
        }
    };

    let label = move || {
        if resuming {
            texts.editor_label_resume
        } else if over.get() {
            texts.editor_label_over
        } else {
            texts.editor_label_cancel
        }
    };
    let placeholder = if resuming {
        texts.editor_placeholder_resume
    } else {
        texts.editor_placeholder_cancel
    };
    let submit_label = move || match (resuming, over.get(), blank.get()) {
        (true, _, true) => texts.submit_resume_blank,
        (true, _, false) => texts.submit_resume,
        (false, true, _) => texts.submit_over,
        (false, false, _) => texts.submit_cancel,
    };
    let dismiss_label = move || {
        if resuming {
            texts.dismiss_resume
        } else if over.get() {
            texts.dismiss_over
        } else {
            texts.dismiss_cancel
        }
    };
    view! {
        <div class="mt-editor" role="group" aria-label=label>
            <label class="mt-editor__label">
                <span>{label}</span>
                <textarea
                    class="mt-editor__input"
                    data-testid="agent-running-input"
                    node_ref=field
                    rows="1"
                    dir="auto"
                    placeholder=placeholder
                    prop:value=draft
                    on:input=typed
                    on:keydown=pressed
                    on:compositionend=move |event| ime.ended(&event)
                ></textarea>
            </label>
            <div class="mt-editor__bar">
                <span class="mt-editor__hint">
                    {move || (!resuming && !over.get()).then_some(texts.cancel_hint)}
                </span>
                <When when=move || !resuming && !over.get()>
                    <button
                        type="button"
                        class="mt-button mt-button--small mt-button--quiet"
                        data-testid="agent-running-keep"
                        on:click=move |_| actions.keep_running(&thread.get_value())
                    >
                        {texts.keep_running}
                    </button>
                </When>
                <button
                    type="button"
                    class="mt-button mt-button--small"
                    data-testid="agent-running-dismiss"
                    title=move || (!resuming && !over.get()).then_some(texts.dismiss_cancel_title)
                    on:click=move |_| dismiss()
                >
                    {dismiss_label}
                </button>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--primary"
                    data-testid="agent-running-submit"
                    disabled=move || !resuming && blank.get()
                    on:click=move |_| submit()
                >
                    {submit_label}
                </button>
            </div>
        </div>
    }
}
