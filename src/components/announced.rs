//! The live region of an announcer. Each announcement is an element of its own: a screen reader reads what
//! is added, and not again what stood there.

use leptos::prelude::*;

use crate::hooks::{Announcer, Said};

/// The region.
#[component]
pub fn Announced(
    /// What is announced.
    announcer: Announcer,
    /// The region's `data-testid`.
    testid: &'static str,
) -> impl IntoView {
    view! {
        <div class="mt-visually-hidden" aria-live="polite" data-testid=testid>
            <For
                each=move || announcer.said()
                key=|said| said.serial
                children=|Said { text, .. }| view! { <p>{text}</p> }
            />
        </div>
    }
    .into_any()
}
