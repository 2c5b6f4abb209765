//! The composer: where the person writes, and what says beforehand what will happen to it.
//!
//! Not responsible for the decision (see `fate`, which reads the card's state as the core will),
//! nor for who gets an interjection (see `target`).

mod deliver;
mod fate;
mod preview;
mod target;

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use midturn_core::input::QueueInput;
use midturn_core::sharing::Standing;
use web_sys::{ClipboardEvent, CompositionEvent, Event, HtmlTextAreaElement, KeyboardEvent};

use super::attachment::{attach_button, composer_files, pasted};
use super::{OnEnter, Ui, button};
use crate::dom::{El, el, show};
use crate::hooks::later_effect;
use crate::hooks::{Enter, Ime, grow};
use deliver::buttons;
use fate::{Situation, placeholder, run_of, said};
use preview::preview;
use target::ended;

/// A key, or keys together, that deliver what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Enter,
    CtrlEnter,
    CtrlShiftEnter,
}

impl Key {
    /// As it is on screen; `Ctrl+` is another key on some keyboards.
    fn sign(self) -> &'static str {
        match self {
            Self::Enter => "\u{23ce}",
            Self::CtrlEnter => "Ctrl+\u{23ce}",
            Self::CtrlShiftEnter => "Ctrl+\u{21e7}\u{23ce}",
        }
    }

    /// As `aria-keyshortcuts` names it.
    fn name(self) -> &'static str {
        match self {
            Self::Enter => "Enter",
            Self::CtrlEnter => "Control+Enter Meta+Enter",
            Self::CtrlShiftEnter => "Control+Shift+Enter Meta+Shift+Enter",
        }
    }
}

/// The composer's field, and what is in it.
#[derive(Clone)]
struct Field {
    ui: Ui,
    input: HtmlTextAreaElement,
    blank: ArcRwSignal<bool>,
    said: ArcRwSignal<String>,
    /// The button that is pointed at or has the focus.
    looked_at: ArcRwSignal<Option<OnEnter>>,
}

impl Field {
    fn changed(&self, said: &str) {
        self.blank.set_if_new(said.trim().is_empty());
        self.said.set_if_new(said.to_owned());
        grow(&self.input);
    }

    fn typed(&self) {
        let said = self.input.value();
        self.changed(&said);
        self.ui.actions.compose(said);
    }

    /// Takes over what the core has set.
    fn take(&self) {
        let said = self.ui.cells.composer.get();
        let (shown, heard) = (self.input.value(), self.said.get_untracked());
        if shown != heard {
            self.join(&said, &heard, &shown);
            return;
        }
        if shown != said {
            self.input.set_value(&said);
        }
        self.changed(&said);
    }

    /// What was typed is still to be heard of, which happens while the program is not all there. A
    /// draft that is new goes before it, as it would if it had been heard of.
    fn join(&self, said: &str, heard: &str, shown: &str) {
        if !said.is_empty() && said != heard {
            self.input.set_value(&[said, "\n\n", shown].concat());
        }
    }

    fn has_files(&self) -> bool {
        let attached = &self.ui.cells.attached;
        attached.with(|held| !held.files().is_empty())
    }

    /// Whether there is nothing to send.
    fn is_empty(&self) -> bool {
        self.blank.get() && !self.has_files()
    }

    /// Files wait for a turn of their own: an agent at work can be given words alone.
    fn possible(&self, how: OnEnter) -> OnEnter {
        match how {
            OnEnter::Interject if self.has_files() => OnEnter::Queue,
            how => how,
        }
    }

    /// What Enter does now.
    fn on_enter(&self) -> OnEnter {
        self.possible(Situation::of(&self.ui.cells).on_enter(self.ui.on_enter.get()))
    }

    /// What Enter with Ctrl or Cmd does now.
    fn second(&self) -> OnEnter {
        self.possible(Situation::of(&self.ui.cells).second(self.ui.on_enter.get()))
    }

    /// What is about to be done: what the button that is looked at does, else Enter.
    fn intended(&self) -> OnEnter {
        self.looked_at.get().unwrap_or_else(|| self.on_enter())
    }

    fn key_of(&self, how: OnEnter) -> Option<Key> {
        if !Situation::of(&self.ui.cells).is_busy() {
            None
        } else if self.on_enter() == how {
            Some(Key::Enter)
        } else if self.second() == how {
            Some(Key::CtrlEnter)
        } else if how == OnEnter::Replace {
            Some(Key::CtrlShiftEnter)
        } else {
            None
        }
    }

    /// Sends what is written, in this way; the run on screen is named.
    fn deliver(&self, how: OnEnter) {
        let reads = self.ui.cells.standing.get_untracked() == Standing::Reader;
        if reads || self.is_empty() {
            return;
        }
        if how == OnEnter::Interject && self.has_files() {
            let why = self.ui.texts.attach.no_interject;
            self.ui.announcer.say(why.to_owned());
            return;
        }
        let ui = &self.ui;
        let run = run_of(&ui.cells);
        match (how, run) {
            (OnEnter::Interject, Some(run)) if ui.after_response.get_untracked() => {
                ui.actions.interject_after(run);
            }
            (OnEnter::Interject, Some(run)) => ui.actions.interject(run),
            (OnEnter::Replace, Some(run)) => {
                ui.scroll.to_bottom();
                ui.actions.replace(run);
            }
            (OnEnter::Queue | OnEnter::Interject | OnEnter::Replace, _) => {
                if Situation::of(&ui.cells) == Situation::Idle {
                    ui.scroll.to_bottom();
                }
                ui.actions.submit();
            }
        }
        self.looked_at.set_if_new(None);
        if !ui.cells.loaded.get_untracked() {
            // It is sent when the thread is there, which then says what is in the composer.
            self.input.set_value("");
            self.changed("");
        }
        // The button that was pressed has nothing left to send, and so no focus.
        let _ = self.input.focus();
    }

    fn pressed(&self, event: &KeyboardEvent, ime: &Ime) {
        let how = match ime.enter(event) {
            Enter::Submit => Some(self.on_enter()),
            Enter::Second => Some(self.second()),
            Enter::Replace => Some(OnEnter::Replace),
            Enter::Newline | Enter::Other => None,
        };
        if let Some(how) = how {
            event.prevent_default();
            self.deliver(how);
        } else if event.key() == "ArrowUp" && !ime.owns(event) && self.input.value().is_empty() {
            event.prevent_default();
            let edit = QueueInput::EditLast;
            self.ui.actions.queue(edit);
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
        blank: ArcRwSignal::new(true),
        said: ArcRwSignal::default(),
        looked_at: ArcRwSignal::default(),
    };
    let (taken, typed, pressed) = (field.clone(), field.clone(), field.clone());
    let asked = field.clone();
    let pasting = ui.clone();
    later_effect(move || taken.take());
    let ime = Ime::new();
    let ended = ime.clone();
    let reads = ui.cells.standing.clone();
    let input = input
        .live("disabled", move || reads.get() == Standing::Reader)
        .live("placeholder", move || {
            placeholder(texts, &asked.ui.cells, asked.on_enter())
        })
        .on("input", move |_: Event| typed.typed())
        .on("keydown", move |event| pressed.pressed(&event, &ime))
        .on("compositionend", move |event: CompositionEvent| {
            ended.ended(&event);
        })
        .on("paste", move |event: ClipboardEvent| {
            pasted(&pasting, &event);
        });
    el("div")
        .class("mt-composer")
        .child(fate_line(&field))
        .child(
            el("div")
                .class("mt-composer__box")
                .child(composer_files(ui))
                .child(input)
                .child(preview(&field))
                .child(
                    el("div")
                        .class("mt-composer__bar")
                        .child(attach_button(ui))
                        .child(hints(&field))
                        .child(buttons(&field)),
                ),
        )
}

/// What will happen to the message.
fn fate_line(field: &Field) -> El {
    let (asked, told) = (field.clone(), ended(&field.ui));
    let (said_so, working) = (told.clone(), field.ui.cells.clone());
    el("div")
        .class("mt-fate")
        .child(
            el("span")
                .class("mt-fate__text")
                .attr("id", "midturn-fate")
                .live_text(move || {
                    if asked.intended() == OnEnter::Interject && asked.has_files() {
                        return asked.ui.texts.attach.no_interject.to_owned();
                    }
                    said(&asked.ui, asked.intended())
                }),
        )
        .child(show(
            // With the turn everything has ended, and nobody is spoken to.
            move || {
                told.with(|text| !text.is_empty()) && Situation::of(&working) == Situation::Working
            },
            move || {
                el("span")
                    .class("mt-fate__note")
                    .attr("data-testid", "target-ended")
                    .text(&said_so.get_untracked())
            },
        ))
}

/// The keys of the field.
fn hints(field: &Field) -> El {
    let (texts, field) = (field.ui.texts, field.clone());
    let shown = field.ui.keys_shown.clone();
    let key = || el("span").class("mt-composer__key");
    el("div")
        .class("mt-composer__keys")
        .child(key().live_text(
            move || match (Situation::of(&field.ui.cells), field.on_enter()) {
                (Situation::Idle, _) => texts.keys.key_hint_enter,
                (_, OnEnter::Queue) => texts.keys.key_hint_enter_queue,
                (_, OnEnter::Interject) => texts.keys.key_hint_enter_interject,
                (_, OnEnter::Replace) => texts.keys.key_hint_enter_replace,
            },
        ))
        .child(key().text(texts.keys.key_hint_newline))
        .child(
            button("mt-composer__key mt-composer__more", move || {
                shown.set(true);
            })
            .attr("aria-haspopup", "dialog")
            .text(texts.keys.shortcuts),
        )
}
