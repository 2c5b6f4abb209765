//! Keeps the focused field in sight, with its buttons. [`reveal`] brings any element into sight.

use wasm_bindgen::JsValue;
use web_sys::{Element, Event, ScrollIntoViewOptions, ScrollLogicalPosition};

use super::focus::active_element;
use super::{Listener, after_frame, keep};

/// Selects what is kept in sight: elements in which a person writes or chooses. A selector, because
/// any such element is meant: those of dialogs, and those that an embedder draws.
const FIELD: &str = "textarea, input, select, [role^=menuitem]";

/// Selects what belongs to a field, down to its buttons, or to an entry of a menu. A selector, because the
/// field is found by its focus, in any component.
const UNIT: &str = ".mt-editor, .mt-queue__editor, .mt-said__editor, .mt-approval__form, \
                    .mt-approval__bar, .mt-composer__box, .mt-find, .mt-menu";

/// Event for an element that is about to be scrolled to a field: its content may have grown, and what
/// keeps its place has not seen that yet.
pub(super) const GROWN: &str = "midturn-grown";

/// The space around an element brought into sight, in pixels: its outline needs some.
const MARGIN: f64 = 4.0;

/// Brings the focused field in `within` into sight when it takes the focus, when it grows, and when the
/// window changes its size, as with the keyboard of a phone. Until the current owner ends.
pub fn keep_in_sight(within: &Element) {
    let later = |around: &Element| {
        let around = around.clone();
        after_frame(move || bring_in_sight(&around));
    };
    let around = within.clone();
    let focused = move |_: Event| {
        bring_in_sight(&around);
        // An editor that has just opened is not complete before the next frame.
        later(&around);
    };
    keep(Listener::new(within, "focusin", false, Box::new(focused)));
    let around = within.clone();
    // The field has grown with its text by then.
    let typed = move |_: Event| later(&around);
    keep(Listener::new(within, "input", false, Box::new(typed)));
    // A dialog has a size of its own.
    if let Some(window) = web_sys::window() {
        let around = within.clone();
        let resized = move |_: Event| later(&around);
        keep(Listener::new(&window, "resize", false, Box::new(resized)));
    }
}

/// Scrolls as little as possible, so that an element is in view.
pub fn reveal(element: &Element) {
    let nearest = ScrollIntoViewOptions::new();
    nearest.set_block(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&nearest);
}

/// The value of a property of an element's style.
fn style_of(element: &Element, name: &str) -> Option<String> {
    let style = web_sys::window()?.get_computed_style(element).ok()??;
    style.get_property_value(name).ok()
}

/// A length of an element's style, in pixels.
pub(super) fn pixels(element: &Element, name: &str) -> Option<f64> {
    // The browser's own reader: Rust's tables for this are 10 KB of the program.
    let pixels = js_sys::parse_float(&style_of(element, name)?);
    (!pixels.is_nan()).then_some(pixels)
}

/// Brings the focused field into sight, together with its buttons if both fit. Scrolls only
/// Midturn's own elements around `within`, never the host page.
pub(super) fn bring_in_sight(within: &Element) {
    // A selector, because the scroll anchor calls this too, and knows only its own container.
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
            // A menu may scroll itself.
            let is_inside = unit.contains(Some(&element));
            show_in(&element, &field, if is_inside { &field } else { &unit });
        }
        if element == root {
            return;
        }
        around = element.parent_element();
    }
}

/// Whether an element scrolls its overflow, up and down.
pub fn scrolls(element: &Element) -> bool {
    if element.scroll_height() <= element.client_height() {
        return false;
    }
    matches!(
        style_of(element, "overflow-y").as_deref(),
        Some("auto" | "scroll")
    )
}

/// Scrolls an element as little as possible, so that it shows a field and its buttons.
fn show_in(scroller: &Element, field: &Element, unit: &Element) {
    // A reader at the end of the content goes along first. Otherwise the scroll to the field, which
    // may end before the content does, would count as the reader's way to another place.
    tell(scroller, GROWN);
    let view = scroller.get_bounding_client_rect();
    let top = field.get_bounding_client_rect().top() - MARGIN;
    // Text below the submit button may stay out of sight.
    let sends = unit.query_selector(".mt-button--primary").ok().flatten();
    let end = sends.as_ref().unwrap_or(unit);
    let bottom = end.get_bounding_client_rect().bottom() + MARGIN;
    // What sticks to the end of the scroller is no place to see anything.
    let covered = pixels(scroller, "scroll-padding-bottom").unwrap_or_default();
    let by = shift((view.top(), view.bottom() - covered), (top, bottom));
    if by != 0.0 {
        scroll_by(scroller, by);
        // Send the scroll event at once: otherwise the scroll anchor would undo the scroll before
        // the browser reports it.
        tell(scroller, "scroll");
    }
}

/// Sends an event of this kind to an element. It is handled before this returns.
fn tell(element: &Element, kind: &str) {
    if let Ok(event) = Event::new(kind) {
        let _ = element.dispatch_event(&event);
    }
}

/// How far a view must scroll down to show this range, or its beginning if the range is taller.
fn shift((view_top, view_bottom): (f64, f64), (top, bottom): (f64, f64)) -> f64 {
    if top < view_top {
        top - view_top
    } else if bottom > view_bottom {
        (bottom - view_bottom).min(top - view_top)
    } else {
        0.0
    }
}

/// Scrolls by fractions of a pixel too, which the binding's integer property cannot.
pub(super) fn scroll_by(container: &Element, by: f64) {
    let key = JsValue::from_str("scrollTop");
    let now = js_sys::Reflect::get(container, &key)
        .ok()
        .and_then(|top| top.as_f64());
    if let Some(now) = now {
        let _ = js_sys::Reflect::set(container, &key, &JsValue::from_f64(now + by));
    }
}

#[cfg(test)]
mod tests {
    use super::shift;

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers")]
    fn a_view_scrolls_no_further_than_needed() {
        let view = (100.0, 200.0);
        assert_eq!(shift(view, (120.0, 180.0)), 0.0);
        assert_eq!(shift(view, (80.0, 120.0)), -20.0);
        assert_eq!(shift(view, (180.0, 240.0)), 40.0);
        assert_eq!(shift(view, (180.0, 400.0)), 80.0);
        assert_eq!(shift(view, (90.0, 400.0)), -10.0);
    }
}
