//! A formula: shows its source until the drawing is ready.
//!
//! Not responsible for drawing it (see [`extras`](super::extras)).

use leptos::prelude::*;
use web_sys::{Element, Node};

use super::extras::Drawing;

/// A formula.
#[component]
pub(super) fn Formula(
    /// Whether the formula has a line of its own.
    display: bool,
    source: String,
    /// The result of the renderer.
    drawing: RwSignal<Option<Drawing>, LocalStorage>,
) -> impl IntoView {
    let refused = move || drawing.with(|drawing| drawing.clone()?.err());
    view! {
        <span
            class="mt-math"
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
fn replaced(element: Element, drawing: RwSignal<Option<Drawing>, LocalStorage>) {
    crate::hooks::effect(move || {
        drawing.with(|drawing| {
            if let Some(Ok(drawn)) = drawing {
                let drawn: &Node = drawn;
                element.replace_children_with_node_1(drawn);
            }
        });
    });
}
