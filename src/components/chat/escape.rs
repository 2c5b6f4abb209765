//! Escape, pressed twice, stops the turn at work: the last rung of a ladder. Whatever is open
//! (a menu, an editor, a dialog) closes first, and has the key to itself.
//!
//! Not responsible for those, which stop the key where they are.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use midturn_core::card::Card;
use midturn_core::id::{MessageId, RunId};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, Node};

use crate::components::Ui;
use crate::dom::{El, el, show};
use crate::hooks::{Ime, later};

/// How long the second press counts, in milliseconds; the bar in the style sheet shrinks as long.
const WITHIN: u32 = 2000;

/// What has Escape to itself.
const OWNERS: &str = ".mt-target:has([role=menu]), dialog, .mt-editor, .mt-queue__editor, .mt-said__editor, .mt-thread, [data-owns-escape]";

/// What the first press has armed.
#[derive(Clone)]
struct Ladder {
    ui: Ui,
    armed: ArcRwSignal<bool>,
    turn: Rc<RefCell<Option<MessageId>>>,
    serial: Rc<Cell<u32>>,
}

impl Ladder {
    /// The run that a press would stop: at work, with no editor of the card open over it.
    fn run(&self) -> Option<RunId> {
        let runs = |card: &Card| match card {
            Card::Running { run, .. } => Some(run.clone()),
            Card::Hidden
            | Card::Cancelling { .. }
            | Card::Paused { .. }
            | Card::Resuming { .. } => None,
        };
        self.ui.cells.card.with_untracked(|view| runs(&view.card))
    }

    fn pressed(&self) {
        let Some(run) = self.run() else { return };
        // A turn may go on with another run in between.
        let turn = self.ui.cells.card.with_untracked(|view| view.turn.clone());
        let again = self.armed.get_untracked() && *self.turn.borrow() == turn;
        self.serial.set(self.serial.get() + 1);
        self.armed.set_if_new(false);
        if again {
            self.ui.actions.stop(run);
            return;
        }
        self.turn.replace(turn);
        self.armed.set(true);
        self.ui
            .announcer
            .say(self.ui.texts.keys.escape_hint.to_owned());
        let (held, serial) = (self.clone(), self.serial.get());
        later(WITHIN, move || {
            if held.serial.get() == serial {
                held.armed.set_if_new(false);
            }
        });
    }
}

/// Follows the key within a chat, and says what the second press does.
pub(super) fn escape(ui: &Ui, chat: El, dock: El) -> El {
    let ladder = Ladder {
        ui: ui.clone(),
        armed: ArcRwSignal::new(false),
        turn: Rc::default(),
        serial: Rc::default(),
    };
    let (armed, hinted, cells) = (ladder.armed.clone(), ladder.clone(), ui.cells.clone());
    let keyed = ui.shortcuts.clone();
    let ime = Ime::new();
    let hint: Node = show(
        // A run that ended meanwhile cannot be stopped.
        move || armed.get() && cells.run.with(Option::is_some),
        move || drawn(&hinted.ui),
    );
    chat.child(dock.child(hint))
        .on("keydown", move |event: KeyboardEvent| {
            if event.key() == "Escape"
                && keyed.get_untracked()
                && !event.default_prevented()
                && !ime.owns(&event)
                && !is_owned(&event)
                && ladder.run().is_some()
            {
                event.prevent_default();
                ladder.pressed();
            }
        })
}

fn is_owned(event: &KeyboardEvent) -> bool {
    let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
    target.is_some_and(|target| target.closest(OWNERS).ok().flatten().is_some())
}

fn drawn(ui: &Ui) -> El {
    el("div")
        .class("mt-escape")
        .attr("data-testid", "escape-hint")
        .child(el("span").text(ui.texts.keys.escape_hint))
        .child(
            el("span")
                .class("mt-escape__bar")
                .attr("aria-hidden", "true"),
        )
}
