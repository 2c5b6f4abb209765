//! Something that is there only when a condition holds.
//!
//! Not responsible for what it is. One for all, as [`Each`](super::Each) is for lists.

use leptos::prelude::*;

/// Shows its children while `when` holds; they are made anew each time it begins to.
#[component]
pub fn When(
    /// The condition.
    #[prop(into)]
    when: Signal<bool>,
    /// What is shown.
    children: ChildrenFn,
) -> AnyView {
    let when = Memo::new(move |_| when.get());
    (move || when.get().then(|| children())).into_any()
}
