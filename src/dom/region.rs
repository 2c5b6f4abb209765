//! A region: a place among the children of an element, where a view comes and goes.
//!
//! Not responsible for lists. The place is between two empty texts, so that the region may be
//! moved with what is around it, and may hold any number of nodes.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::Owner;
use leptos::prelude::untrack;
use web_sys::{DocumentFragment, Node};

use super::document;
use crate::hooks::effect;

/// Draws the view while `when` holds, anew each time it begins to.
pub fn show<V: Into<Node>>(
    when: impl Fn() -> bool + 'static,
    view: impl Fn() -> V + 'static,
) -> Node {
    show_of(Box::new(when), Box::new(move || view().into()))
}

/// Compiled once, for all views.
fn show_of(when: Box<dyn Fn() -> bool>, view: Box<dyn Fn() -> Node>) -> Node {
    choose(when, move |shown| shown.then(&view))
}

/// Draws the view of a key, anew whenever the key changes; none draws nothing.
pub fn choose<K: PartialEq + Clone + 'static>(
    key: impl Fn() -> K + 'static,
    view: impl Fn(K) -> Option<Node> + 'static,
) -> Node {
    let held: Rc<RefCell<Option<K>>> = Rc::default();
    let drawn = held.clone();
    let changed = move || {
        let key = Some(key());
        let changed = *held.borrow() != key;
        held.replace(key);
        changed
    };
    let draw = move || {
        let key = drawn.borrow().clone();
        key.and_then(&view)
    };
    region(Box::new(changed), Box::new(draw))
}

/// Draws whenever something has changed.
fn region(changed: Box<dyn Fn() -> bool>, draw: Box<dyn Fn() -> Option<Node>>) -> Node {
    let place = Place::new();
    let node = place.node();
    // Weak: what the owner keeps must not keep the owner.
    let outer = Owner::current().unwrap_or_default().downgrade();
    let mut drawn: Option<Owner> = None;
    effect(move || {
        if !changed() {
            return;
        }
        if let Some(owner) = drawn.take() {
            owner.cleanup();
            place.clear();
        }
        // Not a child of the effect's own owner, which ends each time the effect runs.
        let Some(owner) = outer.upgrade().map(|outer| outer.child()) else {
            return;
        };
        if let Some(view) = owner.with(|| untrack(&draw)) {
            place.insert(&view, None);
            drawn = Some(owner);
        }
    });
    node
}

/// The place of a region or a list.
pub(super) struct Place {
    start: Node,
    end: Node,
}

impl Place {
    /// A place that is not in the document yet.
    pub(super) fn new() -> Self {
        let marker = || Node::from(document().create_text_node(""));
        let place = Self {
            start: marker(),
            end: marker(),
        };
        let holder: DocumentFragment = document().create_document_fragment();
        let _ = holder.append_child(&place.start);
        let _ = holder.append_child(&place.end);
        place
    }

    /// What is appended to an element: all that is in the place now.
    pub(super) fn node(&self) -> Node {
        self.start
            .parent_node()
            .unwrap_or_else(|| self.start.clone())
    }

    /// Inserts before another node of this place, or at its end.
    pub(super) fn insert(&self, node: &Node, before: Option<&Node>) {
        let before = before.unwrap_or(&self.end);
        if let Some(parent) = before.parent_node() {
            let _ = parent.insert_before(node, Some(before));
        }
    }

    /// What stands first.
    pub(super) fn first(&self) -> Option<Node> {
        self.start.next_sibling()
    }

    fn clear(&self) {
        while let Some(node) = self.first().filter(|node| *node != self.end) {
            remove(&node);
        }
    }
}

/// Takes a node out of whatever it is in.
pub(super) fn remove(node: &Node) {
    if let Some(parent) = node.parent_node() {
        let _ = parent.remove_child(node);
    }
}
