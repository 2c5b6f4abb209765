//! A setting that is typed.

use leptos::prelude::*;

use super::Settings;
use super::held::Held;
use crate::components::flag;

/// What a field is for, and how its setting is read and written.
#[derive(Clone, Copy)]
pub(super) struct Typed {
    /// The field's name.
    pub(super) name: &'static str,
    /// The field's id.
    pub(super) id: &'static str,
    pub(super) label: &'static str,
    /// What the field is for, shown below it.
    pub(super) help: &'static str,
    /// Shown in place of the help while the text cannot be applied.
    pub(super) error: &'static str,
    /// Shown in the empty field.
    pub(super) example: &'static str,
    /// Which keyboard a touch screen shows, as in HTML.
    pub(super) keyboard: &'static str,
    pub(super) read: fn(&Settings) -> String,
    pub(super) write: fn(&mut Settings, String),
    /// Whether a text can be applied.
    pub(super) is_valid: fn(&str) -> bool,
}

/// A field whose text is applied when the person leaves it, presses Enter or closes the dialog, and
/// never before: each letter of an address is another address.
///
/// A text that is not valid stays in the field with an error, and the setting stays as it was.
#[component]
pub(super) fn Text(
    typed: Typed,
    held: Held,
    /// Whether the dialog is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    let Typed {
        name,
        id,
        label,
        help,
        error,
        example,
        keyboard,
        read,
        write,
        is_valid,
    } = typed;
    let text = RwSignal::new(held.now.with_untracked(read));
    let bad = RwSignal::new(false);
    let is_bad = move || text.with_untracked(|text| !is_valid(text.trim()));
    let input = move |event| {
        text.set(event_target_value(&event));
        // An error goes as soon as it is mended, but comes only once the person is done.
        if bad.get_untracked() && !is_bad() {
            bad.set(false);
        }
    };
    let apply = move || {
        let is_bad = is_bad();
        bad.set(is_bad);
        if !is_bad {
            let text = text.with_untracked(|text| text.trim().to_owned());
            held.set(|settings| write(settings, text));
        }
    };
    // Not every browser says that a field changed when its dialog closes around it.
    Effect::new(move |before: Option<bool>| {
        let open = open.get();
        if before == Some(true) && !open {
            apply();
        }
        open
    });
    let (help_id, error_id) = (format!("{id}-help"), format!("{id}-error"));
    let described = format!("{error_id} {help_id}");
    view! {
        <div class="mt-field">
            <label class="mt-field__label" for=id>
                {label}
            </label>
            <input
                class="mt-input"
                type="text"
                id=id
                name=name
                dir="ltr"
                autocomplete="off"
                spellcheck="false"
                inputmode=keyboard
                placeholder=example
                aria-describedby=described
                aria-invalid=move || flag(bad.get())
                prop:value=move || text.get()
                on:input=input
                on:change=move |_| apply()
            />
            <div class="mt-settings__notes">
                <p class="mt-field__help" class:mt-settings__hidden=move || bad.get() id=help_id>
                    {help}
                </p>
                <p
                    class="mt-settings__error"
                    id=error_id
                    // No live region while there is nothing to say.
                    role=move || bad.get().then_some("alert")
                >
                    {move || bad.get().then_some(error)}
                </p>
            </div>
        </div>
    }
    .into_any()
}
