//! A button that opens and closes what is below it in the transcript.
//!
//! Not responsible for what is below it.

use leptos::html::Button;
use leptos::prelude::*;

use super::{Ui, flag};

/// The button. A reader is left where they are when it is pressed.
#[component]
pub fn Disclosure(
    /// Whether it is open.
    open: RwSignal<bool>,
    /// Its classes.
    class: &'static str,
    /// The id of what it opens, where that has one.
    #[prop(optional, into)]
    controls: Option<String>,
    /// The button itself.
    #[prop(optional)]
    button: NodeRef<Button>,
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
