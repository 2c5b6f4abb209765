//! A tree of views that is on the page: what is mounted, and taken off again.
//!
//! Not responsible for what is in it, nor for where it goes.

use any_spawner::Executor;
use leptos::prelude::Owner;
use web_sys::Node;

/// What is on the page until it is ended.
pub struct Program {
    owner: Owner,
    root: Node,
}

impl Program {
    /// Draws a view at the end of `parent`.
    pub fn mount<V: Into<Node>>(parent: &Node, draw: impl FnOnce() -> V) -> Self {
        // Fails for a second program on the page, which uses the first one's.
        let _ = Executor::init_wasm_bindgen();
        let owner = Owner::new();
        let root = owner.with(draw).into();
        let _ = parent.append_child(&root);
        Self { owner, root }
    }

    /// Takes it off: whatever is under way in it ends.
    pub fn end(self) {
        if let Some(parent) = self.root.parent_node() {
            let _ = parent.remove_child(&self.root);
        }
        self.owner.cleanup();
    }
}
