//! A row of the panel: what is set, what it is, and the control that sets it.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::state::State;
use crate::components::flag;

/// A row: a name in code, an explanation, and the control, whose id is `id`.
#[component]
pub(super) fn Row(
    /// The id of the control.
    #[prop(into)]
    id: String,
    /// The name, as in code.
    #[prop(into)]
    name: String,
    /// What it is.
    about: &'static str,
    children: Children,
) -> impl IntoView {
    let help = help_id(&id);
    view! {
        <div class="mt-play__row">
            <div class="mt-play__what">
                <label for=id>
                    <code>{name}</code>
                </label>
                <span class="mt-play__help" id=help>
                    {about}
                </span>
            </div>
            <div class="mt-play__control">{children()}</div>
        </div>
    }
    .into_any()
}

/// The id of the explanation of a control.
pub(super) fn help_id(id: &str) -> String {
    format!("{id}-help")
}

/// A drop-down list with a first option for the default.
#[component]
pub(super) fn Choice(
    #[prop(into)] id: String,
    values: &'static [&'static str],
    /// The name of the first option.
    default: &'static str,
    /// The chosen value; empty for the default.
    chosen: Signal<String>,
    choose: Callback<String>,
) -> impl IntoView {
    let option = |value: &'static str, label: &'static str| {
        view! {
            <option value=value prop:selected=move || chosen.with(|chosen| chosen == value)>
                {label}
            </option>
        }
    };
    let options = values.iter().map(|value| option(value, value));
    let help = help_id(&id);
    view! {
        <select
            id=id
            class="mt-select"
            aria-describedby=help
            on:change=move |event| choose.run(event_target_value(&event))
        >
            {option("", default)}
            {options.collect_view()}
        </select>
    }
    .into_any()
}

/// A text field. What is typed is set when the field loses the focus, or by Enter: a change of some
/// properties starts the chat again.
#[component]
pub(super) fn TextField(
    #[prop(into)] id: String,
    /// An example.
    example: &'static str,
    /// Whether the text must be JSON.
    #[prop(optional)]
    is_json: bool,
    /// Whether the text is a number.
    #[prop(optional)]
    is_number: bool,
    value: Signal<String>,
    choose: Callback<String>,
) -> impl IntoView {
    let texts = State::get().texts;
    let is_bad = RwSignal::new(false);
    let error = format!("{id}-error");
    let described = format!("{} {error}", help_id(&id));
    let change = move |event| {
        let text = event_target_value(&event);
        let bad = is_json && !text.trim().is_empty() && js_sys::JSON::parse(&text).is_err();
        is_bad.set(bad);
        if !bad {
            choose.run(text);
        }
    };
    view! {
        <input
            id=id
            class="mt-input"
            class:mt-play__mono=is_json
            type=if is_number { "number" } else { "text" }
            dir="ltr"
            autocomplete="off"
            spellcheck="false"
            placeholder=example
            aria-describedby=described
            aria-invalid=move || flag(is_bad.get())
            prop:value=move || value.get()
            on:change=change
        />
        <p class="mt-play__error" id=error role="alert">
            {move || is_bad.get().then_some(texts.no_json)}
        </p>
    }
    .into_any()
}

/// A check box.
#[component]
pub(super) fn Switch(
    #[prop(into)] id: String,
    on: Signal<bool>,
    switch: Callback<bool>,
) -> impl IntoView {
    let help = help_id(&id);
    view! {
        <input
            id=id
            class="mt-play__switch"
            type="checkbox"
            aria-describedby=help
            prop:checked=move || on.get()
            on:change=move |event| switch.run(event_target_checked(&event))
        />
    }
    .into_any()
}

/// A group of radio buttons that looks like one control.
#[component]
pub(super) fn Segments(
    /// The name of the group.
    label: &'static str,
    /// The name of the radio buttons.
    name: &'static str,
    /// Values and labels.
    values: Vec<(&'static str, &'static str)>,
    chosen: Signal<String>,
    choose: Callback<String>,
) -> impl IntoView {
    let segment = |(value, label): (&'static str, &'static str)| {
        view! {
            <label class="mt-play__segment">
                <input
                    type="radio"
                    name=name
                    value=value
                    prop:checked=move || chosen.with(|chosen| chosen == value)
                    on:change=move |_| choose.run(value.to_owned())
                />
                <span>{label}</span>
            </label>
        }
    };
    view! {
        <fieldset class="mt-play__segments">
            <legend>{label}</legend>
            <div class="mt-play__choices">{values.into_iter().map(segment).collect_view()}</div>
        </fieldset>
    }
    .into_any()
}

/// Moves the focus to the next or the previous element of a kind, as the arrow keys do. `step` counts
/// in reading order.
pub(super) fn focus_beside(event: &web_sys::KeyboardEvent, selector: &str) -> Option<HtmlElement> {
    let current: HtmlElement = event.current_target()?.dyn_into().ok()?;
    let found = current
        .parent_element()?
        .query_selector_all(selector)
        .ok()?;
    let all: Vec<HtmlElement> = (0..found.length())
        .filter_map(|at| found.item(at)?.dyn_into().ok())
        .collect();
    let at = all.iter().position(|held| held == &current)?;
    let is_rtl = current.closest("[dir]").ok()??.get_attribute("dir")? == "rtl";
    let last = all.len() - 1;
    let next = if at == last { 0 } else { at + 1 };
    let previous = if at == 0 { last } else { at - 1 };
    let to = match event.key().as_str() {
        "ArrowRight" if is_rtl => previous,
        "ArrowLeft" if is_rtl => next,
        "ArrowRight" | "ArrowDown" => next,
        "ArrowLeft" | "ArrowUp" => previous,
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    event.prevent_default();
    let element = all.into_iter().nth(to)?;
    let _ = element.focus();
    Some(element)
}
