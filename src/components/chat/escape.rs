//! Escape pressed twice stops the running turn.
//!
//! An open menu, editor or dialog comes first: it closes on Escape and stops the event.

use leptos::html::Section;
use leptos::prelude::*;
use midturn_core::card::Card;
use midturn_core::id::{MessageId, RunId};

use super::{is_pressed_in, pressed_in, use_keys};
use crate::components::{Ui, flag};
use crate::hooks::{Ime, SetIfNew, later};

/// How long after the first press a second one stops the turn, in milliseconds. A screen reader takes half
/// of it to say so. The bar in the style sheet takes as long to shrink.
const WITHIN: u32 = 4000;

/// Escape inside a dialog is not handled here, because the browser closes the dialog. A selector,
/// because dialogs that an embedder draws in an answer are not registered.
const DIALOG: &str = "dialog";

/// The state between the first press and the second.
#[derive(Clone, Copy)]
struct Ladder {
    ui: Ui,
    armed: RwSignal<bool>,
    turn: StoredValue<Option<MessageId>>,
    serial: StoredValue<u32>,
}

impl Ladder {
    /// The run that Escape can stop; `None` unless the card shows a running turn without an open
    /// editor.
    fn run(self) -> Option<RunId> {
        let runs = |card: &Card| match card {
            Card::Running { run, .. } => Some(run.clone()),
            Card::Hidden
            | Card::Cancelling { .. }
            | Card::Paused { .. }
            | Card::Resuming { .. } => None,
        };
        self.ui.cells.card.with_untracked(|view| runs(&view.card))
    }

    fn pressed(self) {
        let Some(run) = self.run() else { return };
        // Compare turns, not runs: a turn may continue with another run between the presses.
        let turn = self.ui.cells.card.with_untracked(|view| view.turn.clone());
        let again = self.armed.get_untracked() && self.turn.with_value(|held| *held == turn);
        let serial = self.serial.get_value() + 1;
        self.serial.set_value(serial);
        self.armed.set_if_new(false);
        if again {
            self.ui.actions.stop(run);
            return;
        }
        self.turn.set_value(turn);
        self.armed.set(true);
        let hint = self.ui.texts.keys.escape_hint;
        self.ui.announcer.say(hint.to_owned());
        later(WITHIN, move || {
            if self.serial.try_get_value() == Some(serial) {
                self.armed.set_if_new(false);
            }
        });
    }
}

/// Handles Escape within a chat, and shows what the second press does.
#[component]
pub(super) fn Escape(
    /// The chat.
    chat: NodeRef<Section>,
) -> impl IntoView {
    let ui = Ui::get();
    let ladder = Ladder {
        ui,
        armed: RwSignal::new(false),
        turn: StoredValue::new(None),
        serial: StoredValue::new(0),
    };
    let ime = Ime::new();
    use_keys(chat, move |event| {
        if event.key() == "Escape"
            && ui.shortcuts.get_untracked()
            && !event.default_prevented()
            && !ime.owns(event)
            && !is_pressed_in(event, DIALOG)
            && !pressed_in(event).is_some_and(|pressed| ui.escape_owners.are_around(&pressed))
            && ladder.run().is_some()
        {
            event.prevent_default();
            ladder.pressed();
        }
    });
    view! {
        // Hidden if the run has ended meanwhile: there is nothing to stop.
        <Show when=move || ladder.armed.get() && ui.cells.run.with(Option::is_some)>
            <div class="mt-escape" part="notice" data-testid="escape-hint">
                <span>{ui.texts.keys.escape_hint}</span>
                <span class="mt-escape__bar" aria-hidden=flag(true)></span>
            </div>
        </Show>
    }
}
