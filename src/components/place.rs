//! A place for an embedder's own nodes: a slot of the element.

use leptos::prelude::*;

/// The slot. Without nodes of the embedder, shows the children.
#[component]
pub fn Place(
    /// The slot's name.
    name: &'static str,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! { <slot name=name>{children.map(|children| children())}</slot> }
}
