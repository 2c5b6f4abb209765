//! The card's inline editor: a message that replaces the running turn, or one to send before the
//! queue resumes.
//!
//! Not responsible for the effect of submitting and dismissing; the core decides by the card's
//! state.

use leptos::html::{Div, Textarea};
use leptos::prelude::*;
use midturn_core::effect::ClosedEditor;
use web_sys::KeyboardEvent;

use super::Shown;
use super::unheard::Unheard;
use crate::components::{Ui, stop_scope};
use crate::hooks::{
    Enter, Ime, SetIfNew, editor_name, grow, grow_at_first, is_touched, use_dismiss,
};
use crate::i18n::Catalogue;
use crate::state::CardView;

/// The id of the hint about the editor's keys.
const HINT: &str = "midturn-editor-hint";

/// The sign of the key that submits.
const ENTER: &str = "\u{23ce}";

/// What the editor is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A message that replaces the running turn.
    Cancel,
    /// A message to send now: the turn ended while the person was writing.
    Over,
    /// A message to send before the queue resumes.
    Resume,
}

impl Purpose {
    fn label(self, texts: &Catalogue) -> &'static str {
        match self {
            Self::Cancel => texts.editor_label_cancel,
            Self::Over => texts.editor_label_over,
            Self::Resume => texts.editor_label_resume,
        }
    }

    fn submit_label(self, texts: &Catalogue, blank: bool) -> &'static str {
        match self {
            Self::Cancel => texts.submit_cancel,
            Self::Over => texts.submit_over,
            Self::Resume if blank => texts.submit_resume_blank,
            Self::Resume => texts.submit_resume,
        }
    }

    fn dismiss_label(self, texts: &Catalogue) -> &'static str {
        match self {
            Self::Cancel => texts.dismiss_cancel,
            Self::Over => texts.dismiss_over,
            Self::Resume => texts.dismiss_resume,
        }
    }
}

/// The editor's text in the core.
fn draft(view: &CardView) -> String {
    view.card.editor().unwrap_or_default().to_owned()
}

fn placeholder(texts: &Catalogue, resuming: bool) -> &'static str {
    if resuming {
        texts.editor_placeholder_resume
    } else {
        texts.editor_placeholder_cancel
    }
}

/// The editor, opened by Resume or Cancel.
#[component]
pub(super) fn Editor(
    /// Whether it was opened by Resume rather than by Cancel.
    resuming: bool,
    /// The card's state.
    shown: Memo<Option<Shown>>,
    /// The card: a click outside of it dismisses the editor.
    card: NodeRef<Div>,
) -> impl IntoView {
    let Ui {
        texts,
        actions,
        cells,
        focus,
        escape_owners,
        beside_editor,
        scroll,
        ..
    } = Ui::get();
    let begun = cells.card.with_untracked(draft);
    let blank = RwSignal::new(begun.trim().is_empty());
    let purpose = Memo::new(move |_| {
        if resuming {
            Purpose::Resume
        } else if shown.get() == Some(Shown::Cancelling { over: true }) {
            Purpose::Over
        } else {
            Purpose::Cancel
        }
    });
    let label = move || match purpose.get() {
        // A turn that asks or fails has not finished.
        Purpose::Over if !cells.has_completed() => texts.editor_label_cancel,
        purpose => purpose.label(texts),
    };
    let (editor, field) = (NodeRef::<Div>::new(), NodeRef::<Textarea>::new());
    focus.editor.register(field);
    escape_owners.register(editor);
    let unheard = StoredValue::new(Unheard::default());
    // In a page that only mirrors the thread, a click elsewhere is not about this editor.
    let entered = StoredValue::new(false);
    let ime = Ime::new();

    let changed = move |said: &str| {
        blank.set_if_new(said.trim().is_empty());
        if let Some(field) = field.get_untracked() {
            grow(&field);
        }
    };
    let typed = move |_| {
        let Some(field) = field.get_untracked() else {
            return;
        };
        let said = field.value();
        changed(&said);
        unheard.update_value(|unheard| unheard.wrote(&said));
        actions.edit(said);
    };
    let submit = move || {
        if resuming || !blank.get_untracked() {
            actions.submit_editor();
            scroll.to_bottom();
        }
    };
    let pressed = move |event: KeyboardEvent| {
        // A keyboard on the screen has one key for both, and a button sends.
        if ime.enter(&event) == Enter::Submit && !is_touched() {
            event.prevent_default();
            submit();
        }
    };
    follow(field, unheard, changed);
    Effect::new(move || {
        if let (Some(field), Some(card)) = (field.get(), card.get()) {
            grow_at_first(field);
            let counts = move || entered.get_value();
            use_dismiss(&card, Some(beside_editor), &ime, counts, move || {
                actions.dismiss_editor();
            });
        }
    });
    view! {
        <div
            class="mt-editor"
            part="card-editor"
            data-editor=editor_name(&ClosedEditor::Card)
            role="group"
            aria-label=label
            node_ref=editor
            on:focusin=move |_| entered.set_value(true)
        >
            <label class="mt-editor__label">
                <span>{label}</span>
                <textarea
                    class="mt-editor__input"
                    part="card-input"
                    data-testid="agent-running-input"
                    rows="1"
                    dir="auto"
                    aria-describedby=HINT
                    placeholder=placeholder(texts, resuming)
                    prop:value=begun
                    node_ref=field
                    on:input=typed
                    on:keydown=pressed
                    on:compositionend=move |event| ime.ended(&event)
                ></textarea>
            </label>
            <Bar resuming purpose blank submit=Callback::new(move |()| submit())/>
        </div>
    }
}

/// Puts what another tab with this thread writes in the same editor into the field.
fn follow(
    field: NodeRef<Textarea>,
    unheard: StoredValue<Unheard>,
    changed: impl Fn(&str) + 'static,
) {
    let card = Ui::get().cells.card;
    Effect::new(move || {
        let said = card.with(draft);
        let news = unheard.try_update_value(|unheard| unheard.is_from_elsewhere(&said));
        if let (Some(field), Some(true)) = (field.get(), news)
            && field.value() != said
        {
            field.set_value(&said);
            changed(&said);
        }
    });
}

/// The buttons and the hint.
#[component]
fn Bar(
    resuming: bool,
    purpose: Memo<Purpose>,
    blank: RwSignal<bool>,
    submit: Callback<()>,
) -> impl IntoView {
    let Ui {
        texts,
        actions,
        cells,
        ..
    } = Ui::get();
    let cancels = Memo::new(move |_| purpose.get() == Purpose::Cancel);
    let hint = move || {
        if cancels.get() {
            // A touch screen has no Escape key.
            let hint = if is_touched() {
                texts.cancel_hint_touch
            } else {
                texts.cancel_hint
            };
            return Some(hint.to_owned());
        }
        // Says what will happen to an open question, before the click.
        let words = if resuming && blank.get() {
            texts.control.resume_overtakes
        } else {
            texts.control.resume_replaces
        };
        cells.is_waiting().then(|| words.to_owned())
    };
    view! {
        <div class="mt-editor__bar">
            <span class="mt-editor__hint" id=HINT>
                {hint}
            </span>
            <Show when=move || cancels.get()>
                <button
                    type="button"
                    class="mt-button mt-button--small"
                    part="card-button"
                    data-testid="agent-running-keep"
                    on:click=move |_| actions.keep_running()
                >
                    {texts.keep_running}
                </button>
            </Show>
            <button
                type="button"
                class="mt-button mt-button--small"
                part="card-button"
                data-testid="agent-running-dismiss"
                aria-keyshortcuts="Escape"
                data-key="Esc"
                title=move || {
                    let said = || format!("{} {}", texts.dismiss_cancel_title, stop_scope(texts, cells));
                    cancels.get().then(said)
                }
                on:click=move |_| actions.dismiss_editor()
            >
                {move || purpose.get().dismiss_label(texts)}
            </button>
            <button
                type="button"
                class="mt-button mt-button--small"
                part="card-button"
                // Without colour if it closes an open question.
                class=("mt-button--primary", move || cancels.get() || !cells.is_waiting())
                data-testid="agent-running-submit"
                aria-keyshortcuts="Enter"
                data-key=ENTER
                disabled=move || !resuming && blank.get()
                on:click=move |_| submit.run(())
            >
                {move || purpose.get().submit_label(texts, blank.get())}
            </button>
        </div>
    }
}
