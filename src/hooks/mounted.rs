//! Turns a view into an element to insert by hand: a row of a long list, or a part of a streaming
//! answer.

use leptos::prelude::*;
use leptos::tachys::view::Mountable;
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::Element;

use super::keep;

/// Builds a view and returns its element. The view lives as long as the current owner.
///
/// # Panics
///
/// If the view does not begin with an element.
pub fn mounted_element(view: impl IntoView) -> Element {
    let fragment = document().create_document_fragment();
    // A separate owner for the view, because the view's listeners keep that owner alive. If the
    // current owner were kept alive by a view that it keeps itself, neither would ever be dropped.
    let owner = Owner::new();
    let mut state = owner.with(|| view.into_any().build());
    state.mount(fragment.unchecked_ref::<Element>(), None);
    keep((state, owner));
    let element = fragment.first_element_child();
    element.expect_throw("a view that is an element")
}
