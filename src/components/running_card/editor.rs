//! The card's inline editor: a message instead of the turn at work, or before the queue goes on.
//!
//! Not responsible for what submitting and dismissing do; the core decides by the card's state.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::{CompositionEvent, Event, HtmlTextAreaElement, KeyboardEvent};

use super::Shown;
use super::unheard::Unheard;
use crate::components::{Ui, button, reach};
use crate::dom::{El, el, show};
use crate::hooks::{Enter, Ime, grow, use_dismiss};
use crate::reactive::{Signal, later_effect};
use crate::state::CardView;

/// What is not "outside" of the editor, though it is outside of the card.
///
/// The composer's buttons do what they say, with the text beside them, and the button that shows
/// the list of keys stops nothing.
const NOT_OUTSIDE: &str = ".mt-queue, .mt-toasts, .mt-jump, .mt-composer__actions, \
     .mt-composer__more, [role=menu], dialog";

/// The id of the text that says what the editor's keys do.
const HINT: &str = "midturn-editor-hint";

/// The key that submits, as it is on screen.
const ENTER: &str = "\u{23ce}";

/// What the editor is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A message instead of the turn at work.
    Cancel,
    /// The turn ended while the person was writing.
    Over,
    /// A message before the queue goes on.
    Resume,
}

/// The editor's state.
#[derive(Clone)]
struct Editing {
    ui: Ui,
    /// Whether it was opened by Resume rather than by Cancel.
    resuming: bool,
    blank: Signal<bool>,
    field: HtmlTextAreaElement,
    unheard: Rc<RefCell<Unheard>>,
}

impl Editing {
    fn purpose(&self) -> Purpose {
        if self.resuming {
            Purpose::Resume
        } else if Shown::now(&self.ui) == Some(Shown::Cancelling { over: true }) {
            Purpose::Over
        } else {
            Purpose::Cancel
        }
    }

    fn label(&self) -> &'static str {
        let texts = self.ui.texts;
        match self.purpose() {
            Purpose::Cancel => texts.editor_label_cancel,
            Purpose::Over => texts.editor_label_over,
            Purpose::Resume => texts.editor_label_resume,
        }
    }

    fn submit_label(&self) -> &'static str {
        let texts = self.ui.texts;
        match self.purpose() {
            Purpose::Cancel => texts.submit_cancel,
            Purpose::Over => texts.submit_over,
            Purpose::Resume if self.blank.get() => texts.submit_resume_blank,
            Purpose::Resume => texts.submit_resume,
        }
    }

    fn dismiss_label(&self) -> &'static str {
        let texts = self.ui.texts;
        match self.purpose() {
            Purpose::Cancel => texts.dismiss_cancel,
            Purpose::Over => texts.dismiss_over,
            Purpose::Resume => texts.dismiss_resume,
        }
    }

    /// What becomes of a question that is open, said before the click.
    fn closes_question(&self) -> Option<String> {
        let texts = self.ui.texts;
        let words = if self.resuming && self.blank.get() {
            texts.control.resume_overtakes
        } else {
            texts.control.resume_replaces
        };
        let waits = self.ui.cells.is_waiting();
        waits.then(|| words.to_owned())
    }

    fn cancels(&self) -> bool {
        self.purpose() == Purpose::Cancel
    }

    /// Another page of this thread may write in the same editor.
    fn take(&self) {
        let said = self.ui.cells.card.with(draft);
        if self.unheard.borrow_mut().is_from_elsewhere(&said) && self.field.value() != said {
            self.field.set_value(&said);
            self.changed(&said);
        }
    }

    fn changed(&self, said: &str) {
        self.blank.set_if_new(said.trim().is_empty());
        grow(&self.field);
    }

    fn typed(&self) {
        let said = self.field.value();
        self.changed(&said);
        self.unheard.borrow_mut().wrote(&said);
        self.ui.actions.edit(&self.ui.cells.thread, said);
    }

    fn submit(&self) {
        if self.resuming || !self.blank.get_untracked() {
            self.ui.actions.submit_editor(&self.ui.cells.thread);
        }
    }

    fn dismiss(&self) {
        self.ui.actions.dismiss_editor(&self.ui.cells.thread);
    }

    fn keep_running(&self) {
        self.ui.actions.keep_running(&self.ui.cells.thread);
    }
}

/// What the core has of the editor's text.
fn draft(view: &CardView) -> String {
    view.card.editor().unwrap_or_default().to_owned()
}

/// The editor, opened by Resume or by Cancel, in the card around it.
pub(super) fn editor(ui: &Ui, resuming: bool, card: &El) -> El {
    let texts = ui.texts;
    let draft = ui.cells.card.with_untracked(draft);
    let input = el("textarea")
        .class("mt-editor__input")
        .attr("data-testid", "agent-running-input")
        .attr("rows", "1")
        .attr("dir", "auto")
        .attr("aria-describedby", HINT)
        .attr(
            "placeholder",
            if resuming {
                texts.editor_placeholder_resume
            } else {
                texts.editor_placeholder_cancel
            },
        );
    let editing = Editing {
        ui: ui.clone(),
        resuming,
        blank: Signal::new(draft.trim().is_empty()),
        field: input.cast(),
        unheard: Rc::default(),
    };
    editing.field.set_value(&draft);

    let ime = Ime::new();
    let (measured, card, escaped) = (editing.clone(), card.clone(), ime.clone());
    let taken = editing.clone();
    later_effect(move || taken.take());
    later_effect(move || {
        grow(&measured.field);
        let dismissed = measured.clone();
        use_dismiss(card.element(), NOT_OUTSIDE, &escaped, move || {
            dismissed.dismiss();
        });
    });
    let with = |read: fn(&Editing) -> &'static str| {
        let editing = editing.clone();
        move || read(&editing)
    };
    let (typed, entered, ended) = (editing.clone(), editing.clone(), ime.clone());
    let pressed = move |event: KeyboardEvent| {
        if ime.enter(&event) == Enter::Submit {
            event.prevent_default();
            entered.submit();
        }
    };
    let input = input
        .on("input", move |_: Event| typed.typed())
        .on("keydown", pressed)
        .on("compositionend", move |event: CompositionEvent| {
            ended.ended(&event);
        });
    el("div")
        .class("mt-editor")
        .attr("role", "group")
        .live("aria-label", with(Editing::label))
        .child(
            el("label")
                .class("mt-editor__label")
                .child(el("span").live_text(with(Editing::label)))
                .child(input),
        )
        .child(bar(&editing))
}

/// What can be done, and the hint beside it.
fn bar(editing: &Editing) -> El {
    let texts = editing.ui.texts;
    let act = |act: fn(&Editing)| {
        let editing = editing.clone();
        move || act(&editing)
    };
    let ask = |ask: fn(&Editing) -> bool| {
        let editing = editing.clone();
        move || ask(&editing)
    };
    let (hinted, titled) = (editing.clone(), ask(Editing::cancels));
    let (shown, keep) = (ask(Editing::cancels), act(Editing::keep_running));
    let (dismiss_label, submit_label) = (editing.clone(), editing.clone());
    let keep_running = move || {
        button("mt-button mt-button--small", keep.clone())
            .attr("data-testid", "agent-running-keep")
            .text(texts.keep_running)
    };
    el("div")
        .class("mt-editor__bar")
        .child(
            el("span")
                .class("mt-editor__hint")
                .attr("id", HINT)
                .live_text(move || {
                    if hinted.cancels() {
                        return Some([texts.cancel_hint, " ", &reach(&hinted.ui)].concat());
                    }
                    hinted.closes_question()
                }),
        )
        .child(show(shown, keep_running))
        .child(
            button("mt-button mt-button--small", act(Editing::dismiss))
                .attr("data-testid", "agent-running-dismiss")
                .attr("aria-keyshortcuts", "Escape")
                .attr("data-key", "Esc")
                .live("title", move || {
                    titled().then_some(texts.dismiss_cancel_title)
                })
                .live_text(move || dismiss_label.dismiss_label()),
        )
        .child(
            button(
                "mt-button mt-button--small mt-button--primary",
                act(Editing::submit),
            )
            .attr("data-testid", "agent-running-submit")
            .attr("aria-keyshortcuts", "Enter")
            .attr("data-key", ENTER)
            .live(
                "disabled",
                ask(|editing| !editing.resuming && editing.blank.get()),
            )
            .live_text(move || submit_label.submit_label()),
        )
}
