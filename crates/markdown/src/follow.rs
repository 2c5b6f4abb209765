//! Updates the page from one tree to the next with the fewest changes.
//!
//! The page makes its nodes, through [`Page`]. A text that grew is appended to, so a selection in
//! it survives. Parts are added and removed at the end. A part of another kind is replaced.

use crate::tree::{Leaf, Node, Tag};

/// A view of a tree.
pub trait Page {
    /// A node of the page. Clones are handles to the same node.
    type Node: Clone;

    /// Makes an element. Returns its outer node and the node that gets its parts.
    fn element(&mut self, tag: &Tag) -> (Self::Node, Self::Node);
    /// Makes a text node.
    fn text(&mut self, text: &str) -> Self::Node;
    /// Makes a leaf.
    fn leaf(&mut self, leaf: &Leaf) -> Self::Node;
    /// Updates a leaf. Returns false if the leaf must be replaced.
    fn renew(&mut self, node: &Self::Node, before: &Leaf, now: &Leaf) -> bool;
    /// Appends to a block of code.
    fn append_code(&mut self, node: &Self::Node, more: &str);
    /// Appends to a text.
    fn append_text(&mut self, node: &Self::Node, more: &str);
    /// Replaces a text.
    fn set_text(&mut self, node: &Self::Node, text: &str);
    /// Appends a node.
    fn append(&mut self, parent: &Self::Node, node: &Self::Node);
    /// Replaces the node `before` with `now`.
    fn replace(&mut self, parent: &Self::Node, before: &Self::Node, now: &Self::Node);
    /// Removes a node.
    fn remove(&mut self, parent: &Self::Node, node: &Self::Node);
}

/// A part of a tree, and its node on the page.
#[derive(Clone, Debug)]
pub struct Shown<N> {
    /// The node in the page.
    pub node: N,
    what: What<N>,
}

#[derive(Clone, Debug)]
enum What<N> {
    Text(String),
    Element(Tag, N, Vec<Shown<N>>),
    Leaf(Leaf),
}

/// Makes the parts shown in `parent` match `now`.
pub fn follow<P: Page>(
    page: &mut P,
    parent: &P::Node,
    shown: &mut Vec<Shown<P::Node>>,
    now: Vec<Node>,
) {
    let extra = shown.split_off(now.len().min(shown.len()));
    for gone in extra {
        page.remove(parent, &gone.node);
    }
    let mut now = now.into_iter();
    for held in shown.iter_mut() {
        let Some(next) = now.next() else { return };
        if let Some(next) = update(page, held, next) {
            let made = make(page, next);
            page.replace(parent, &held.node, &made.node);
            *held = made;
        }
    }
    for next in now {
        let made = make(page, next);
        page.append(parent, &made.node);
        shown.push(made);
    }
}

/// Appends to the last shown block of code.
pub fn grow<P: Page>(page: &mut P, shown: &mut [Shown<P::Node>], more: &str) {
    if let Some(held) = shown.last_mut()
        && let What::Leaf(Leaf::Code { code, .. }) = &mut held.what
    {
        code.push_str(more);
        page.append_code(&held.node, more);
    }
}

/// Updates a part. Returns `now` if the part cannot be updated and must be replaced.
fn update<P: Page>(page: &mut P, held: &mut Shown<P::Node>, now: Node) -> Option<Node> {
    match (&mut held.what, now) {
        (What::Text(before), Node::Text(text)) => {
            match text.strip_prefix(before.as_str()) {
                Some("") => {}
                Some(more) => page.append_text(&held.node, more),
                None => page.set_text(&held.node, &text),
            }
            *before = text;
            None
        }
        (What::Element(tag, inner, parts), Node::Element(now, next)) if *tag == now => {
            follow(page, inner, parts, next);
            None
        }
        (What::Leaf(before), Node::Leaf(now)) => {
            if *before != now && !page.renew(&held.node, before, &now) {
                return Some(Node::Leaf(now));
            }
            *before = now;
            None
        }
        (_, now) => Some(now),
    }
}

fn make<P: Page>(page: &mut P, node: Node) -> Shown<P::Node> {
    match node {
        Node::Text(text) => Shown {
            node: page.text(&text),
            what: What::Text(text),
        },
        Node::Element(tag, parts) => {
            let (node, inner) = page.element(&tag);
            let mut shown = Vec::with_capacity(parts.len());
            for part in parts {
                let made = make(page, part);
                page.append(&inner, &made.node);
                shown.push(made);
            }
            Shown {
                node,
                what: What::Element(tag, inner, shown),
            }
        }
        Node::Leaf(leaf) => Shown {
            node: page.leaf(&leaf),
            what: What::Leaf(leaf),
        },
    }
}
