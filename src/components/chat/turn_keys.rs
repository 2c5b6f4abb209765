//! The keys that go from turn to turn in the transcript: Alt and an arrow key. The Tab key then goes
//! through the controls of that turn.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::{is_pressed_in, pressed_in};
use crate::hooks::{ScrollAnchor, focus_quietly};

/// The elements in which the keys keep their usual meaning. A selector, because it covers every field:
/// those of approvals, and those that an embedder draws.
pub(super) const FIELDS: &str = "input, textarea, select, [contenteditable], [role=menu]";

/// A turn. A selector, because the rows are inserted by hand.
const TURN: &str = ".mt-turn";

/// Goes to the turn before or after the one with the focus. If none has it, to the one that is read.
pub(super) fn go(scroll: ScrollAnchor, event: &KeyboardEvent) {
    let modified = event.ctrl_key() || event.meta_key() || event.shift_key();
    let alone = event.alt_key() && !modified && !event.default_prevented();
    let back = match event.key().as_str() {
        "ArrowUp" => true,
        "ArrowDown" => false,
        _ => return,
    };
    if !alone || is_pressed_in(event, FIELDS) {
        return;
    }
    let within = pressed_in(event).and_then(|target| target.closest(TURN).ok().flatten());
    let to = match within {
        Some(turn) => next(&turn, back),
        None => scroll.reading().and_then(|read| scroll.row(&read)),
    };
    event.prevent_default();
    if let Some(turn) = to {
        focus_quietly(turn.unchecked_ref::<HtmlElement>());
        let place = turn.get_bounding_client_rect();
        scroll.to_place(place.top(), place.top() + 1.0);
    }
}

/// The next turn that is drawn and not folded away.
fn next(turn: &Element, back: bool) -> Option<Element> {
    let step = |element: &Element| {
        if back {
            element.previous_element_sibling()
        } else {
            element.next_element_sibling()
        }
    };
    let mut at = step(turn);
    while let Some(element) = at {
        let is_turn = element.matches(TURN).unwrap_or_default();
        if is_turn && element.client_height() > 0 {
            return Some(element);
        }
        at = step(&element);
    }
    None
}
