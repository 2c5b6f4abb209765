//! A button that opens and closes the content below it in the transcript.

use leptos::html::Button;
use leptos::prelude::*;

use super::{Ui, flag};

/// The button. A press releases the scroll anchor, so that the reader stays where they are.
#[component]
pub fn Disclosure(
    /// Whether the content is open.
    open: RwSignal<bool>,
    /// The button's classes.
    class: &'static str,
    /// The id of the content, if the content has one.
    #[prop(optional, into)]
    controls: Option<String>,
    /// The button itself.
    #[prop(optional)]
    button: NodeRef<Button>,
    /// The name of its part, if it is one.
    #[prop(optional)]
    part: Option<&'static str>,
    children: Children,
) -> impl IntoView {
    let scroll = Ui::get().scroll;
    let press = move |_| {
        scroll.release();
        open.update(|open| *open = !*open);
    };
    view! {
        <button
            type="button"
            class=class
            part=part
            aria-expanded=move || flag(open.get())
            aria-controls=controls
            node_ref=button
            on:click=press
        >
            {children()}
        </button>
    }
    .into_any()
}
