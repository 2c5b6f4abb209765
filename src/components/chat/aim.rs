//! Leading the person to a message: that of an address, drawn or not, and here or elsewhere yet.
//!
//! Not responsible for where the address comes from.

use leptos::prelude::*;
use midturn_core::conversation::PastState;
use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::FOUND;
use crate::components::Ui;
use crate::hooks::later;

/// How long the message is marked, in milliseconds; the style sheet fades it as long.
const MARKED: u32 = 2500;

/// What marks it.
const AIMED: &str = "mt-turn--aimed";

/// Follows where the person is to be led, until the current owner ends. What is elsewhere is fetched
/// until the message is there.
pub(super) fn use_aim() {
    let ui = Ui::get();
    let Ui {
        aim,
        cells,
        actions,
        ..
    } = ui;
    Effect::new(move || {
        let Some(message) = aim.get() else { return };
        let loaded = cells.loaded.get();
        // Each page that comes may have it.
        cells.turns.with(Vec::len);
        let past = cells.past.get();
        if let Some(turn) = cells.turn_with(&message) {
            // When the list has it too.
            later(0, move || {
                lead(&ui, &turn, None);
                aim.set(None);
            });
        } else if past == PastState::More {
            later(0, move || actions.past());
        } else if loaded && past == PastState::Complete {
            // It is nowhere.
            aim.set(None);
        }
    });
}

/// Brings a turn into view and gives it the focus: its message, or what has this selector in it.
pub(super) fn lead(ui: &Ui, turn: &MessageId, mark: Option<&str>) {
    let Some(row) = ui.scroll.to_row(turn) else {
        return;
    };
    let _ = row.class_list().add_2(FOUND, AIMED);
    let find = |selector: &str| row.query_selector(selector).ok().flatten();
    let marked = mark.and_then(find);
    if let Some(marked) = &marked {
        let place = marked.get_bounding_client_rect();
        ui.scroll.to_place(place.top(), place.bottom());
    }
    let message = marked.or_else(|| find("article"));
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
