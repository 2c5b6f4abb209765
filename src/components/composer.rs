//! The composer: where the person writes, and what says beforehand what will happen to it.
//!
//! Not responsible for the decision; it reads the card's state as the core will.

use midturn_core::card::Card;
use midturn_core::input::QueueInput;
use midturn_core::queue::Queue;
use web_sys::{CompositionEvent, Event, HtmlTextAreaElement, KeyboardEvent, Node};

use super::icon::{IconName, icon};
use super::{Ui, button, reach};
use crate::dom::{El, all, choose, el, show, text};
use crate::hooks::{Enter, Ime, grow, with_own_modifier};
use crate::i18n::Catalogue;
use crate::reactive::{Signal, later_effect};
use crate::state::ConversationCells;

/// What becomes of a message that is sent now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Starts,
    Waits { ahead: usize },
    WaitsPaused { ahead: usize },
}

impl Fate {
    fn of(cells: &ConversationCells) -> Self {
        let ahead = cells.queue.with(Queue::len);
        cells.card.with(|view| match view.card {
            Card::Hidden => Self::Starts,
            Card::Running { .. } | Card::Cancelling { over: false, .. } => Self::Waits { ahead },
            Card::Cancelling { over: true, .. } | Card::Paused { .. } | Card::Resuming { .. } => {
                Self::WaitsPaused { ahead }
            }
        })
    }

    fn hint(self, texts: &Catalogue) -> String {
        match self {
            Self::Starts => String::new(),
            Self::Waits { ahead } => (texts.hint_queue)(ahead),
            Self::WaitsPaused { ahead } => (texts.hint_queue_paused)(ahead),
        }
    }
}

/// The composer's field, and whether there is anything in it.
#[derive(Clone)]
struct Field {
    ui: Ui,
    input: HtmlTextAreaElement,
    blank: Signal<bool>,
}

impl Field {
    fn changed(&self, said: &str) {
        self.blank.set_if_new(said.trim().is_empty());
        grow(&self.input);
    }

    fn typed(&self) {
        let said = self.input.value();
        self.changed(&said);
        self.ui.actions.compose(&self.ui.cells.thread, said);
    }

    /// Takes over what the core has set.
    fn take(&self) {
        let said = self.ui.cells.composer.get();
        if self.input.value() != said {
            self.input.set_value(&said);
        }
        self.changed(&said);
    }

    fn submit(&self) {
        if self.blank.get_untracked() {
            return;
        }
        if Fate::of(&self.ui.cells) == Fate::Starts {
            self.ui.scroll.to_bottom();
        }
        self.ui.actions.submit(&self.ui.cells.thread);
    }

    /// Stops what is at work and sends the text instead; the run on screen is named.
    fn replace(&self) {
        let run = self.ui.cells.run.with_untracked(Option::clone);
        if let Some(run) = run.filter(|_| !self.blank.get_untracked()) {
            self.ui.scroll.to_bottom();
            self.ui.actions.replace(&self.ui.cells.thread, run.id);
        }
    }

    fn pressed(&self, event: &KeyboardEvent, ime: &Ime) {
        let enter = ime.enter(event);
        if enter == Enter::Submit {
            event.prevent_default();
            self.submit();
        } else if enter == Enter::Replace {
            event.prevent_default();
            self.replace();
        } else if event.key() == "ArrowUp" && !ime.owns(event) && self.input.value().is_empty() {
            event.prevent_default();
            let edit = QueueInput::EditLast;
            self.ui.actions.queue(&self.ui.cells.thread, edit);
        }
    }
}

/// The composer.
pub fn composer(ui: &Ui) -> El {
    let texts = ui.texts;
    let input = el("textarea")
        .class("mt-composer__input")
        .attr("id", "midturn-composer")
        .attr("data-testid", "composer-input")
        .attr("rows", "1")
        .attr("dir", "auto")
        .attr("aria-label", texts.composer_label)
        .attr("aria-describedby", "midturn-fate");
    let field = Field {
        ui: ui.clone(),
        input: input.cast(),
        blank: Signal::new(true),
    };
    let starts = {
        let cells = ui.cells.clone();
        move || Fate::of(&cells) == Fate::Starts
    };

    let (taken, typed, pressed) = (field.clone(), field.clone(), field.clone());
    later_effect(move || taken.take());
    let ime = Ime::new();
    let ended = ime.clone();
    let loaded = ui.cells.loaded.clone();
    let begins = starts.clone();
    let input = input
        // What is stored is still to come, and would take the place of what is typed.
        .live("readonly", move || !loaded.get())
        .live("placeholder", move || {
            if begins() {
                texts.composer_placeholder
            } else {
                texts.composer_placeholder_running
            }
        })
        .on("input", move |_: Event| typed.typed())
        .on("keydown", move |event| pressed.pressed(&event, &ime))
        .on("compositionend", move |event: CompositionEvent| {
            ended.ended(&event);
        });
    el("div").class("mt-composer").child(
        el("div").class("mt-composer__box").child(input).child(
            el("div")
                .class("mt-composer__bar")
                .child(hints(ui, starts.clone()))
                .child(
                    el("div")
                        .class("mt-composer__actions")
                        .child(stop(ui))
                        .child(replace(&field))
                        .child(send(field, starts)),
                ),
        ),
    )
}

/// What will happen, and the keys for it.
fn hints(ui: &Ui, starts: impl Fn() -> bool + 'static) -> El {
    let (texts, cells, replaces) = (ui.texts, ui.cells.clone(), ui.cells.clone());
    let key = || el("span").class("mt-composer__key");
    el("div")
        .class("mt-composer__keys")
        .child(
            el("span")
                .class("mt-composer__hint")
                .attr("id", "midturn-fate")
                .live_text(move || Fate::of(&cells).hint(texts)),
        )
        .child(key().live_text(move || {
            if starts() {
                texts.key_hint_enter
            } else {
                texts.key_hint_enter_queue
            }
        }))
        .child(show(
            move || matches!(Fate::of(&replaces), Fate::Waits { .. }),
            move || key().text(&with_own_modifier(texts.key_hint_replace)),
        ))
        .child(key().text(texts.key_hint_newline))
}

/// Replace, while there is a turn to replace.
fn replace(field: &Field) -> Node {
    let cells = field.ui.cells.clone();
    let field = field.clone();
    let there = move || matches!(Fate::of(&cells), Fate::Waits { .. });
    show(there, move || {
        let (acting, blank, texts) = (field.clone(), field.blank.clone(), field.ui.texts);
        button("mt-button", move || acting.replace())
            .attr("data-testid", "composer-replace")
            .attr("title", texts.replace_title)
            .attr("aria-keyshortcuts", "Control+Shift+Enter Meta+Shift+Enter")
            .live("disabled", move || blank.get())
            .child(icon(IconName::RunNow))
            .text(texts.replace)
    })
}

/// Stop, while something is at work.
fn stop(ui: &Ui) -> Node {
    let run = ui.cells.run.clone();
    let ui = ui.clone();
    show(
        move || run.with(Option::is_some),
        move || {
            let (acting, reaching) = (ui.clone(), ui.clone());
            let press = move || {
                let run = acting.cells.run.with_untracked(Option::clone);
                if let Some(run) = run {
                    acting.actions.stop(&acting.cells.thread, run.id);
                }
            };
            button("mt-button mt-button--stop", press)
                .attr("data-testid", "composer-stop")
                .live("title", move || reach(&reaching))
                .child(icon(IconName::Stop))
                .text(ui.texts.stop)
        },
    )
}

/// Send, or Queue.
fn send(field: Field, starts: impl Fn() -> bool + 'static) -> El {
    let (texts, blank) = (field.ui.texts, field.blank.clone());
    button("mt-button mt-button--primary", move || field.submit())
        .attr("data-testid", "composer-send")
        .live("disabled", move || blank.get())
        .child(choose(starts, move |starts| {
            let (name, label) = if starts {
                (IconName::Send, texts.send)
            } else {
                (IconName::Queue, texts.queue_button)
            };
            Some(all([icon(name).into(), text(label)]))
        }))
}
