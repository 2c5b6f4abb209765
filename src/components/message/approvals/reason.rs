//! The reason for a denial: one line.
//!
//! Not responsible for the denial (see `form`).

use leptos::html::Input;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::components::Ui;
use crate::hooks::Ime;

/// A one-line field for the reason. Enter denies with it.
#[component]
pub(super) fn Reason(
    text: RwSignal<String>,
    /// Whether the denial carries the reason. Otherwise the reason follows as a message.
    goes_along: bool,
    /// Whether the person asked for the field, which then takes the focus.
    wanted: bool,
    /// Called after typing.
    typed: Callback<()>,
    /// Called when Enter is pressed.
    submit: Callback<()>,
    /// Called when Escape is pressed.
    left: Callback<()>,
    /// The field.
    field: NodeRef<Input>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let ime = Ime::new();
    Effect::new(move || {
        if let (Some(field), true) = (field.get(), wanted) {
            let _ = field.focus();
        }
    });
    let changed = move |_| {
        if let Some(field) = field.get_untracked() {
            text.set(field.value());
            typed.run(());
        }
    };
    let pressed = move |event: KeyboardEvent| ime.edits(&event, || submit.run(()), || left.run(()));
    let line = view! {
        <label class="mt-approval__label">
            <span>{texts.control.deny_reason}</span>
            <input
                class="mt-approval__field"
                type="text"
                dir="auto"
                autocomplete="off"
                prop:value=text.get_untracked()
                node_ref=field
                on:input=changed
                on:keydown=pressed
                on:compositionend=move |event| ime.ended(&event)
            />
        </label>
    };
    if goes_along {
        return line.into_any();
    }
    view! {
        <div class="mt-approval__edit">
            {line}
            <p class="mt-approval__note">{texts.control.reason_follows}</p>
        </div>
    }
    .into_any()
}
