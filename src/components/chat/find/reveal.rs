//! Shows a match that is hidden by something in the answer: a fold, the drawing of a diagram, or the end
//! of a long line.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Range};

use crate::components::unfold_around;
use crate::hooks::place_of;

/// What scrolls by itself in a turn. Selectors here, because the search found a match in the text, and
/// knows no component.
const SCROLLERS: &str = "pre, .mt-table, .mt-outcome__body";

/// Opens what is folded around an element, and shows the source of a drawing if the element is in it.
pub(super) fn open_around(element: &Element) {
    unfold_around(element);
    let source = element.closest("pre").ok().flatten();
    let Some(code) = source.and_then(|source| source.closest(".mt-code").ok().flatten()) else {
        return;
    };
    // The attributes at once, because the match is measured next.
    if code.has_attribute("data-folded") {
        press(&code, "fold");
        let _ = code.remove_attribute("data-folded");
    }
    if code.has_attribute("data-drawn") && !code.has_attribute("data-source") {
        press(&code, "source");
        let _ = code.set_attribute("data-source", "");
    }
}

/// Presses a button of a block of code.
fn press(code: &Element, act: &str) {
    let button = code.query_selector(&["[data-act=", act, "]"].concat());
    if let Some(button) = button.ok().flatten()
        && let Some(button) = button.dyn_ref::<HtmlElement>()
    {
        button.click();
    }
}

/// Scrolls what scrolls by itself around an element, so that a match in the element is in view there.
pub(super) fn scroll_within(element: &Element, range: &Range) {
    if let Ok(Some(scroller)) = element.closest(SCROLLERS) {
        let (view, place) = (scroller.get_bounding_client_rect(), place_of(range));
        let x = shift((view.left(), view.right()), (place.left(), place.right()));
        let y = shift((view.top(), view.bottom()), (place.top(), place.bottom()));
        scroller.scroll_by_with_x_and_y(x, y);
    }
}

/// How far a view must scroll, so that a range that is not in view begins a third of the view's size
/// from its start.
fn shift((start, end): (f64, f64), (from, to): (f64, f64)) -> f64 {
    if from < start || to > end {
        from - start - (end - start) / 3.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::shift;

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers")]
    fn only_what_is_out_of_view_scrolls() {
        let view = (100.0, 400.0);
        assert_eq!(shift(view, (100.0, 120.0)), 0.0);
        assert_eq!(shift(view, (900.0, 920.0)), 700.0);
        assert_eq!(shift(view, (50.0, 70.0)), -150.0);
    }
}
