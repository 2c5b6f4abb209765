//! A formula: shows its source until the drawing is ready.
//!
//! Not responsible for drawing it (see [`extras`](super::extras)).

use leptos::prelude::*;
use web_sys::Element;

use super::extras::Drawings;
use super::nodes::shows;

/// A formula.
#[component]
pub(super) fn Formula(
    /// Whether the formula has a line of its own.
    display: bool,
    source: String,
    /// The result of the renderer.
    drawing: Drawings,
) -> impl IntoView {
    let refused = move || drawing.with(|drawing| drawing.clone()?.err());
    view! {
        <span
            class="mt-math"
            part="formula"
            class=("mt-math--display", display)
            dir="ltr"
            data-undrawn=move || refused().is_some()
            title=refused
            use:replaced=drawing
        >
            <code>{source}</code>
        </span>
    }
}

/// Replaces the source with the drawing.
fn replaced(element: Element, drawing: Drawings) {
    let source = element.first_child();
    shows(element, (drawing, source));
}
