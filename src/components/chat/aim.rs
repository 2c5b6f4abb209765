//! Leading the person to a message: that of an address, drawn or not, and here or elsewhere yet.
//!
//! Not responsible for where the address comes from.

use midturn_core::conversation::PastState;
use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::FOUND;
use crate::components::Ui;
use crate::hooks::later;
use crate::reactive::later_effect;

/// How long the message is marked, in milliseconds; the style sheet fades it as long.
const MARKED: u32 = 2500;

/// What marks it.
const AIMED: &str = "mt-turn--aimed";

/// Follows where the person is to be led. What is elsewhere is fetched until the message is there.
pub(super) fn aim(ui: &Ui) {
    let ui = ui.clone();
    later_effect(move || {
        let Some(message) = ui.aim.get() else { return };
        let loaded = ui.cells.loaded.get();
        // Each page that comes may have it.
        ui.cells.turns.with(Vec::len);
        let past = ui.cells.past.get();
        if let Some(turn) = ui.cells.turn_with(&message) {
            let ui = ui.clone();
            // When the list has it too.
            later(0, move || {
                lead(&ui, &turn);
                ui.aim.set(None);
            });
        } else if past == PastState::More {
            let (actions, thread) = (ui.actions.clone(), ui.cells.thread.clone());
            later(0, move || actions.past(&thread));
        } else if loaded && past == PastState::Complete {
            // It is nowhere.
            ui.aim.set(None);
        }
    });
}

fn lead(ui: &Ui, turn: &MessageId) {
    let Some(row) = ui.scroll.to_row(turn) else {
        return;
    };
    let _ = row.class_list().add_2(FOUND, AIMED);
    let message = row.query_selector("article").ok().flatten();
    if let Some(message) = message.and_then(|held| held.dyn_into::<HtmlElement>().ok()) {
        // Who hears the page, or goes on by Tab, goes on from here.
        message.set_tab_index(-1);
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = message.focus_with_options(&options);
    }
    later(MARKED, move || {
        let _ = row.class_list().remove_2(FOUND, AIMED);
    });
}
