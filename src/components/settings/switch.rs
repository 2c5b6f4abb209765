//! A setting that is on or off.

use leptos::prelude::*;

/// A check box.
#[component]
pub(super) fn Switch(
    name: &'static str,
    label: &'static str,
    /// Whether the setting is on. It can change elsewhere: the list of keys has a switch too.
    on: Memo<bool>,
    switch: Callback<bool>,
) -> impl IntoView {
    view! {
        <label class="mt-field mt-field--check">
            <input
                type="checkbox"
                name=name
                prop:checked=move || on.get()
                on:change=move |event| switch.run(event_target_checked(&event))
            />
            <span class="mt-field__label">{label}</span>
        </label>
    }
    .into_any()
}
