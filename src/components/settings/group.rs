//! A group of settings with a heading.

use leptos::prelude::*;

/// The group. Screen readers say its name when the focus enters it.
#[component]
pub(super) fn Group(
    /// The id of its heading.
    id: &'static str,
    title: &'static str,
    children: Children,
) -> impl IntoView {
    view! {
        <div class="mt-settings__group" role="group" aria-labelledby=id>
            <h3 class="mt-settings__title" id=id>
                {title}
            </h3>
            {children()}
        </div>
    }
    .into_any()
}
