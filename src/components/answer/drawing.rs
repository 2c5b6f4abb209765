//! The drawing of a block or a formula by a renderer.

use leptos::prelude::*;
use web_sys::Node;

/// The result of a renderer: the node, or the reason why there is none.
pub(super) type Drawing = Result<Node, String>;

/// Where the result is put; `None` while there is nothing but the source.
pub(super) type Drawings = RwSignal<Option<Drawing>, LocalStorage>;
