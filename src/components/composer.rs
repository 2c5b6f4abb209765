//! The composer: where the person writes, and what says beforehand what will happen to it.
//!
//! Not responsible for the decision; it reads the card's state as the core will.

use leptos::html::Textarea;
use leptos::prelude::*;
use midturn_core::card::Card;
use midturn_core::input::QueueInput;

use super::icon::{Icon, IconName};
use super::{Ui, When};
use crate::hooks::{Enter, Ime, grow};

/// What becomes of a message that is sent now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Starts,
    Waits { ahead: usize },
    WaitsPaused { ahead: usize },
}

/// The composer.
#[component]
pub fn Composer() -> impl IntoView {
    let ui = Ui::get();
    let (texts, actions, scroll) = (ui.texts, ui.actions, ui.scroll);
    let thread = StoredValue::new(ui.cells.thread.clone());
    let field = NodeRef::<Textarea>::new();
    let ime = Ime::new();
    let blank = RwSignal::new(true);

    let (held, prompts) = (ui.cells.card.clone(), ui.cells.queue.clone());
    let fate = Memo::new(move |_| {
        let ahead = prompts.with(midturn_core::queue::Queue::len);
        held.with(|view| match view.card {
            Card::Hidden => Fate::Starts,
            Card::Running { .. } | Card::Cancelling { over: false, .. } => Fate::Waits { ahead },
            Card::Cancelling { over: true, .. } | Card::Paused { .. } | Card::Resuming { .. } => {
                Fate::WaitsPaused { ahead }
            }
        })
    });
    let run = ui.cells.run.clone();
    let works = {
        let run = run.clone();
        Memo::new(move |_| run.with(Option::is_some))
    };

    let loaded = ui.cells.loaded.clone();
    let text = ui.cells.composer.clone();
    Effect::new(move || {
        let text = text.get();
        let Some(field) = field.get() else { return };
        if field.value() != text {
            field.set_value(&text);
        }
        blank.set(text.trim().is_empty());
        grow(&field);
    });
    let typed = move |_| {
        let Some(field) = field.get_untracked() else {
            return;
        };
        let text = field.value();
        blank.set(text.trim().is_empty());
        grow(&field);
        actions.compose(&thread.get_value(), text);
    };
    let submit = move || {
        if !blank.get_untracked() {
            if fate.get_untracked() == Fate::Starts {
                scroll.to_bottom();
            }
            actions.submit(&thread.get_value());
        }
    };
    let pressed = move |event: web_sys::KeyboardEvent| {
        if ime.enter(&event) == Enter::Submit {
            event.prevent_default();
            submit();
        } else if event.key() == "ArrowUp" && !ime.owns(&event) && is_empty(field) {
            event.prevent_default();
            actions.queue(&thread.get_value(), QueueInput::EditLast);
        }
    };
    let stop = move |_| {
        if let Some(run) = run.with_untracked(|run| run.as_ref().map(|run| run.id.clone())) {
            actions.stop(&thread.get_value(), run);
        }
    };

    let starts = move || fate.get() == Fate::Starts;
    let hint = move || match fate.get() {
        Fate::Starts => String::new(),
        Fate::Waits { ahead } => (texts.hint_queue)(ahead),
        Fate::WaitsPaused { ahead } => (texts.hint_queue_paused)(ahead),
    };
    view! {
        <div class="mt-composer">
            <div class="mt-composer__box">
                <textarea
                    class="mt-composer__input"
                    id="midturn-composer"
                    data-testid="composer-input"
                    node_ref=field
                    rows="1"
                    dir="auto"
                    aria-label=texts.composer_label
                    aria-describedby="midturn-fate"
                    // What is stored is still to come, and would take the place of what is typed.
                    readonly=move || !loaded.get()
                    placeholder=move || {
                        if starts() { texts.composer_placeholder } else { texts.composer_placeholder_running }
                    }
                    on:input=typed
                    on:keydown=pressed
                    on:compositionend=move |event| ime.ended(&event)
                ></textarea>
                <div class="mt-composer__bar">
                    <div class="mt-composer__keys">
                        <span class="mt-composer__hint" id="midturn-fate">{hint}</span>
                        <span class="mt-composer__key">
                            {move || if starts() { texts.key_hint_enter } else { texts.key_hint_enter_queue }}
                        </span>
                        <span class="mt-composer__key">{texts.key_hint_newline}</span>
                    </div>
                    <div class="mt-composer__actions">
                        <When when=move || works.get()>
                            <button
                                type="button"
                                class="mt-button mt-button--stop"
                                data-testid="composer-stop"
                                on:click=stop.clone()
                            >
                                <Icon name=IconName::Stop/>
                                {texts.stop}
                            </button>
                        </When>
                        <button
                            type="button"
                            class="mt-button mt-button--primary"
                            data-testid="composer-send"
                            disabled=move || blank.get()
                            on:click=move |_| submit()
                        >
                            {move || {
                                let (icon, label) = if starts() {
                                    (IconName::Send, texts.send)
                                } else {
                                    (IconName::Queue, texts.queue_button)
                                };
                                view! { <Icon name=icon/> {label} }.into_any()
                            }}
                        </button>
                    </div>
                </div>
            </div>
        </div>
    }
}

fn is_empty(field: NodeRef<Textarea>) -> bool {
    field
        .get_untracked()
        .is_some_and(|field| field.value().is_empty())
}
