//! A view as an element that is put somewhere by hand: a row of a long list, a part of a streaming
//! answer.
//!
//! Not responsible for taking it out again.

use leptos::prelude::*;
use leptos::tachys::view::Mountable;
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::Element;

use super::keep;

/// The element that a view is, which lives as long as the current owner.
///
/// # Panics
///
/// With a view that does not begin with an element.
pub fn mounted_element(view: impl IntoView) -> Element {
    let fragment = document().create_document_fragment();
    // Listeners of a view hold its owner, which is therefore not the one that holds the view.
    let owner = Owner::new();
    let mut state = owner.with(|| view.into_any().build());
    state.mount(fragment.unchecked_ref::<Element>(), None);
    keep((state, owner));
    let element = fragment.first_element_child();
    element.expect_throw("a view that is an element")
}
