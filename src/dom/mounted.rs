//! A Leptos view as a node.
//!
//! Not responsible for what is in it.

use leptos::prelude::*;
use leptos::tachys::view::Mountable;
use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

use super::document;
use crate::hooks::keep;

/// The nodes of a view, which lives as long as the current owner.
pub fn mounted(view: impl IntoView) -> Node {
    let fragment = document().create_document_fragment();
    let mut state = view.into_any().build();
    state.mount(fragment.unchecked_ref::<Element>(), None);
    keep(state);
    fragment.into()
}
