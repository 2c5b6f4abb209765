//! A component among the hand-made nodes of an answer.

use leptos::prelude::*;
use leptos::tachys::view::Mountable;
use leptos::tachys::view::any_view::AnyViewState;
use web_sys::{Element, Node};

/// A component inside hand-made nodes. The component ends when this handle is dropped.
pub(super) struct View {
    /// The element that was built first.
    first: Element,
    state: AnyViewState,
    owner: Owner,
}

impl View {
    /// Builds a view of one element, for as long as `owner` lives. `None` if the view has no
    /// element.
    pub(super) fn new(owner: Owner, view: impl FnOnce() -> AnyView) -> Option<Self> {
        // Untracked: the effect that draws the answer must not follow what the component reads.
        let state = owner.with(|| untrack(|| view().build()));
        let first = state.elements().first()?.clone();
        Some(Self {
            first,
            state,
            owner,
        })
    }

    /// The element that was built first. The component may have replaced it.
    pub(super) fn first(&self) -> &Element {
        &self.first
    }

    /// The component's current element.
    pub(super) fn now(&self) -> Option<Element> {
        self.state.elements().into_iter().next()
    }

    /// Does something that lasts as long as the component.
    pub(super) fn within(&self, call: impl FnOnce()) {
        self.owner.with(|| untrack(call));
    }

    /// Whether the component is in this node.
    pub(super) fn is_in(&self, node: &Node) -> bool {
        self.now().is_some_and(|now| node.contains(Some(&now)))
    }
}

impl Drop for View {
    fn drop(&mut self) {
        self.owner.cleanup();
    }
}
