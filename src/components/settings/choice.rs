//! A setting with several values.

use leptos::prelude::*;

/// The options of a choice: pairs of a value and its label.
pub(super) type Values = Vec<(&'static str, &'static str)>;

/// A drop-down list of options.
#[component]
pub(super) fn Choice(
    name: &'static str,
    label: &'static str,
    #[prop(into)] chosen: String,
    values: Values,
    choose: Callback<String>,
) -> impl IntoView {
    let option = move |(value, label): (&'static str, &'static str)| {
        let selected = value == chosen;
        view! {
            <option value=value selected=selected>
                {label}
            </option>
        }
    };
    view! {
        <label class="mt-field">
            <span class="mt-field__label">{label}</span>
            <select
                class="mt-select"
                name=name
                on:change=move |event| choose.run(event_target_value(&event))
            >
                {values.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
    .into_any()
}
