//! A setting with several values.

use leptos::html;
use leptos::prelude::*;

/// The options of a choice: pairs of a value and its label.
pub(super) type Values = Vec<(&'static str, &'static str)>;

/// A drop-down list of options.
#[component]
pub(super) fn Choice(
    name: &'static str,
    label: &'static str,
    /// The chosen value.
    chosen: Memo<String>,
    values: Values,
    choose: Callback<String>,
    /// The list itself.
    #[prop(optional)]
    list: NodeRef<html::Select>,
) -> impl IntoView {
    let option = move |(value, label): (&'static str, &'static str)| {
        view! {
            <option value=value prop:selected=move || chosen.with(|chosen| chosen == value)>
                {label}
            </option>
        }
    };
    view! {
        <label class="mt-field mt-setting">
            <span class="mt-field__label">{label}</span>
            <select
                class="mt-select"
                name=name
                node_ref=list
                on:change=move |event| choose.run(event_target_value(&event))
            >
                {values.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
    .into_any()
}
