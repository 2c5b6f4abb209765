//! Creates DOM nodes for the blocks of an answer.
//!
//! Not responsible for which nodes there are (see [`page`](super::page)). Elements that do not
//! stream are components (see [`View`](super::view::View)).

use leptos::prelude::*;
use wasm_bindgen::UnwrapThrowExt;
use web_sys::{Element, Node, Text};

use crate::hooks::effect;

/// The result of a renderer: the node, or the reason why there is none.
type Drawing = Result<Node, String>;

/// Where the result is put; `None` while there is nothing but the source.
pub(super) type Drawings = RwSignal<Option<Drawing>, LocalStorage>;

/// Creates an element with attributes and children.
pub(super) fn element(
    name: &'static str,
    attributes: &[(&str, &str)],
    children: &[&Node],
) -> Element {
    let made = document().create_element(name);
    let made = made.expect_throw("the name of an element");
    for (name, value) in attributes {
        set(&made, name, value);
    }
    for child in children {
        append(&made, child);
    }
    made
}

/// Sets an attribute.
pub(super) fn set(element: &Element, name: &str, value: &str) {
    // Fails only for invalid names.
    let _ = element.set_attribute(name, value);
}

/// Appends to an element or a fragment.
pub(super) fn append(parent: &Node, child: &Node) {
    // Fails only if `child` contains `parent`.
    let _ = parent.append_child(child);
}

/// Creates a text node.
pub(super) fn text(said: &str) -> Text {
    document().create_text_node(said)
}

/// A directive that puts a finished node into the element.
#[expect(clippy::needless_pass_by_value, reason = "directives take values")]
pub(super) fn holds(element: Element, node: Node) {
    append(&element, &node);
}

/// A directive that keeps the drawing in the element; while there is none, what is `without` it.
pub(super) fn shows(element: Element, (drawing, without): (Drawings, Option<Node>)) {
    effect(move || {
        drawing.with(|drawing| {
            let drawn = drawing.as_ref().and_then(|drawing| drawing.as_ref().ok());
            let held = drawn.or(without.as_ref());
            if element.first_child().as_ref() != held {
                element.replace_children_with_node(&held.into_iter().collect());
            }
        });
    });
}
