//! A formula: shows its source until the drawing is ready.
//!
//! Not responsible for drawing it (see [`extras`](super::extras)).

use leptos::prelude::*;

use super::nodes::{Drawings, element, shows, text};

/// A formula.
#[expect(clippy::needless_pass_by_value, reason = "components own their props")]
#[component]
pub(super) fn Formula(
    /// Whether the formula has a line of its own.
    display: bool,
    source: String,
    /// The result of the renderer.
    drawing: Drawings,
) -> impl IntoView {
    let refused = move || drawing.with(|drawing| drawing.clone()?.err());
    let code = element("code", &[], &[&text(&source)]);
    view! {
        <span
            class="mt-math"
            part="formula"
            class=("mt-math--display", display)
            dir="ltr"
            data-undrawn=move || refused().is_some()
            title=refused
            use:shows=(drawing, Some(code.into()))
        ></span>
    }
}
