//! A component among the blocks of an answer.
//!
//! Not responsible for what it shows, nor for where it stands.

use leptos::prelude::*;
use leptos::tachys::view::Mountable;
use leptos::tachys::view::any_view::AnyViewState;
use web_sys::{Element, Node};

/// A component that stands in hand-made nodes. It ends when this is dropped.
pub(super) struct View {
    /// The element that it was when it was made.
    first: Element,
    state: AnyViewState,
    owner: Owner,
}

impl View {
    /// Builds what is one element, for as long as `owner` lives. None for what is no element.
    pub(super) fn new(owner: Owner, view: impl FnOnce() -> AnyView) -> Option<Self> {
        // What is read here is not followed by whoever draws the answer.
        let state = owner.with(|| untrack(|| view().build()));
        let first = state.elements().first()?.clone();
        Some(Self {
            first,
            state,
            owner,
        })
    }

    /// The element that it was when it was made.
    pub(super) fn first(&self) -> &Element {
        &self.first
    }

    /// The element that it is now.
    pub(super) fn now(&self) -> Option<Element> {
        self.state.elements().into_iter().next()
    }

    /// Whether it is in this node.
    pub(super) fn is_in(&self, node: &Node) -> bool {
        self.now().is_some_and(|now| node.contains(Some(&now)))
    }
}

impl Drop for View {
    fn drop(&mut self) {
        self.owner.cleanup();
    }
}
