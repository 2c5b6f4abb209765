//! A Leptos view as a node.
//!
//! Not responsible for what is in it.

use leptos::prelude::*;
use leptos::tachys::view::Mountable;
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{Element, Node};

use super::document;
use crate::hooks::keep;

/// The nodes of a view, which lives as long as the current owner.
pub fn mounted(view: impl IntoView) -> Node {
    let fragment = document().create_document_fragment();
    // Listeners of a view hold its owner, which is therefore not the one that holds the view.
    let owner = Owner::new();
    let mut state = owner.with(|| view.into_any().build());
    state.mount(fragment.unchecked_ref::<Element>(), None);
    keep((state, owner));
    fragment.into()
}

/// The element that a view is, which lives as long as the current owner.
///
/// # Panics
///
/// With a view that does not begin with an element.
pub fn mounted_element(view: impl IntoView) -> Element {
    let first = mounted(view).first_child();
    let element = first.and_then(|node| node.dyn_into().ok());
    element.expect_throw("a view that is an element")
}
