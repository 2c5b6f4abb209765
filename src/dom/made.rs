//! Nodes that were made by hand, inside of a Leptos view.
//!
//! Not responsible for what is in them.

use leptos::__reexports::send_wrapper::SendWrapper;
use leptos::attr::Attribute;
use leptos::attr::any_attribute::AnyAttribute;
use leptos::prelude::*;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::view::{Mountable, Position, PositionState};
use wasm_bindgen::JsCast;
use web_sys::{DocumentFragment, Element, Node};

/// Nodes that stay as they are while the view around them changes.
pub struct Made(SendWrapper<Vec<Node>>);

/// A node, or those of a fragment, as a view.
pub fn made(node: impl Into<Node>) -> Made {
    let node = node.into();
    let nodes = if node.is_instance_of::<DocumentFragment>() {
        let held = node.child_nodes();
        (0..held.length()).filter_map(|at| held.get(at)).collect()
    } else {
        vec![node]
    };
    Made(SendWrapper::new(nodes))
}

/// The nodes, once they are in the view.
pub struct Nodes(Vec<Node>);

impl Mountable for Nodes {
    fn unmount(&mut self) {
        // What is between them may have come since: regions and lists are among them.
        let Some((first, last)) = self.0.first().zip(self.0.last()) else {
            return;
        };
        let Some(parent) = first.parent_node() else {
            return;
        };
        let mut next = Some(first.clone());
        while let Some(node) = next {
            next = node.next_sibling().filter(|_| node != *last);
            let _ = parent.remove_child(&node);
        }
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        for node in &mut self.0 {
            node.mount(parent, marker);
        }
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        self.0
            .first()
            .is_some_and(|node| node.insert_before_this(child))
    }

    fn elements(&self) -> Vec<Element> {
        let elements = self.0.iter().filter_map(|node| node.dyn_ref::<Element>());
        elements.cloned().collect()
    }
}

impl Render for Made {
    type State = Nodes;

    fn build(self) -> Self::State {
        Nodes(self.0.take())
    }

    fn rebuild(self, state: &mut Self::State) {
        let mut new = Nodes(self.0.take());
        state.insert_before_this(&mut new);
        state.unmount();
        *state = new;
    }
}

impl AddAnyAttr for Made {
    type Output<SomeNewAttr: Attribute> = Self;

    fn add_any_attr<NewAttr: Attribute>(self, _: NewAttr) -> Self::Output<NewAttr>
    where
        Self::Output<NewAttr>: RenderHtml,
    {
        self
    }
}

impl RenderHtml for Made {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn to_html_with_buf(
        self,
        _: &mut String,
        _: &mut Position,
        _: bool,
        _: bool,
        _: Vec<AnyAttribute>,
    ) {
    }

    fn hydrate<const FROM_SERVER: bool>(self, _: &Cursor, _: &PositionState) -> Self::State {
        self.build()
    }

    fn into_owned(self) -> Self::Owned {
        self
    }
}
