//! How much room a chat has from top to bottom, and that what is written in stays in sight when
//! there is little.
//!
//! Not responsible for what is left out or folded then; the style sheets and the queue say that.

use crate::hooks::SetIfNew;
use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, ResizeObserver};

use super::focus::active_element;
use super::{Listener, after_frame};
use crate::hooks::{at_end, keep};

/// Below this height, in times the size of its type, a chat has little room.
const LOW: f64 = 30.0;

/// Below this height, transcript and composer do not fit together: the chat scrolls.
const TINY: f64 = 17.0;

/// What is kept in sight: what a person writes or chooses in.
const FIELD: &str = "textarea, input, select, [role^=menuitem]";

/// What belongs to a field: its end is where the field's buttons are.
const UNIT: &str = ".mt-editor, .mt-queue__editor, .mt-said__editor, .mt-approval__form, \
                    .mt-approval__bar, .mt-composer__box, .mt-find";

/// The room that is left around what is brought into sight, in pixels: its outline needs some.
const MARGIN: f64 = 4.0;

/// How much room a chat has from top to bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// Enough.
    #[default]
    Ample,
    /// Little, as on a phone with its keyboard open.
    Low,
    /// Less than transcript and composer need, as with a browser's zoom of 400 %.
    Tiny,
}

impl Room {
    /// The room in a chat of this height with type of this size, both in pixels. A chat that is
    /// hidden has no height, which says nothing.
    fn of(height: f64, type_size: f64) -> Option<Self> {
        let lines = height / type_size;
        match lines {
            _ if height <= 0.0 || !lines.is_finite() => None,
            _ if lines < TINY => Some(Self::Tiny),
            _ if lines < LOW => Some(Self::Low),
            _ => Some(Self::Ample),
        }
    }
}

/// Follows the room that `chat` has, until the current owner ends. A field that has the focus or
/// takes it is brought into sight.
pub fn use_room(chat: &Element, room: RwSignal<Room>) {
    let measured = chat.clone();
    let resized = Closure::<dyn FnMut(Array)>::new(move |_: Array| {
        let height = f64::from(measured.client_height());
        if let Some(now) = Room::of(height, type_size(&measured)) {
            room.set_if_new(now);
            let around = measured.clone();
            // What is drawn otherwise for this room is laid out by then.
            after_frame(move || bring_in_sight(&around));
        }
    });
    let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) else {
        return;
    };
    observer.observe(chat);
    // What comes above the composer takes its room too.
    if let Ok(Some(dock)) = chat.query_selector(".mt-dock") {
        observer.observe(&dock);
    }
    let around = chat.clone();
    let focused = move |_: Event| {
        bring_in_sight(&around);
        let around = around.clone();
        // An editor that has just opened is not whole before this.
        after_frame(move || bring_in_sight(&around));
    };
    keep(Listener::new(chat, "focusin", false, Box::new(focused)));
    let around = chat.clone();
    let typed = move |_: Event| {
        let around = around.clone();
        // The field has grown with its text by then.
        after_frame(move || bring_in_sight(&around));
    };
    keep(Listener::new(chat, "input", false, Box::new(typed)));
    // A dialog has its own size, and so has the list of threads.
    if let Some(window) = web_sys::window() {
        let around = chat.clone();
        let resized = move |_: Event| {
            let around = around.clone();
            after_frame(move || bring_in_sight(&around));
        };
        keep(Listener::new(&window, "resize", false, Box::new(resized)));
    }
    at_end(move || {
        observer.disconnect();
        drop(resized);
    });
}

fn type_size(element: &Element) -> f64 {
    let style = web_sys::window().and_then(|window| window.get_computed_style(element).ok());
    let size = style
        .flatten()
        .map(|style| style.get_property_value("font-size"));
    let size = size.and_then(Result::ok).unwrap_or_default();
    size.trim_end_matches("px").parse().unwrap_or(16.0)
}

/// Scrolls inside of what is around `within` and ours, so that the field that has the focus is in
/// sight, with the buttons below it where both fit. What is around that is the host page's, and is
/// not scrolled.
pub(super) fn bring_in_sight(within: &Element) {
    let Some(root) = within.closest(".midturn").ok().flatten() else {
        return;
    };
    let field = active_element(&root)
        .filter(|field| root.contains(Some(field)) && field.matches(FIELD).unwrap_or_default());
    let Some(field) = field else { return };
    let unit = field.closest(UNIT).ok().flatten();
    let unit = unit.unwrap_or_else(|| field.clone());
    let mut around = field.parent_element();
    while let Some(element) = around {
        if scrolls(&element) {
            show_in(&element, &field, &unit);
        }
        if element == root {
            return;
        }
        around = element.parent_element();
    }
}

/// Whether an element scrolls what does not fit in it.
fn scrolls(element: &Element) -> bool {
    if element.scroll_height() <= element.client_height() {
        return false;
    }
    let style = web_sys::window().and_then(|window| window.get_computed_style(element).ok());
    let overflow = style
        .flatten()
        .map(|style| style.get_property_value("overflow-y"));
    matches!(overflow, Some(Ok(overflow)) if overflow == "auto" || overflow == "scroll")
}

/// Scrolls an element as little as need be, so that it shows a field and its buttons.
fn show_in(scroller: &Element, field: &Element, unit: &Element) {
    let view = scroller.get_bounding_client_rect();
    let top = field.get_bounding_client_rect().top() - MARGIN;
    // What is said below the button that sends it may be out of sight.
    let sends = unit.query_selector(".mt-button--primary").ok().flatten();
    let end = sends.as_ref().unwrap_or(unit);
    let bottom = end.get_bounding_client_rect().bottom() + MARGIN;
    let by = shift((view.top(), view.bottom()), (top, bottom));
    if by != 0.0 {
        super::scroll::scroll_by(scroller, by);
        // Told at once: what keeps the transcript in place would take it back before the browser
        // says that it has scrolled.
        if let Ok(scrolled) = Event::new("scroll") {
            let _ = scroller.dispatch_event(&scrolled);
        }
    }
}

/// How far a view must go down to have this in it; its beginning, where it is taller.
fn shift((view_top, view_bottom): (f64, f64), (top, bottom): (f64, f64)) -> f64 {
    if top < view_top {
        top - view_top
    } else if bottom > view_bottom {
        (bottom - view_bottom).min(top - view_top)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Room, shift};

    #[test]
    fn room_is_counted_in_lines() {
        assert_eq!(Room::of(640.0, 16.0), Some(Room::Ample));
        assert_eq!(Room::of(640.0, 32.0), Some(Room::Low));
        assert_eq!(Room::of(428.0, 16.0), Some(Room::Low));
        assert_eq!(Room::of(204.0, 16.0), Some(Room::Tiny));
        assert_eq!(Room::of(0.0, 16.0), None);
        assert_eq!(Room::of(640.0, 0.0), None);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers")]
    fn a_view_goes_as_far_as_need_be() {
        let view = (100.0, 200.0);
        assert_eq!(shift(view, (120.0, 180.0)), 0.0);
        assert_eq!(shift(view, (80.0, 120.0)), -20.0);
        assert_eq!(shift(view, (180.0, 240.0)), 40.0);
        assert_eq!(shift(view, (180.0, 400.0)), 80.0);
        assert_eq!(shift(view, (90.0, 400.0)), -10.0);
    }
}
